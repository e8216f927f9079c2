# frozen_string_literal: true

module Oxisalt
  # HMAC (RFC 2104, FIPS 198-1), with the interface of OpenSSL::HMAC.
  #
  # `Oxisalt::HMAC` takes the digest by name; each digest also has a class of its own below it, whose methods need no
  # name and are the quickest for one message. {HMAC::Key} is the quickest for many under one key.
  #
  # Mind the order of arguments: at the module's level the tag comes last, after the arguments that {digest} takes;
  # {Key#valid?} and {Key#verify} take the tag first, as a signature's `verify` does.
  #
  # @example
  #   Oxisalt::HMAC.hexdigest("SHA1", "key", "The quick brown fox jumps over the lazy dog")
  #   # => "de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9"
  #   Oxisalt::HMAC::SHA1.hexdigest("key", "The quick brown fox jumps over the lazy dog")
  #   # => "de7c9b85b8b78aa6bc8a7a36f70a90701c9db4d9"
  #
  # @example A tag that somebody sent
  #   tag = Oxisalt::HMAC.digest("SHA256", "key", "data")
  #   Oxisalt::HMAC.valid?("SHA256", "key", "data", tag)  # => true
  #   Oxisalt::HMAC.valid?("SHA256", "key", "data", nil)  # => false
  #
  # @example Piece by piece
  #   hmac = Oxisalt::HMAC.new("key", "SHA256")
  #   hmac << "da" << "ta"
  #   hmac.digest == Oxisalt::HMAC.digest("SHA256", "key", "data") # => true
  class HMAC
    include Sugar::HMAC

    # @!method self.names
    #   @return [Array<String>] the digests that HMAC is offered over: BLAKE2 and BLAKE3 take a key themselves

    # @!method self.digest(digest, key, data)
    #   The HMAC of `data` under `key`. The interpreter lock is released for data of 1 MiB and more.
    #   @param digest [String, Symbol, Class, ::Digest::Instance] as {Digest} takes it
    #   @param key [String] of any length; an empty one is allowed, nil is not
    #   @param data [String]
    #   @return [String] as long as the digest, ASCII-8BIT
    #   @raise [ArgumentError] for a digest that is not known, or that HMAC is not offered over
    #   @raise [TypeError] when `key` or `data` is not a String
    #   @example RFC 4231, test case 2
    #     Oxisalt::HMAC.digest("SHA256", "Jefe", "what do ya want for nothing?").unpack1("H16") # => "5bdcc146bf60754e"
    # @!method self.hexdigest(digest, key, data)
    #   As {digest}, in lower-case hexadecimal.
    #   @return [String] US-ASCII
    # @!method self.base64digest(digest, key, data)
    #   As {digest}, in base64 with padding and without line breaks.
    #   @return [String] US-ASCII
    #   @example
    #     Oxisalt::HMAC.base64digest("MD5", "key", "data") # => "nVxz74VZTTTsRDi3yX5R2A=="

    # @!method self.valid?(digest, key, data, tag)
    #   Whether `tag` is the HMAC of `data`, in a time that does not depend on where it differs.
    #   @param tag [Object] what the other side sent: anything but a String of the right bytes is false
    #   @return [Boolean]
    #   @raise [ArgumentError, TypeError] as {digest}, for the other arguments

    # @!method self.verify(digest, key, data, tag)
    #   As {valid?}, but raises where that is false.
    #   @param tag [String]
    #   @return [true]
    #   @raise [BadAuthenticatorError] when `tag` is not the HMAC of `data`
    #   @raise [ArgumentError, TypeError] as {digest}, and a TypeError when `tag` is not a String

    # @!method initialize(key, digest)
    #   @param key [String] of any length
    #   @param digest [String, Symbol, Class, ::Digest::Instance] the classes below take none
    #   @raise [ArgumentError] for a digest that is not known, or that HMAC is not offered over
    #   @raise [TypeError] when `key` is not a String

    # @!method update(data)
    #   Feeds `data`. The interpreter lock is released for data of 1 MiB and more; until the call returns, other threads
    #   that use this object get a ThreadError, and if it is interrupted the object is as it was before.
    #   @param data [String]
    #   @return [self]
    #   @raise [TypeError] when `data` is not a String
    #   @raise [FrozenError] when the object is frozen
    # @!method <<(data)
    #   The same as {update}.
    #   @return [self]

    # @!method digest
    #   @return [String] the HMAC of all that was fed so far, ASCII-8BIT; more can be fed afterwards
    # @!method hexdigest
    #   @return [String] the same in lower-case hexadecimal, US-ASCII
    # @!method base64digest
    #   @return [String] the same in base64, US-ASCII

    # @!method valid?(tag)
    #   @param tag [Object] anything but a String of the right bytes is false
    #   @return [Boolean] whether `tag` is the HMAC of all that was fed so far, in constant time

    # @!method reset
    #   Forgets all that was fed, and keeps the key.
    #   @return [self]
    #   @raise [FrozenError] when the object is frozen

    # @!method verify(tag)
    #   As {valid?}, but raises where that is false.
    #   @param tag [String]
    #   @return [true]
    #   @raise [BadAuthenticatorError] when `tag` is not the HMAC of all that was fed so far
    #   @raise [TypeError] when `tag` is not a String

    # @!method ==(other)
    #   @return [Boolean] whether `other` is an HMAC of the same result, compared in constant time

    # @!method name
    #   @return [String] the digest

    # @!method to_s
    #   The HMAC in hexadecimal, as OpenSSL::HMAC#to_s gives it.
    #   @return [String] US-ASCII

    # @!method inspect
    #   @return [String] the class and the digest; neither the key nor the result

    # A key that was hashed once, for many messages: each then costs its own blocks alone. It never changes, so that any
    # thread or Ractor may use it at any time. The key itself cannot be had back from it or seen in `inspect`, and what
    # was made of it is erased from memory when the object is freed.
    #
    # @example
    #   key = Oxisalt::HMAC::Key.new("SHA256", "secret")
    #   tag = key.digest("data")
    #   key.valid?(tag, "data")      # => true
    #   key.valid?(tag, "other")     # => false
    #   key.inspect                  # => "#<Oxisalt::HMAC::Key SHA256>"
    class Key
      include Secret
      include Immutable
      include Sugar::HMACKey

      # @!method self.new(digest, key)
      #   @param digest [String, Symbol, Class, ::Digest::Instance]
      #   @param key [String] of any length; its bytes are not kept
      #   @return [Key] frozen
      #   @raise [ArgumentError] for a digest that is not known, or that HMAC is not offered over
      #   @raise [TypeError] when `key` is not a String

      # @!method digest(data)
      #   The interpreter lock is released for data of 1 MiB and more.
      #   @param data [String]
      #   @return [String] the HMAC of `data`, ASCII-8BIT
      #   @raise [TypeError] when `data` is not a String
      # @!method hexdigest(data)
      #   @return [String] the same in lower-case hexadecimal, US-ASCII
      # @!method base64digest(data)
      #   @return [String] the same in base64, US-ASCII

      # @!method valid?(tag, data)
      #   @param tag [Object] what the other side sent: anything but a String of the right bytes is false
      #   @param data [String]
      #   @return [Boolean] whether `tag` is the HMAC of `data`, in constant time
      #   @raise [TypeError] when `data` is not a String

      # @!method verify(tag, data)
      #   As {valid?}, but raises where that is false.
      #   @return [true]
      #   @raise [BadAuthenticatorError] when `tag` is not the HMAC of `data`
      #   @raise [TypeError] when `tag` or `data` is not a String

      # @!method name
      #   @return [String] the digest

      # @!method ==(other)
      #   @return [Boolean] whether `other` is the same key for the same digest, compared in constant time

      # @!method inspect
      #   @return [String] the class and the digest, without the key
    end
  end
end
