# frozen_string_literal: true

module Oxisalt
  # The public key of a {PrivateKey} (X25519, RFC 7748), for {Box}, {SimpleBox}, {SealedBox} and {SealedStream}, with
  # the methods of RbNaCl::PublicKey.
  #
  # Any 32 bytes make one. A few of them are of low order: no secret can be agreed with these, and a box with one raises
  # a {CryptoError}.
  #
  # A key never changes, so that any thread or Ractor may use it at any time. It works as the key of a Hash.
  #
  # @example
  #   public_key = Oxisalt::PrivateKey.generate.public_key
  #   Oxisalt::PublicKey.new(public_key.to_bytes) == public_key # => true
  class PublicKey
    include Immutable

    # The length of a key in bytes.
    BYTES = 32

    # @!method self.new(public_key)
    #   @param public_key [String] 32 bytes
    #   @return [PublicKey] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `public_key` is not a String

    # @!method to_bytes
    #   @return [String] 32 bytes, ASCII-8BIT

    # @!method ==(other)
    #   @return [Boolean] whether `other` is a PublicKey with the same bytes
    # @!method eql?(other)
    #   The same as {==}.
    #   @return [Boolean]

    # @return [Integer] the same for equal keys
    def hash
      to_bytes.hash
    end

    # @return [Symbol]
    def self.primitive
      :curve25519xsalsa20poly1305
    end

    # @return [Symbol] `:curve25519xsalsa20poly1305`
    def primitive
      self.class.primitive
    end

    # The same as {to_bytes}, as in RbNaCl.
    #
    # @return [String] 32 bytes, ASCII-8BIT
    def to_s
      to_bytes
    end

    # @return [String] the class and the key in hexadecimal
    def inspect
      "#<#{self.class} #{hex}>"
    end
  end
end
