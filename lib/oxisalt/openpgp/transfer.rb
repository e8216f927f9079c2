# frozen_string_literal: true

module Oxisalt
  module OpenPGP
    # Where data comes from and where it goes.
    #
    # @api private
    module Transfer
      module_function

      # Whether `data` is read piece by piece.
      def stream?(data)
        !data.is_a?(String) && (data.respond_to?(:read) || data.respond_to?(:to_path))
      end

      # How many bytes `data` holds, or nil.
      def size(data)
        return data.bytesize if data.is_a?(String)
        return data.size if data.respond_to?(:read) && data.respond_to?(:size)
        return File.size(data) if data.respond_to?(:to_path)
      rescue SystemCallError
        nil
      end

      # Yields an IO to read `data` from.
      def reading(data, &block)
        return block.call(data) if data.respond_to?(:read) && !data.respond_to?(:relative?)
        return File.open(data, "rb", &block) if data.respond_to?(:to_path)

        require "stringio"
        block.call(StringIO.new(data))
      end

      # Yields an IO to write to, and returns what the block does and, where `to` is nil, what was written. A path
      # appears when all is written, and not before.
      def writing(to, mode: 0o666, &block)
        return collecting(&block) if to.nil?
        return [block.call(to), nil] if to.respond_to?(:write) && !to.respond_to?(:relative?)

        [replacing(path(to), mode, &block), nil]
      end

      # As {writing}, for what must not be seen unless the block succeeds.
      def withholding(to, &block)
        return writing(to, mode: 0o600, &block) if to.nil? || !to.respond_to?(:write) || to.respond_to?(:relative?)

        require "tempfile"
        Tempfile.create("oxisalt", mode: File::RDWR | File::BINARY, anonymous: true) do |held|
          result = block.call(held)
          held.rewind
          IO.copy_stream(held, to)
          [result, nil]
        end
      end

      # What calls `progress` with the bytes that were done and, where it is known, how many there are.
      def reporting(progress, total)
        return if progress.nil?
        return ->(done) { progress.call(done, total) } if progress.respond_to?(:call)

        raise Argument.type_error("progress must respond to call, got #{progress.class}")
      end

      def collecting
        require "stringio"
        output = StringIO.new("".b)
        [yield(output), output.string]
      end

      def replacing(path, mode)
        temporary = "#{path}.#{Process.pid}.#{Random.rand(1 << 64).to_s(36)}.part"
        result = File.open(temporary, File::WRONLY | File::CREAT | File::EXCL | File::BINARY, mode) { |io| yield io }
        File.rename(temporary, path)
        result
      rescue Exception # rubocop:disable Lint/RescueException -- nothing half-written stays, whatever the reason
        File.unlink(temporary) if temporary && File.exist?(temporary)
        raise
      end

      def path(to)
        return to.to_path if to.respond_to?(:to_path)
        return to.to_str if to.respond_to?(:to_str)

        raise Argument.type_error("to must be an IO or a path, got #{to.class}")
      end
    end
    private_constant :Transfer
  end
end
