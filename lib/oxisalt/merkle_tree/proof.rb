# frozen_string_literal: true

module Oxisalt
  class MerkleTree
    # The proof that a leaf is at a place in a tree: the audit path of RFC 6962, section 2.1.1, with its place.
    #
    # Its bytes are:
    #
    # | bytes   | what                                                                              |
    # |---------|-----------------------------------------------------------------------------------|
    # | 1       | the version of the format: 1                                                      |
    # | 1       | the scheme: 1 for `:tahoe`, 2 for `:tahoe_block`, 3 for `:rfc6962`                |
    # | 8       | the index of the leaf, the most significant byte first                            |
    # | 8       | the size of the tree, the same                                                    |
    # | 32 each | the hashes beside the path to the root, from the leaf up; index and size say how many |
    #
    # A proof never changes, so that any thread or Ractor may use it at any time.
    #
    # @example
    #   proof = Oxisalt::MerkleTree.new(%w[a b c d e], scheme: :rfc6962).proof(4)
    #   proof.index                                                  # => 4
    #   proof.hashes.size                                            # => 1
    #   proof.to_bytes.bytesize                                      # => 50
    #   Oxisalt::MerkleTree::Proof.from_bytes(proof.to_bytes) == proof  # => true
    class Proof
      include Immutable

      # @!parse
      #   # The length of what stands before the hashes in bytes.
      #   HEADERBYTES = 18
      #   # The greatest length of a proof in bytes.
      #   MAXBYTES = 2066

      # A proof whose audit path comes from elsewhere, such as a log of Certificate Transparency.
      #
      # @param scheme [Symbol] one of {SCHEMES}
      # @param index [Integer] the place of the leaf, counted from 0
      # @param size [Integer] how many leaves the tree has
      # @param hashes [Array<String>] the audit path, from the leaf up, of 32 bytes each
      # @return [Proof] frozen
      # @raise [BadProofError] where a tree of this size has no such leaf, or its path another number of hashes
      # @raise [LengthError] for a hash that is not 32 bytes
      # @raise [ArgumentError] for a scheme that is none
      # @raise [TypeError] for an argument of another class
      def self.new(scheme:, index:, size:, hashes:)
        return create(scheme, index, size, hashes) if hashes.is_a?(::Array)

        got = hashes.nil? ? "nil" : hashes.class
        raise TypeError.new("hashes must be an Array of Strings, got #{got}").extend(Error)
      end

      # @!method self.from_bytes(proof)
      #   Reads what {to_bytes} writes, and nothing else: neither more bytes nor fewer.
      #   @param proof [String]
      #   @return [Proof] frozen
      #   @raise [BadProofError] for anything else
      #   @raise [TypeError] when `proof` is not a String

      # @!method to_bytes
      #   @return [String] 18 to 2,066 bytes, ASCII-8BIT

      # @!method scheme
      #   @return [Symbol] one of {SCHEMES}

      # @!method index
      #   @return [Integer] the place of the leaf, counted from 0

      # @!method size
      #   @return [Integer] how many leaves the tree has

      # @!method hashes
      #   @return [Array<String>] the audit path, from the leaf up: of 32 bytes each, ASCII-8BIT

      # @!method ==(other)
      #   @return [Boolean] whether `other` is a Proof with the same bytes
      # @!method eql?(other)
      #   The same as {==}.
      #   @return [Boolean]

      # @return [Integer] the same for equal proofs
      def hash
        to_bytes.hash
      end

      # @return [String] the class, and what it is a proof of
      def inspect
        "#<#{self.class} #{scheme} index=#{index} size=#{size}>"
      end
    end
  end
end
