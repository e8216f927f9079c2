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
        case data
        when Pathname then File.open(data, "rb", &block)
        when String then yield data
        else
          unless (optional && data.nil?) || data.respond_to?(:read) || data.respond_to?(:to_str)
            refuse_class(name, "a String, a Pathname or an IO", data)
          end
          yield data
        end
      end

      def open_output(destination, &)
        case destination
        when nil then yield
        when String, Pathname then open_path(destination, &)
        else
          refuse_class("to", "a path or an IO", destination) unless destination.respond_to?(:write)
          yield destination
        end
      end

      # What is no regular file, as a pipe or a device, cannot be replaced.
      def open_path(path, &)
        return File.open(path, "wb", &) if File.exist?(path) && !File.file?(path)

        replace(File.expand_path(path), &)
      end

      # A file that appears when it is complete, with the permissions that a new file gets.
      def replace(path, &)
        temporary = File.join(File.dirname(path), ".#{File.basename(path)[0, 100]}.#{rand(1 << 64)}")
        result = File.open(temporary, File::WRONLY | File::CREAT | File::EXCL | File::BINARY, &)
        File.rename(temporary, path)
        result
      ensure
        # Whatever ends it, nothing half-written is left.
        File.delete(temporary) if temporary && File.exist?(temporary)
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
        return passphrase if passphrase.is_a?(String) || callable?(passphrase)

        refuse_class("passphrase", "a String or a callable", passphrase)
      end

      def callable?(object)
        object.respond_to?(:call)
      end

      def patterns(names, name)
        return [] if names.nil?

        (names.is_a?(Array) ? names : [names]).map { |pattern| one_pattern(pattern, name) }
      end

      def one_pattern(pattern, name)
        return pattern.fingerprint if pattern.is_a?(Key)

        refuse_class(name, "a String or a Key", pattern) unless pattern.is_a?(String)
        text = pattern.dup.force_encoding(Encoding::UTF_8)
        raise_marked ArgumentError, "#{name} must be UTF-8" unless text.valid_encoding?
        raise_marked ArgumentError, "#{name} must not be blank" if text.match?(/\A[[:space:]]*\z/)
        raise_marked ArgumentError, "#{name} must not hold a zero byte" if text.include?("\0")
        text
      end

      # As gpg sees it: an empty one is none.
      def home_of_environment
        home = ENV.fetch("GNUPGHOME", "")
        home unless home.empty?
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

      def refuse_class(name, expected, value)
        raise_marked TypeError, "#{name} must be #{expected}, got #{value.nil? ? 'nil' : value.class}"
      end

      def raise_marked(kind, message)
        raise kind.new(message).extend(Oxisalt::Error)
      end
    end
  end
end
