# frozen_string_literal: true

module Oxisalt
  # Messages under a key that both sides have. XSalsa20-Poly1305, NaCl's `crypto_secretbox`; what it seals
  # RbNaCl::SecretBox and libsodium open, and the reverse.
  #
  # The nonce is yours to choose, and no two messages under one key may have the same: {SimpleBox} sees to that itself,
  # and is the one to use unless a protocol says otherwise. The key is copied, and the copy erased from memory when the
  # object is freed. A box never changes, so that any thread or Ractor may use it at any time.
  #
  # @example
  #   key = Oxisalt::Random.random_bytes(Oxisalt::SecretBox.key_bytes)
  #   box = Oxisalt::SecretBox.new(key)
  #   nonce = Oxisalt::Random.random_bytes(box.nonce_bytes)
  #   box.open(nonce, box.box(nonce, "message"))   # => "message"
  #   box.box(nonce, "message").bytesize           # => 23
  #   box.inspect                                  # => "#<Oxisalt::SecretBox>"
  class SecretBox
    include Secret
    include Immutable

    # The length of a key in bytes.
    KEYBYTES = 32

    # The length of a nonce in bytes.
    NONCEBYTES = 24

    # @!method self.new(key)
    #   @param key [String] 32 bytes, which are copied
    #   @return [SecretBox] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `key` is not a String

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
    #   @raise [BadAuthenticatorError] when `ciphertext` was not sealed with this key and this nonce, or was changed, or
    #     is too short to have been sealed at all
    #   @raise [LengthError] for a nonce of another length
    #   @raise [TypeError] when `nonce` or `ciphertext` is not a String
    # @!method decrypt(nonce, ciphertext)
    #   The same as {open}.

    # @return [Symbol]
    def self.primitive
      :xsalsa20poly1305
    end

    # @return [Integer] the length of a nonce: 24
    def self.nonce_bytes
      NONCEBYTES
    end

    # @return [Integer] the length of a key: 32
    def self.key_bytes
      KEYBYTES
    end

    # @return [Symbol] `:xsalsa20poly1305`
    def primitive
      self.class.primitive
    end

    # @return [Integer] the length of a nonce: 24
    def nonce_bytes
      NONCEBYTES
    end

    # @return [Integer] the length of a key: 32
    def key_bytes
      KEYBYTES
    end
  end
end
