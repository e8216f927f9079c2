# frozen_string_literal: true

module Oxisalt
  # The authentication of one message under a key that is never used again: Poly1305 (RFC 8439), NaCl's
  # `crypto_onetimeauth`, with RbNaCl's methods.
  #
  # Two tags under one key give the key away. {Auth} and {HMAC} are for keys that authenticate more than one message,
  # and the boxes and {AEAD} do this themselves.
  #
  # The key is copied, and the copy erased from memory when the object is freed. An object never changes, so that any
  # thread or Ractor may use it at any time.
  #
  # @example
  #   key = Oxisalt::Random.random_bytes(32)
  #   tag = Oxisalt::OneTimeAuth.auth(key, "message")
  #   tag.bytesize                                          # => 16
  #   Oxisalt::OneTimeAuth.valid?(key, tag, "message")      # => true
  #   Oxisalt::OneTimeAuth.valid?(key, tag, "other")        # => false
  #   Oxisalt::OneTimeAuth.new(key).verify(tag, "message")  # => true
  class OneTimeAuth
    include Secret
    include Immutable
    extend Authenticator

    # The length of a tag in bytes.
    BYTES = 16

    # The length of a key in bytes.
    KEYBYTES = 32

    # @!method self.new(key)
    #   @param key [String] 32 bytes, which are copied
    #   @return [OneTimeAuth] frozen
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `key` is not a String

    # @!method auth(message)
    #   The interpreter lock is released for messages of 1 MiB and more.
    #   @param message [String]
    #   @return [String] 16 bytes, ASCII-8BIT
    #   @raise [TypeError] when `message` is not a String

    # @!method valid?(tag, message)
    #   @param tag [Object] what the other side sent: anything but a String of the right bytes is false
    #   @param message [String]
    #   @return [Boolean] whether `tag` is the tag of `message`, in constant time
    #   @raise [TypeError] when `message` is not a String

    # @!method verify(tag, message)
    #   As {valid?}, but raises where that is false.
    #   @return [true]
    #   @raise [BadAuthenticatorError] when `tag` is not the tag of `message`
    #   @raise [TypeError] when `tag` or `message` is not a String

    # @!method ==(other)
    #   @return [Boolean] whether `other` is the same key, compared in constant time

    # @return [Symbol]
    def self.primitive
      :poly1305
    end

    # @!method primitive
    #   @return [Symbol] `:poly1305`

    # @!method tag_bytes
    #   @return [Integer] the length of a tag: 16

    # @!method key_bytes
    #   @return [Integer] the length of a key: 32
  end

  # The long names of RbNaCl, as {Boxes}.
  module OneTimeAuths
    # {OneTimeAuth}.
    Poly1305 = OneTimeAuth
  end
end
