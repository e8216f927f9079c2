# frozen_string_literal: true

module Oxisalt
  # A secret key that signs (Ed25519, RFC 8032), with the methods of RbNaCl::SigningKey.
  #
  # It never changes, so that any thread or Ractor may use it at any time. It is not to be seen in `inspect`, and it is
  # erased from memory when the object is freed; {to_bytes} and {keypair_bytes} hand out copies that are not.
  #
  # @example
  #   key = Oxisalt::SigningKey.generate
  #   signature = key.sign("message")
  #   key.verify_key.verify(signature, "message")   # => true
  #   key.verify_key.valid?(signature, "other")     # => false
  #   key.inspect                                   # => "#<Oxisalt::SigningKey>"
  #
  # @example Kept and read again
  #   seed = Oxisalt::SigningKey.generate.to_bytes
  #   Oxisalt::SigningKey.new(seed).to_bytes == seed # => true
  class SigningKey
    include Secret
    include Immutable
    include Sugar::Ed25519

    # @!method self.generate
    #   @return [SigningKey] a new key, from the operating system's random bytes

    # @!method self.new(secret_key)
    #   @param secret_key [String] the seed of 32 bytes, or the 64 bytes that {keypair_bytes} gives; they are not kept
    #   @return [SigningKey] frozen
    #   @raise [LengthError] for another length
    #   @raise [KeyFormatError] for 64 bytes whose second half is not the public key of the first
    #   @raise [TypeError] when `secret_key` is not a String
    #   @example
    #     Oxisalt::SigningKey.new("s" * 32).verify_key.to_bytes.unpack1("H8") # => "fec14286"

    # @!method self.from_pem(pem)
    #   Reads PKCS#8 (RFC 8410), as `openssl genpkey -algorithm ed25519` and {to_pem} write it.
    #   @param pem [String] the first PEM block in it counts, whatever stands around it
    #   @return [SigningKey]
    #   @raise [KeyFormatError] for anything else; the message names what was found: an encrypted key, a public one, one
    #     of another algorithm, a certificate
    #   @raise [TypeError] when `pem` is not a String

    # @!method self.from_der(der)
    #   As {from_pem}, in DER.
    #   @param der [String]
    #   @return [SigningKey]
    #   @raise [KeyFormatError]
    #   @raise [TypeError]

    # @!method to_pem
    #   @return [String] PKCS#8, which OpenSSL::PKey.read reads; US-ASCII. It is not encrypted.
    #   @example
    #     key = Oxisalt::SigningKey.generate
    #     key.to_pem.lines.first                              # => "-----BEGIN PRIVATE KEY-----\n"
    #     Oxisalt::SigningKey.from_pem(key.to_pem) == key     # => true

    # @!method to_der
    #   @return [String] the same in DER: 48 bytes, ASCII-8BIT

    # @!method sign(message)
    #   The signature of `message`, of any length and encoding. The same message always has the same signature. The
    #   interpreter lock is released for messages of 1 MiB and more; an interrupt waits until the signature is there.
    #   @param message [String]
    #   @return [String] 64 bytes, ASCII-8BIT
    #   @raise [TypeError] when `message` is not a String

    # @!method sign_attached(message)
    #   @param message [String]
    #   @return [String] the signature followed by the message, ASCII-8BIT: see {VerifyKey#verify_attached}
    #   @raise [TypeError] when `message` is not a String

    # @!method verify_key
    #   @return [VerifyKey] the public key

    # @!method to_bytes
    #   @return [String] the seed: 32 bytes, ASCII-8BIT

    # @!method keypair_bytes
    #   @return [String] the seed followed by the public key, as libsodium keeps a secret key: 64 bytes, ASCII-8BIT

    # @!method ==(other)
    #   @return [Boolean] whether `other` is the same key, compared in constant time

    # @!method self.primitive
    #   @return [Symbol] `:ed25519`
    # @!method self.signature_bytes
    #   @return [Integer] the length of a signature: 64
    # @!method primitive
    #   @return [Symbol] `:ed25519`
    # @!method signature_bytes
    #   @return [Integer] the length of a signature: 64

    # The key for boxes that belongs to this one, as libsodium converts it. A key that both signs and decrypts is
    # lost to both uses at once: where you can, use two.
    #
    # @return [PrivateKey] whose public key is that of {VerifyKey#to_curve25519_public_key}
    def to_curve25519_private_key
      PrivateKey.new(curve25519_bytes)
    end
  end
end
