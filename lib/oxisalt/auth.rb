# frozen_string_literal: true

module Oxisalt
  # HMAC-SHA-512-256 in NaCl's sense, its `crypto_auth`: the first 32 bytes of an HMAC over SHA-512. RbNaCl calls it
  # `HMAC::SHA512256`.
  #
  # It is another function than {HMAC::SHA512_256}, which is an HMAC over the digest SHA-512/256.
  #
  # What was made of the key is erased from memory when the object is freed. An object never changes, so that any thread
  # or Ractor may use it at any time.
  #
  # @example
  #   key = Oxisalt::Random.random_bytes(32)
  #   tag = Oxisalt::Auth.auth(key, "message")
  #   tag == Oxisalt::HMAC::SHA512.digest(key, "message")[0, 32]  # => true
  #   Oxisalt::Auth.valid?(key, tag, "message")                   # => true
  #   Oxisalt::Auth.new(key).verify(tag, "message")               # => true
  class Auth
    include Secret
    include Immutable
    extend Authenticator

    # The length of a tag in bytes.
    BYTES = 32

    # The length of a key in bytes, as NaCl has it; others are allowed.
    KEYBYTES = 32

    # @!method self.new(key)
    #   @param key [String] 1 byte and more, 32 in NaCl; its bytes are not kept
    #   @return [Auth] frozen
    #   @raise [LengthError] for an empty key
    #   @raise [TypeError] when `key` is not a String

    # @!method auth(message)
    #   The interpreter lock is released for messages of 1 MiB and more.
    #   @param message [String]
    #   @return [String] 32 bytes, ASCII-8BIT
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
      :hmacsha512256
    end

    # @!method primitive
    #   @return [Symbol] `:hmacsha512256`

    # @!method tag_bytes
    #   @return [Integer] the length of a tag: 32

    # @!method key_bytes
    #   @return [Integer] the length of a key, as NaCl has it: 32
  end
end
