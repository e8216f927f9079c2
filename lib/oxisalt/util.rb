# frozen_string_literal: true

module Oxisalt
  # Small things that protocols need, with the names that RbNaCl::Util gives them.
  #
  # @example
  #   Oxisalt::Util.verify32("a" * 32, "a" * 32)      # => true
  #   Oxisalt::Util.bin2hex("\x00\xFF")               # => "00ff"
  #   Oxisalt::Util.hex2bin("00FF").bytes             # => [0, 255]
  #   Oxisalt::Util.zero_pad(4, "ab")                 # => "ab\x00\x00"
  module Util
    # @!method self.verify16(one, two)
    #   Compares in a time that does not depend on where the bytes differ. {verify32} and {verify64} do so with 32 and
    #   with 64 bytes.
    #   @param one [Object]
    #   @param two [Object]
    #   @return [Boolean] whether both are Strings of the same 16 bytes; false for whatever else they are
    # @!method self.verify32(one, two)
    #   As {verify16}, with 32 bytes.
    #   @return [Boolean]
    # @!method self.verify64(one, two)
    #   As {verify16}, with 64 bytes.
    #   @return [Boolean]

    # @!method self.bin2hex(data)
    #   Hexadecimal, in a time that does not depend on the bytes: for secrets as well. The interpreter lock is released
    #   for much of it.
    #   @param data [String]
    #   @return [String] lower-case, US-ASCII
    #   @raise [TypeError] when `data` is not a String

    # @!method self.hex2bin(hexadecimal)
    #   The bytes of hexadecimal, in a time that does not depend on them.
    #   @param hexadecimal [String] pairs of digits, upper or lower case
    #   @return [String] ASCII-8BIT
    #   @raise [ArgumentError] for an odd number of digits, and for what is no digit
    #   @raise [TypeError] when `hexadecimal` is not a String

    class << self
      # As {verify16}, for lengths that are the caller's own matter: another one is an error.
      #
      # @param one [String] 16 bytes
      # @param two [String] 16 bytes
      # @return [Boolean]
      # @raise [LengthError] for another length
      # @raise [TypeError] when an argument is not a String
      def verify16!(one, two)
        check_both(one, two, 16) && verify16(one, two)
      end

      # As {verify16!}, with 32 bytes.
      #
      # @return [Boolean]
      # @raise [LengthError, TypeError] as {verify16!}
      def verify32!(one, two)
        check_both(one, two, 32) && verify32(one, two)
      end

      # As {verify16!}, with 64 bytes.
      #
      # @return [Boolean]
      # @raise [LengthError, TypeError] as {verify16!}
      def verify64!(one, two)
        check_both(one, two, 64) && verify64(one, two)
      end

      # @param count [Integer]
      # @return [String] so many zero bytes, ASCII-8BIT
      # @raise [LengthError] for a negative number
      # @raise [TypeError] when `count` is not an Integer
      # @example
      #   Oxisalt::Util.zeros(3) # => "\x00\x00\x00"
      def zeros(count = 32)
        "\0".b * check_count(count)
      end

      # @param count [Integer]
      # @param message [String]
      # @return [String] so many zero bytes and then the message's, ASCII-8BIT
      # @raise [LengthError, TypeError] as {zeros}, and a TypeError when `message` is not a String
      def prepend_zeros(count, message)
        zeros(count) << check_bytes(message, "message")
      end

      # @param count [Integer]
      # @param message [String] which is left as it is
      # @return [String] its bytes without the first `count`, whatever these are, ASCII-8BIT
      # @raise [LengthError] for a message that is shorter
      # @raise [TypeError] for an argument of another class
      def remove_zeros(count, message)
        bytes = check_bytes(message, "message")
        check_length(bytes, count, "message", longer: true)
        bytes.byteslice(count..)
      end

      # @param count [Integer]
      # @param message [String]
      # @return [String] its bytes and then zero bytes, `count` bytes together, ASCII-8BIT
      # @raise [LengthError] for a message that is longer
      # @raise [TypeError] for an argument of another class
      def zero_pad(count, message)
        bytes = check_bytes(message, "message")
        missing = check_count(count) - bytes.bytesize
        raise LengthError, "message must be at most #{count} bytes, got #{bytes.bytesize}" if missing.negative?

        bytes << zeros(missing)
      end

      private

      def check_both(one, two, length)
        check_length(check_bytes(one, "first message"), length, "first message")
        check_length(check_bytes(two, "second message"), length, "second message")
      end

      def check_length(bytes, length, name, longer: false)
        check_count(length)
        got = bytes.bytesize
        return true if got == length || (longer && got > length)

        raise LengthError, "#{name} must be #{'at least ' if longer}#{length} bytes, got #{got}"
      end

      # A copy, in which bytes are bytes.
      def check_bytes(value, name)
        string = String.try_convert(value)
        raise TypeError.new("#{name} must be a String, got #{kind(value)}").extend(Error) unless string

        string.b
      end

      def check_count(count)
        case count
        when Integer
          return count unless count.negative?

          raise LengthError, "number of bytes must not be negative, got #{count}"
        else
          raise TypeError.new("number of bytes must be an Integer, got #{kind(count)}").extend(Error)
        end
      end

      def kind(value)
        nil.equal?(value) ? "nil" : ::Kernel.instance_method(:class).bind_call(value).to_s
      end
    end
  end
end
