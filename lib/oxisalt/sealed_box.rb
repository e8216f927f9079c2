# frozen_string_literal: true

module Oxisalt
  # Messages for the owner of a public key, from anyone: each is sealed with a key of its own that is then forgotten, so
  # that not even the sender can open it. The message is secret and unchanged, but who sent it is not known: where that
  # matters use {SimpleBox}. libsodium's `crypto_box_seal`; what it seals RbNaCl::SealedBox opens, and the reverse.
  #
  # A box never changes, so that any thread or Ractor may use it at any time.
  #
  # @example
  #   key = Oxisalt::PrivateKey.generate
  #   ciphertext = Oxisalt::SealedBox.from_public_key(key.public_key).box("message")
  #   Oxisalt::SealedBox.from_private_key(key).open(ciphertext) # => "message"
  class SealedBox
    include Secret
    include Immutable

    # How much longer than its message a ciphertext is, in bytes.
    SEALBYTES = 48

    # @!method self.from_public_key(public_key)
    #   A box that seals.
    #   @param public_key [PublicKey, String] the recipient's
    #   @return [SealedBox] frozen
    #   @raise [LengthError] for a String that is not 32 bytes
    #   @raise [TypeError] for anything else, such as a private key

    # @!method self.from_private_key(private_key, public_key = nil)
    #   A box that opens, and seals too.
    #   @param private_key [PrivateKey, String] the recipient's
    #   @param public_key [PublicKey, String, nil] the recipient's; computed where it is not given
    #   @return [SealedBox] frozen
    #   @raise [ArgumentError] when the two keys do not belong together
    #   @raise [LengthError] for a String that is not 32 bytes
    #   @raise [TypeError] for anything else, such as a public key where the private one belongs

    # @!method self.new(public_key, private_key = nil)
    #   Both in one: `public_key` may be nil where `private_key` is given.
    #   @return [SealedBox] frozen
    #   @raise [ArgumentError, LengthError, TypeError] as {from_private_key}

    # @!method box(message)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param message [String] of any length and encoding
    #   @return [String] the ciphertext: 48 bytes longer than `message`, ASCII-8BIT
    #   @raise [CryptoError] when the public key is of low order, so that everyone could open the box
    #   @raise [TypeError] when `message` is not a String
    # @!method encrypt(message)
    #   The same as {box}.

    # @!method open(ciphertext)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param ciphertext [String] what somebody sent
    #   @return [String] the message, ASCII-8BIT
    #   @raise [BadAuthenticatorError] when `ciphertext` was not sealed for this key, or was changed, or is too short to
    #     have been sealed at all
    #   @raise [CryptoError] when this box has no private key
    #   @raise [TypeError] when `ciphertext` is not a String
    # @!method decrypt(ciphertext)
    #   The same as {open}.

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
