# frozen_string_literal: true

module Oxisalt
  # What {OneTimeAuth} and {Auth} have in common: their class methods, with RbNaCl's names and order of arguments.
  module Authenticator
    # What an object says of its class.
    module OfObject
      def primitive
        self.class.primitive
      end

      def tag_bytes
        self.class.tag_bytes
      end

      def key_bytes
        self.class.key_bytes
      end
    end

    private_constant :OfObject

    def self.extended(kind)
      super
      kind.include(OfObject)
    end
    private_class_method :extended

    # The tag of `message`, without keeping the key.
    #
    # @param key [String]
    # @param message [String]
    # @return [String] ASCII-8BIT
    # @raise [LengthError, TypeError] as `new` and `auth`
    def auth(key, message)
      new(key).auth(message)
    end

    # Whether `tag` is the tag of `message`, in a time that does not depend on where it differs.
    #
    # @param key [String]
    # @param tag [Object] what the other side sent: anything but a String of the right bytes is false
    # @param message [String]
    # @return [Boolean]
    # @raise [LengthError, TypeError] as `new`, and a TypeError when `message` is not a String
    def valid?(key, tag, message)
      new(key).valid?(tag, message)
    end

    # As {valid?}, but raises where that is false.
    #
    # @param key [String]
    # @param tag [String]
    # @param message [String]
    # @return [true]
    # @raise [BadAuthenticatorError] when `tag` is not the tag of `message`
    # @raise [LengthError, TypeError] as `new`, and a TypeError when `tag` or `message` is not a String
    def verify(key, tag, message)
      new(key).verify(tag, message)
    end

    # @return [Integer] the length of a tag
    def tag_bytes
      self::BYTES
    end

    # @return [Integer] the length of a key
    def key_bytes
      self::KEYBYTES
    end
  end
end
