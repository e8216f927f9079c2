# frozen_string_literal: true

module Oxisalt
  # A {Box} or a {SecretBox} that chooses a random nonce for each message and puts it before the ciphertext, so that
  # there is no nonce to care for. What it seals RbNaCl::SimpleBox opens, and the reverse.
  #
  # The keys are agreed once, when a box is made; a box that is kept costs only its messages. It never changes, so that
  # any thread or Ractor may use it at any time.
  #
  # @example Between two keys
  #   alice = Oxisalt::PrivateKey.generate
  #   bob = Oxisalt::PrivateKey.generate
  #   ciphertext = Oxisalt::SimpleBox.from_keypair(bob.public_key, alice).encrypt("message")
  #   Oxisalt::SimpleBox.from_keypair(alice.public_key, bob).decrypt(ciphertext) # => "message"
  #
  # @example Under a secret key
  #   box = Oxisalt::SimpleBox.from_secret_key(Oxisalt::Random.random_bytes(32))
  #   box.decrypt(box.encrypt("message"))   # => "message"
  #   box.encrypt("message").bytesize       # => 47
  class SimpleBox
    include Secret
    include Immutable

    # @!method self.from_keypair(public_key, private_key)
    #   @param public_key [PublicKey, String] the other side's
    #   @param private_key [PrivateKey, String] one's own
    #   @return [SimpleBox] frozen
    #   @raise [CryptoError] when `public_key` is of low order, so that everyone would know what is agreed
    #   @raise [LengthError] for a String that is not 32 bytes
    #   @raise [TypeError] for anything else, such as a public key where the private one belongs

    # @!method self.from_secret_key(secret_key)
    #   @param secret_key [String] 32 bytes, which are copied
    #   @return [SimpleBox] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `secret_key` is not a String

    # @!method self.new(box)
    #   @param box [Box, SecretBox] whose key to use
    #   @return [SimpleBox] frozen
    #   @raise [TypeError] for anything else

    # @!method box(message)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param message [String] of any length and encoding
    #   @return [String] the nonce and the ciphertext: 40 bytes longer than `message`, ASCII-8BIT
    #   @raise [TypeError] when `message` is not a String
    # @!method encrypt(message)
    #   The same as {box}.

    # @!method open(ciphertext)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param ciphertext [String] what the other side sent: the nonce and the ciphertext
    #   @return [String] the message, ASCII-8BIT
    #   @raise [BadAuthenticatorError] when `ciphertext` was not sealed with this key, or was changed, or is too short
    #     to have been sealed at all
    #   @raise [TypeError] when `ciphertext` is not a String
    # @!method decrypt(ciphertext)
    #   The same as {open}.

    # @return [Symbol] that of the box within: `:curve25519xsalsa20poly1305` or `:xsalsa20poly1305`
    def primitive
      agreed? ? Box.primitive : SecretBox.primitive
    end

    # @return [Integer] the length of a nonce: 24
    def nonce_bytes
      Box.nonce_bytes
    end
  end

  # Another name that RbNaCl has for {SimpleBox}.
  RandomNonceBox = SimpleBox
end
