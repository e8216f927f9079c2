# frozen_string_literal: true

module Oxisalt
  # Messages between the owners of two keys: secret from everyone else, and known to come from one of the two. X25519
  # and XSalsa20-Poly1305, NaCl's `crypto_box`; what it seals RbNaCl::Box and libsodium open, and the reverse.
  #
  # The nonce is yours to choose, and no two messages between the same two keys may have the same, in either direction:
  # {SimpleBox} sees to that itself, and is the one to use unless a protocol says otherwise.
  #
  # The keys are agreed once, when a box is made; a box that is kept costs only its messages. It never changes, so that
  # any thread or Ractor may use it at any time.
  #
  # @example
  #   alice = Oxisalt::PrivateKey.generate
  #   bob = Oxisalt::PrivateKey.generate
  #   nonce = Oxisalt::Random.random_bytes(Oxisalt::Box.nonce_bytes)
  #   ciphertext = Oxisalt::Box.new(bob.public_key, alice).box(nonce, "message")
  #   Oxisalt::Box.new(alice.public_key, bob).open(nonce, ciphertext) # => "message"
  class Box
    include Secret
    include Immutable

    # The length of a nonce in bytes.
    NONCEBYTES = 24

    # The length of a public key in bytes.
    PUBLICKEYBYTES = PublicKey::BYTES

    # The length of a private key in bytes.
    PRIVATEKEYBYTES = PrivateKey::BYTES

    # The length of the key that two keys agree on, in bytes.
    BEFORENMBYTES = 32

    # @!method self.new(public_key, private_key)
    #   @param public_key [PublicKey, String] the other side's
    #   @param private_key [PrivateKey, String] one's own
    #   @return [Box] frozen
    #   @raise [CryptoError] when `public_key` is of low order, so that everyone would know what is agreed
    #   @raise [LengthError] for a String that is not 32 bytes
    #   @raise [TypeError] for anything else, such as a public key where the private one belongs

    # @!method box(nonce, message)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param nonce [String] 24 bytes; no secret
    #   @param message [String] of any length and encoding
    #   @return [String] the ciphertext: 16 bytes longer than `message`, ASCII-8BIT
    #   @raise [LengthError] for a nonce of another length
    #   @raise [TypeError] when `nonce` or `message` is not a String
    # @!method encrypt(nonce, message)
    #   The same as {box}.

    # @!method open(nonce, ciphertext)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param nonce [String] the one that the message was sealed with
    #   @param ciphertext [String] what the other side sent
    #   @return [String] the message, ASCII-8BIT
    #   @raise [BadAuthenticatorError] when `ciphertext` was not sealed with these keys and this nonce, or was changed,
    #     or is too short to have been sealed at all
    #   @raise [LengthError] for a nonce of another length
    #   @raise [TypeError] when `nonce` or `ciphertext` is not a String
    # @!method decrypt(nonce, ciphertext)
    #   The same as {open}.

    # @return [Symbol]
    def self.primitive
      :curve25519xsalsa20poly1305
    end

    # @return [Integer] the length of a nonce: 24
    def self.nonce_bytes
      NONCEBYTES
    end

    # @return [Symbol] `:curve25519xsalsa20poly1305`
    def primitive
      self.class.primitive
    end

    # @return [Integer] the length of a nonce: 24
    def nonce_bytes
      NONCEBYTES
    end
  end
end
