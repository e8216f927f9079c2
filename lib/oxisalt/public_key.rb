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

    # @!method self.from_pem(pem)
    #   Reads SPKI (RFC 8410), as `openssl pkey -pubout` and {to_pem} write it.
    #   @param pem [String] the first PEM block in it counts, whatever stands around it
    #   @return [PublicKey]
    #   @raise [KeyFormatError] for anything else; the message names what was found: a private key, one of another
    #     algorithm, a certificate
    #   @raise [TypeError] when `pem` is not a String
    # @!method self.from_der(der)
    #   As {from_pem}, in DER.
    #   @param der [String]
    #   @return [PublicKey]
    #   @raise [KeyFormatError]
    #   @raise [TypeError]

    # @!method to_pem
    #   @return [String] SPKI, which OpenSSL::PKey.read reads; US-ASCII
    # @!method to_der
    #   @return [String] the same in DER: 44 bytes, ASCII-8BIT

    # @!method to_jwk
    #   @return [Hash{String => String}] the members of a JWK (RFC 8037), for JSON
    #   @example
    #     Oxisalt::PrivateKey.new("s" * 32).public_key.to_jwk
    #     # => {"kty"=>"OKP", "crv"=>"X25519", "x"=>"..."}

    # Reads a JWK (RFC 8037).
    #
    # @param jwk [Hash, String] its members, by String or by Symbol, or JSON
    # @return [PublicKey]
    # @raise [KeyFormatError] for anything else; the message names what was found, such as a private key
    # @raise [TypeError] when `jwk` is neither a Hash nor a String
    # @example
    #   key = Oxisalt::PrivateKey.generate.public_key
    #   Oxisalt::PublicKey.from_jwk(key.to_jwk) == key # => true
    def self.from_jwk(jwk)
      from_jwk_members(JWK.members(jwk))
    end

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
