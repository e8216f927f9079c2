# frozen_string_literal: true

require "pathname"

module Oxisalt
  class GPG
    # What stands at the ends of an operation: where data comes from and goes to, and how keys are named.
    #
    # @api private
    module Ends
      private

      # Opens both ends, runs the block with them, and puts what a path is given in its place when all is done.
      def operate(data, destination, progress, passphrase)
        passphrase = checked_passphrase(passphrase)
        open_input(data, "data") do |input|
          open_output(destination) do |output|
            yield ends(input, output, progress_of(progress, data), passphrase)
          end
        end
      end

      # In the order in which the native part takes them.
      def ends(input, output, progress, passphrase)
        [input, output, progress, passphrase]
      end

      def open_input(data, name, optional: false, &block)
        return yield if optional && data.nil?
        return File.open(data, "rb", &block) if data.is_a?(Pathname)
        return yield data if data.is_a?(String) || data.respond_to?(:read) || data.respond_to?(:to_str)

        raise_marked TypeError, "#{name} must be a String, a Pathname or an IO, got #{data.nil? ? "nil" : data.class}"
      end

      def open_output(destination, &)
        return yield if destination.nil?
        return yield destination if destination.respond_to?(:write) && !destination.is_a?(Pathname)
        return File.open(destination, "wb", &) if File.exist?(destination) && !File.file?(destination)

        replace(destination, &)
      rescue NoMethodError, TypeError
        raise unless destination.respond_to?(:write) || destination.respond_to?(:to_str) || destination.is_a?(Pathname)

        raise_marked TypeError, "to must be a path or an IO, got #{destination.class}"
      end

      # A file that appears when it is complete, with the permissions that a new file gets.
      def replace(path)
        path = File.expand_path(path)
        temporary = File.join(File.dirname(path), ".#{File.basename(path)}.#{Process.pid}.#{object_id}.#{rand(2**64)}")
        result = File.open(temporary, File::WRONLY | File::CREAT | File::EXCL | File::BINARY) { |file| yield file }
        File.rename(temporary, path)
        result
      rescue Exception # rubocop:disable Lint/RescueException -- whatever ends it, nothing half-written is left
        File.delete(temporary) if temporary && File.exist?(temporary)
        raise
      end

      def progress_of(progress, data)
        return if progress.nil?

        total = total_of(data)
        ->(done) { progress.call(done, total) }
      end

      def total_of(data)
        case data
        when String then data.bytesize
        when Pathname then data.size
        else data.size if data.respond_to?(:size)
        end
      end

      def checked_passphrase(passphrase)
        return @ask if passphrase.nil?
        return passphrase if passphrase.is_a?(String) || (passphrase.respond_to?(:call) && !passphrase.is_a?(Symbol))

        raise_marked TypeError, "passphrase must be a String or a callable, got #{passphrase.class}"
      end

      def patterns(names, name)
        return [] if names.nil?

        (names.is_a?(Array) ? names : [names]).map { |pattern| one_pattern(pattern, name) }
      end

      def one_pattern(pattern, name)
        return pattern.fingerprint if pattern.is_a?(Key)

        unless pattern.is_a?(String)
          raise_marked TypeError, "#{name} must be a String or a Key, got #{pattern.nil? ? "nil" : pattern.class}"
        end
        text = pattern.dup.force_encoding(Encoding::UTF_8)
        raise_marked ArgumentError, "#{name} must not be blank" if text.b.strip.empty?
        raise_marked ArgumentError, "#{name} must be UTF-8" unless text.valid_encoding?
        raise_marked ArgumentError, "#{name} must not hold a zero byte" if text.include?("\0")

        text
      end

      def path_of(home)
        path = File.expand_path(home)
        path.dup.force_encoding(Encoding::UTF_8)
      end

      def ascii(output, armor)
        output.is_a?(String) && armor ? output.force_encoding(Encoding::US_ASCII) : output
      end

      def bool(value)
        value ? true : false
      end

      def raise_marked(kind, message)
        raise kind.new(message).extend(Oxisalt::Error)
      end
    end
  end
end
