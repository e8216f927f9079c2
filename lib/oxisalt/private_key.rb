# frozen_string_literal: true

module Oxisalt
  # A private key (X25519, RFC 7748), for {Box}, {SimpleBox}, {SealedBox} and {SealedStream}, with the methods of
  # RbNaCl::PrivateKey.
  #
  # It never changes, so that any thread or Ractor may use it at any time. It is not to be seen in `inspect`, and it is
  # erased from memory when the object is freed; {to_bytes} hands out a copy that is not.
  #
  # @example
  #   key = Oxisalt::PrivateKey.generate
  #   Oxisalt::PrivateKey.new(key.to_bytes) == key   # => true
  #   key.public_key.class                           # => Oxisalt::PublicKey
  #   key.inspect                                    # => "#<Oxisalt::PrivateKey>"
  class PrivateKey
    include Secret
    include Immutable

    # The length of a key in bytes.
    BYTES = 32

    # @!method self.generate
    #   @return [PrivateKey] a new key, from the operating system's random bytes

    # @!method self.new(private_key)
    #   @param private_key [String] 32 bytes, which are copied
    #   @return [PrivateKey] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `private_key` is not a String

    # @!method self.from_pem(pem)
    #   Reads PKCS#8 (RFC 8410), as `openssl genpkey -algorithm x25519` and {to_pem} write it.
    #   @param pem [String] the first PEM block in it counts, whatever stands around it
    #   @return [PrivateKey]
    #   @raise [KeyFormatError] for anything else; the message names what was found: a public key, an encrypted one, one
    #     of another algorithm
    #   @raise [TypeError] when `pem` is not a String
    # @!method self.from_der(der)
    #   As {from_pem}, in DER.
    #   @param der [String]
    #   @return [PrivateKey]
    #   @raise [KeyFormatError]
    #   @raise [TypeError]

    # @!method to_pem
    #   @return [String] PKCS#8, not encrypted, which OpenSSL::PKey.read reads; US-ASCII
    #   @example
    #     key = Oxisalt::PrivateKey.generate
    #     key.to_pem.lines.first                              # => "-----BEGIN PRIVATE KEY-----\n"
    #     Oxisalt::PrivateKey.from_pem(key.to_pem) == key     # => true
    # @!method to_der
    #   @return [String] the same in DER, ASCII-8BIT

    # @!method public_key
    #   @return [PublicKey]

    # @!method to_bytes
    #   @return [String] 32 bytes, ASCII-8BIT, as they were given

    # @!method ==(other)
    #   @return [Boolean] whether `other` is the same key, compared in constant time

    # @return [Symbol]
    def self.primitive
      :curve25519xsalsa20poly1305
    end

    # @return [Symbol] `:curve25519xsalsa20poly1305`
    def primitive
      self.class.primitive
    end
  end
end
