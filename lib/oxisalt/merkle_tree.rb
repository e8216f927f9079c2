# frozen_string_literal: true

module Oxisalt
  # A Merkle tree: one hash, the {root}, for a file or for many Strings, and a short {Proof} for each piece that it is
  # among them. Whoever knows the root can check a piece without the others.
  #
  # A root means something only with the scheme that it was made by. These are published ones, in which a leaf can never
  # be taken for a node:
  #
  # | scheme         | a leaf is                                                    | source                        |
  # |----------------|--------------------------------------------------------------|-------------------------------|
  # | `:tahoe`       | SHA-256d, tagged `allmydata_crypttext_segment_v1`            | Tahoe-LAFS, `hashutil.py`     |
  # | `:tahoe_block` | SHA-256d, tagged `allmydata_encoded_subshare_v1`             | the same                      |
  # | `:rfc6962`     | SHA-256 of a zero byte and the data                          | RFC 6962, section 2.1         |
  #
  # Tahoe-LAFS fills a tree up to a power of two with leaves of its own, RFC 6962 moves a node up that has none beside
  # it. A tree without a leaf has a root in both: that of one such leaf, or the SHA-256 of nothing.
  #
  # A tree keeps its leaf hashes and all nodes: 64 bytes for each leaf, up to twice as much where Tahoe-LAFS fills it
  # up. It never changes, so that any thread or Ractor may use it at any time.
  #
  # @example
  #   tree = Oxisalt::MerkleTree.new(%w[one two three], scheme: :rfc6962)
  #   tree.root.unpack1("H*")     # => "5aac771c899ac292e74bf1afe2e6e302f8b55883b2d1bf197b46a6bea6dabca9"
  #   tree.size                   # => 3
  #
  #   # Elsewhere, where only root and size are known:
  #   leaf = Oxisalt::MerkleTree.leaf_hash("two", scheme: :rfc6962)
  #   proof = tree.proof(1).to_bytes
  #   Oxisalt::MerkleTree.verify(root: tree.root, index: 1, leaf: leaf, proof: proof, size: 3)  # => true
  #
  # @example A file
  #   require "tmpdir"
  #   Dir.mktmpdir do |directory|
  #     File.write("#{directory}/file", "x" * 300_000)
  #     tree = Oxisalt::MerkleTree.file("#{directory}/file", scheme: :tahoe) { |done, total| "#{done} of #{total}" }
  #     tree.size                 # => 3
  #   end
  class MerkleTree
    include Immutable

    # @!parse
    #   # The length of a leaf hash and of a root in bytes.
    #   HASHBYTES = 32
    #   # The length of a segment in bytes where no other is asked for.
    #   SEGMENTBYTES = 131_072

    # The schemes.
    SCHEMES = %i[tahoe tahoe_block rfc6962].freeze

    class << self
      # The tree over `leaves`, each of which is hashed. The interpreter lock is released where they have 1 MiB or more.
      #
      # @param leaves [Array<String>, Enumerable<String>] of any lengths
      # @param scheme [Symbol] one of {SCHEMES}
      # @param threads [Integer, nil] how many threads hash, 1 to 256; nil for one on each processor
      # @yield now and then, after 4 MiB or 65,536 leaves, and at the end
      # @yieldparam done [Integer] how many bytes are hashed
      # @yieldparam total [Integer] how many there are
      # @return [MerkleTree] frozen
      # @raise [ArgumentError] for a scheme that is none, or a number of threads out of range
      # @raise [TypeError] for a leaf that is not a String; the message says which
      # @raise [NoMemoryError] where the hashes have no room
      # @example
      #   Oxisalt::MerkleTree.new([], scheme: :rfc6962).root == Oxisalt::Digest::SHA256.digest("")  # => true
      def new(leaves, scheme:, threads: nil, &progress)
        of_leaves(scheme, threads, true, array(leaves, "leaves"), progress)
      end

      # The tree over leaf hashes that are ready.
      #
      # @param leaf_hashes [Array<String>, Enumerable<String>] of 32 bytes each
      # @param scheme [Symbol] one of {SCHEMES}
      # @param threads [Integer, nil] as {new} takes it
      # @return [MerkleTree] frozen
      # @raise [LengthError] for a hash that is not 32 bytes; the message says which
      # @raise [ArgumentError] as {new}
      # @raise [TypeError] as {new}
      # @example
      #   hashes = %w[a b].map { |data| Oxisalt::MerkleTree.leaf_hash(data, scheme: :tahoe) }
      #   Oxisalt::MerkleTree.from_leaf_hashes(hashes, scheme: :tahoe) ==
      #     Oxisalt::MerkleTree.new(%w[a b], scheme: :tahoe)
      #   # => true
      def from_leaf_hashes(leaf_hashes, scheme:, threads: nil)
        of_leaf_hashes(scheme, threads, true, array(leaf_hashes, "leaf hashes"))
      end

      # The tree over the segments of a file, of which the last is as long as what is left.
      #
      # A regular file is read and hashed by all threads at once, without the interpreter lock, in constant memory but
      # for the hashes. It has to stay as it is: if it was shortened, lengthened or written to meanwhile, that is an
      # error, and never another root. (One that is removed meanwhile is read to its end.) What is no regular file is
      # read by its `read`, until that returns nothing.
      #
      # @param source [String, Pathname, IO, #read] a path, or what is read as an IO is, in binary mode, from where it
      #   stands to its end
      # @param scheme [Symbol] one of {SCHEMES}
      # @param segment_size [Integer] 1 to 2**63 - 1 bytes
      # @param threads [Integer, nil] as {new} takes it
      # @yield about every 20 ms, and at the end. An exception from the block ends the work
      # @yieldparam done [Integer] how many bytes are hashed
      # @yieldparam total [Integer, nil] how many there are, where that is known: not for a pipe
      # @return [MerkleTree] frozen
      # @raise [LengthError] for a segment size out of range
      # @raise [ArgumentError] as {new}
      # @raise [TypeError] for arguments of another class
      # @raise [ThreadError] in a child that the block forks: the parent alone goes on
      # @raise [SystemCallError] when the file cannot be read
      # @raise [IOError] when it changed while it was read; the message says how
      # @raise [NoMemoryError] as {new}
      # @example
      #   require "stringio"
      #   Oxisalt::MerkleTree.file(StringIO.new("abcde"), scheme: :rfc6962, segment_size: 2) ==
      #     Oxisalt::MerkleTree.new(%w[ab cd e], scheme: :rfc6962)
      #   # => true
      def file(source, scheme:, segment_size: SEGMENTBYTES, threads: nil, &progress)
        Source.open(source) do |io, start, total|
          settings = [scheme, threads, true, segment_size]
          next of_io(*settings, io, total, progress) unless start

          of_file(*settings, io.fileno, start, progress).tap { io.seek(start + total) }
        end
      end

      # The leaf hash of `data`, for {verify}.
      #
      # @param data [String]
      # @param scheme [Symbol] one of {SCHEMES}
      # @return [String] 32 bytes, ASCII-8BIT
      # @raise [ArgumentError] for a scheme that is none
      # @raise [TypeError] when `data` is not a String
      # @example
      #   Oxisalt::MerkleTree.leaf_hash("", scheme: :rfc6962) == Oxisalt::Digest::SHA256.digest("\0")  # => true
      def leaf_hash(data, scheme:)
        hash_leaf(scheme, data)
      end

      # Whether the tree that is known by its root and size has a leaf at a place.
      #
      # Take root and size from where you trust both: no scheme's root says how many leaves there are. Make the leaf
      # hash from the data yourself, by {leaf_hash}. A place at or behind `size` is none of the tree, for all that
      # Tahoe-LAFS fills it up.
      #
      # @param root [String] 32 bytes
      # @param index [Integer] the place, counted from 0
      # @param leaf [Object] the leaf hash: anything but a String of 32 bytes is false
      # @param proof [Object] a {Proof}, or its bytes: anything else is false
      # @param size [Integer] how many leaves the tree has
      # @param scheme [Symbol, nil] that of the tree; nil to believe the proof
      # @return [Boolean]
      # @raise [LengthError] for a root that is not 32 bytes
      # @raise [ArgumentError] for a scheme that is none
      # @raise [TypeError] for a root, an index or a size of another class
      # @example
      #   tree = Oxisalt::MerkleTree.new(%w[a b c], scheme: :tahoe)
      #   known = { root: tree.root, size: 3, scheme: :tahoe }
      #   Oxisalt::MerkleTree.valid?(index: 2, leaf: tree.leaf(2), proof: tree.proof(2), **known)  # => true
      #   Oxisalt::MerkleTree.valid?(index: 1, leaf: tree.leaf(2), proof: tree.proof(2), **known)  # => false
      #   Oxisalt::MerkleTree.valid?(index: 2, leaf: tree.leaf(2), proof: nil, **known)            # => false
      def valid?(root:, index:, leaf:, proof:, size:, scheme: nil)
        check?(scheme, root, index, leaf, proof, size)
      end

      # As {valid?}, but raises where that is false.
      #
      # @param (see valid?)
      # @return [true]
      # @raise [BadProofError] when the proof is none that this leaf is at this place; the message says what it is
      # @raise [LengthError] for a root that is not 32 bytes
      # @raise [ArgumentError] for a scheme that is none
      # @raise [TypeError] for an argument of another class
      # @example
      #   tree = Oxisalt::MerkleTree.new(%w[a b c], scheme: :rfc6962)
      #   begin
      #     Oxisalt::MerkleTree.verify(root: tree.root, index: 0, leaf: tree.leaf(1), proof: tree.proof(0), size: 3)
      #   rescue Oxisalt::BadProofError => e
      #     e.message # => "the proof does not lead from this leaf to this root"
      #   end
      def verify(root:, index:, leaf:, proof:, size:, scheme: nil)
        check(scheme, root, index, leaf, proof, size)
      end

      private

      def array(strings, name)
        return strings if strings.is_a?(::Array)
        return strings.to_a if strings.is_a?(::Enumerable)

        got = strings.nil? ? "nil" : strings.class
        raise TypeError.new("#{name} must be an Array or an Enumerable of Strings, got #{got}").extend(Error)
      end
    end

    # @!method root
    #   @return [String] 32 bytes, ASCII-8BIT

    # @!method size
    #   @return [Integer] how many leaves it has

    # @!method scheme
    #   @return [Symbol] one of {SCHEMES}

    # @!method leaf(index)
    #   @param index [Integer] the place, counted from 0
    #   @return [String] the leaf hash: 32 bytes, ASCII-8BIT
    #   @raise [IndexError] where the tree has no such leaf
    #   @raise [TypeError] when `index` is not an Integer

    # @!method proof(index)
    #   @param index [Integer] the place, counted from 0
    #   @return [Proof] that the leaf is at this place
    #   @raise [IndexError] where the tree has no such leaf
    #   @raise [TypeError] when `index` is not an Integer

    # @!method ==(other)
    #   @return [Boolean] whether `other` is a tree of the same scheme with the same size and root
    # @!method eql?(other)
    #   The same as {==}.
    #   @return [Boolean]

    # @return [Integer] the same for equal trees
    def hash
      [scheme, size, root].hash
    end

    # @return [String] the class, the scheme, the size, and the root in hexadecimal
    def inspect
      "#<#{self.class} #{scheme} size=#{size} root=#{root.unpack1('H*')}>"
    end
  end
end

require "oxisalt/merkle_tree/proof"
require "oxisalt/merkle_tree/source"
