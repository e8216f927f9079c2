# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in operations.rb.
  module OpenPGP
    # What keyword arguments mean.
    #
    # @api private
    module Argument
      module_function

      # One key or several, of which there must be one.
      def keys(name, keys)
        keys = keys.is_a?(Array) ? keys : [keys].compact
        raise argument_error("#{name} must name a key, and there is none") if keys.empty?

        keys
      end

      # Seconds since 1970, or nil for now.
      def time(time)
        return time if time.nil? || time.is_a?(Integer)
        return time.to_i if time.is_a?(Numeric) || time.respond_to?(:to_time) || time.is_a?(Time)

        raise type_error("at must be a Time, got #{time.class}")
      end

      # A number of seconds, or nil for ever.
      def seconds(seconds)
        return seconds if seconds.nil? || seconds.is_a?(Integer)
        return seconds.to_i if seconds.respond_to?(:to_i) && !seconds.is_a?(String)

        raise type_error("expires_in must be a number of seconds, got #{seconds.class}")
      end

      # A passphrase, or what a callable answers when it is needed.
      def passphrase(passphrase)
        passphrase.respond_to?(:call) ? passphrase.call : passphrase
      end

      # The most bytes that a message may hold: as `max_size` says, else a multiple of what came. A text that is
      # compressed well shrinks to a tenth.
      def limit(max_size, size)
        return [LEAST_LIMIT, (size || 0) * EXPANSION].max if max_size.nil?
        return max_size if max_size.is_a?(Integer) && max_size.between?(0, LARGEST)
        return LARGEST if max_size.is_a?(Float) && max_size.infinite? == 1

        raise argument_error("max_size must be a number of bytes or Float::INFINITY, got #{max_size.inspect}")
      end

      def argument_error(message)
        ArgumentError.new(message).extend(Error)
      end

      def type_error(message)
        TypeError.new(message).extend(Error)
      end
    end

    # How much a message may hold, where `max_size` is not given: this many bytes, or this many for each that came.
    LEAST_LIMIT = 64 * 1024 * 1024
    EXPANSION = 32
    LARGEST = (2**64) - 1
    private_constant :Argument, :LEAST_LIMIT, :EXPANSION, :LARGEST
  end
end
