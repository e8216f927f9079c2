# frozen_string_literal: true

module Oxisalt
  # Authenticated encryption with additional data: ChaCha20-Poly1305, in the three forms that RbNaCl and libsodium have.
  # What they encrypt this decrypts, and the reverse.
  #
  # Additional data is sent in the clear, beside the ciphertext, and authenticated with it: the ciphertext decrypts with
  # the same additional data alone. No two messages under one key may have the same nonce. {XChaCha20Poly1305IETF} has
  # room for nonces that are random, the other two want a counter.
  #
  # The key is copied, and the copy erased from memory when the object is freed. An object never changes, so that any
  # thread or Ractor may use it at any time.
  #
  # @example
  #   aead = Oxisalt::AEAD::XChaCha20Poly1305IETF.new(Oxisalt::Random.random_bytes(32))
  #   nonce = Oxisalt::Random.random_bytes(aead.nonce_bytes)
  #   ciphertext = aead.encrypt(nonce, "message", "additional data")
  #   aead.decrypt(nonce, ciphertext, "additional data")   # => "message"
  #   aead.decrypt(nonce, ciphertext, "other data")        # raises Oxisalt::BadAuthenticatorError
  #   ciphertext.bytesize                                  # => 23
  #   aead.inspect                                         # => "#<Oxisalt::AEAD::XChaCha20Poly1305IETF>"
  class AEAD
    include Secret
    include Immutable

    # The length of a key in bytes.
    KEYBYTES = 32

    # The length of a tag in bytes: how much longer than its message a ciphertext is.
    ABYTES = 16

    # @!method self.new(key)
    #   The classes below have it.
    #   @param key [String] 32 bytes, which are copied
    #   @return [AEAD] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `key` is not a String

    # @!method encrypt(nonce, message, additional_data = nil)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param nonce [String] {#nonce_bytes} bytes; no secret
    #   @param message [String] of any encoding, up to 256 GiB
    #   @param additional_data [String, nil] of any length; nil is the same as an empty String
    #   @return [String] the ciphertext and then the tag: 16 bytes longer than `message`, ASCII-8BIT
    #   @raise [LengthError] for a nonce of another length
    #   @raise [TypeError] when an argument is not a String

    # @!method decrypt(nonce, ciphertext, additional_data = nil)
    #   The interpreter lock is released for messages of 1 MiB and more; an interrupt waits for the result.
    #   @param nonce [String] the one that the message was encrypted with
    #   @param ciphertext [String] what the other side sent
    #   @param additional_data [String, nil] what was authenticated with the message
    #   @return [String] the message, ASCII-8BIT
    #   @raise [BadAuthenticatorError] when `ciphertext` was not made with this key, this nonce and this additional
    #     data, or was changed, or is too short to be a ciphertext at all
    #   @raise [LengthError] for a nonce of another length
    #   @raise [TypeError] when an argument is not a String

    # @return [Integer] the length of a nonce, of the classes below: 12, 8 or 24
    def self.nonce_bytes
      self::NPUBBYTES
    end

    # @return [Integer] the length of a key: 32
    def self.key_bytes
      KEYBYTES
    end

    # @return [Integer] the length of a tag: 16
    def self.tag_bytes
      ABYTES
    end

    # @return [Integer] the length of a nonce
    def nonce_bytes
      self.class.nonce_bytes
    end

    # @return [Integer] the length of a key: 32
    def key_bytes
      KEYBYTES
    end

    # @return [Integer] the length of a tag: 16
    def tag_bytes
      ABYTES
    end

    # @return [Symbol] what libsodium calls it
    def primitive
      self.class.primitive
    end

    # ChaCha20-Poly1305 as RFC 8439 has it, with a nonce of 12 bytes: too few for random ones.
    #
    # @example
    #   aead = Oxisalt::AEAD::ChaCha20Poly1305IETF.new("k" * 32)
    #   counter = [1].pack("x4Q<")
    #   aead.decrypt(counter, aead.encrypt(counter, "message"))   # => "message"
    class ChaCha20Poly1305IETF < AEAD
      # The length of a nonce in bytes.
      NPUBBYTES = 12

      # @return [Symbol]
      def self.primitive
        :chacha20poly1305_ietf
      end
    end

    # ChaCha20-Poly1305 as it was first written, with a nonce of 8 bytes: for data that has it.
    class ChaCha20Poly1305Legacy < AEAD
      # The length of a nonce in bytes.
      NPUBBYTES = 8

      # @return [Symbol]
      def self.primitive
        :chacha20poly1305
      end
    end

    # XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha), with a nonce of 24 bytes, which may be random.
    class XChaCha20Poly1305IETF < AEAD
      # The length of a nonce in bytes.
      NPUBBYTES = 24

      # @return [Symbol]
      def self.primitive
        :xchacha20poly1305_ietf
      end
    end
  end
end
