# frozen_string_literal: true

module Oxisalt
  # The public key of a {SigningKey}, which verifies its signatures, with the methods of RbNaCl::VerifyKey.
  #
  # A signature is valid by libsodium's rules, which are strict. It is refused when its second half is not less than the
  # order of the group, when it or the key holds a point that is not encoded in the one canonical way or is of small
  # order, and unless the equation of RFC 8032 holds without its cofactor. So a signature cannot be turned into another
  # of the same message, and none fits two messages.
  #
  # Any 32 bytes make a VerifyKey. Under those that are no key no signature is valid.
  #
  # A key never changes, so that any thread or Ractor may use it at any time. It works as the key of a Hash.
  #
  # @example
  #   signing_key = Oxisalt::SigningKey.generate
  #   verify_key = Oxisalt::VerifyKey.new(signing_key.verify_key.to_bytes)
  #   signature = signing_key.sign("message")
  #   verify_key.valid?(signature, "message")   # => true
  #   verify_key.valid?(nil, "message")         # => false
  #   begin
  #     verify_key.verify(signature, "another")
  #   rescue Oxisalt::BadSignatureError => e
  #     e.message # => "the signature is not one of this message under this key"
  #   end
  class VerifyKey
    include Immutable
    include Sugar::Ed25519
    include Sugar::VerifyKey

    # @!method self.new(verify_key)
    #   @param verify_key [String] 32 bytes
    #   @return [VerifyKey] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `verify_key` is not a String

    # @!method self.from_pem(pem)
    #   Reads SPKI (RFC 8410), as `openssl pkey -pubout` and {to_pem} write it.
    #   @param pem [String] the first PEM block in it counts, whatever stands around it
    #   @return [VerifyKey]
    #   @raise [KeyFormatError] for anything else; the message names what was found: a private key, one of another
    #     algorithm, a certificate
    #   @raise [TypeError] when `pem` is not a String

    # @!method self.from_der(der)
    #   As {from_pem}, in DER.
    #   @param der [String]
    #   @return [VerifyKey]
    #   @raise [KeyFormatError]
    #   @raise [TypeError]

    # @!method self.from_openssh(line)
    #   @param line [String] a line of a .pub file: the name of the algorithm, the key, a comment
    #   @return [VerifyKey]
    #   @raise [KeyFormatError] for anything else; the message names what was found
    #   @raise [TypeError] when `line` is not a String

    # @!method self.from_jwk(jwk)
    #   Reads a JWK (RFC 8037).
    #   @param jwk [Hash, String] its members, by String or by Symbol, or JSON
    #   @return [VerifyKey]
    #   @raise [KeyFormatError] for anything else; the message names what was found, such as a private key
    #   @raise [TypeError] when `jwk` is neither a Hash nor a String
    #   @example
    #     key = Oxisalt::SigningKey.generate.verify_key
    #     Oxisalt::VerifyKey.from_jwk(key.to_jwk) == key                                    # => true
    #     Oxisalt::VerifyKey.from_jwk(%({"kty":"OKP","crv":"Ed25519","x":"#{key.to_jwk['x']}"})) == key  # => true

    # @!method to_pem
    #   @return [String] SPKI, which OpenSSL::PKey.read reads; US-ASCII

    # @!method to_der
    #   @return [String] the same in DER: 44 bytes, ASCII-8BIT

    # @!method to_jwk
    #   @return [Hash{String => String}] the members of a JWK (RFC 8037), for JSON
    #   @example
    #     Oxisalt::SigningKey.new("s" * 32).verify_key.to_jwk
    #     # => {"kty"=>"OKP", "crv"=>"Ed25519", "x"=>"_sFChnP2r-iSZLOAc0SuiyadElpQOFUgJofbWnEoV58"}

    # @!method to_openssh(comment = nil)
    #   The line for a .pub or an authorized_keys file, without a line break.
    #   @param comment [String, nil] what stands behind the key; of one line
    #   @return [String] UTF-8
    #   @raise [ArgumentError] for a comment with a line break or a NUL byte
    #   @raise [TypeError] for a comment that is no String
    #   @example
    #     Oxisalt::SigningKey.new("s" * 32).verify_key.to_openssh("me@example.com")
    #     # => "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP7BQoZz9q/okmSzgHNErosmnRJaUDhVICaH21pxKFef me@example.com"

    # @!method valid?(signature, message)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the answer.
    #   @param signature [Object] what the other side sent: anything but a String of the right bytes is false
    #   @param message [String] of any length and encoding
    #   @return [Boolean] whether `signature` is one of `message` under this key
    #   @raise [TypeError] when `message` is not a String

    # @!method verify(signature, message)
    #   As {valid?}, but raises where that is false.
    #   @return [true]
    #   @raise [BadSignatureError] when `signature` is not one of `message`; one of a wrong length is none
    #   @raise [TypeError] when `signature` or `message` is not a String

    # @!method verify_attached(signed_message)
    #   @param signed_message [String] a signature followed by its message, as {SigningKey#sign_attached} gives it
    #   @return [true]
    #   @raise [BadSignatureError] when the signature is not one of the message, or there is not even a signature
    #   @raise [TypeError] when `signed_message` is not a String
    #   @example
    #     key = Oxisalt::SigningKey.generate
    #     key.verify_key.verify_attached(key.sign_attached("message")) # => true

    # @!method to_bytes
    #   @return [String] 32 bytes, ASCII-8BIT

    # @!method ==(other)
    #   @return [Boolean] whether `other` is a VerifyKey with the same bytes
    # @!method eql?(other)
    #   The same as {==}.
    #   @return [Boolean]
    # @!method hash
    #   @return [Integer] the same for equal keys

    # @!method to_s
    #   The same as {to_bytes}, as in RbNaCl.
    #   @return [String] 32 bytes, ASCII-8BIT

    # @!method inspect
    #   @return [String] the class and the key in hexadecimal

    # @!method self.primitive
    #   @return [Symbol] `:ed25519`
    # @!method self.signature_bytes
    #   @return [Integer] the length of a signature: 64
    # @!method primitive
    #   @return [Symbol] `:ed25519`
    # @!method signature_bytes
    #   @return [Integer] the length of a signature: 64

    # The key for boxes that belongs to this one, as libsodium converts it.
    #
    # @return [PublicKey] that of {SigningKey#to_curve25519_private_key}
    # @raise [CryptoError] when these bytes are not a point that a secret key could belong to
    def to_curve25519_public_key
      PublicKey.new(curve25519_bytes)
    end
  end
end
