# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in operations.rb.
  module OpenPGP
    # Where data comes from, where it goes, and who is told how far it is.
    #
    # @api private
    class Transfer
      # @return [Object] what data comes from
      attr_reader :data
      # @return [Object, nil] what it goes to
      attr_reader :to

      def initialize(data, to = nil, progress = nil)
        @data = data
        @to = to
        @progress = progress
      end

      # Whether it goes piece by piece.
      def streamed?
        !@to.nil? || !@progress.nil? || stream?
      end

      # Whether the data is read piece by piece.
      def stream?
        !@data.is_a?(String) && (@data.respond_to?(:read) || @data.respond_to?(:to_path))
      end

      # How many bytes there are, or nil.
      def size
        return @data.bytesize if @data.is_a?(String)
        return @data.size if io? && @data.respond_to?(:size)
        # From Ruby 3.2 on a pipe has a to_path too.
        return File.size(@data) if @data.respond_to?(:to_path) && !@data.is_a?(IO)
      rescue SystemCallError
        nil
      end

      # What is called with the bytes that were done, or nil.
      def report
        return if @progress.nil?
        raise Argument.type_error("progress must respond to call, got #{@progress.class}") unless
          @progress.respond_to?(:call)

        total = size
        progress = @progress
        ->(done) { progress.call(done, total) }
      end

      # Yields an IO to read from.
      def reading(&block)
        return block.call(@data) if io?
        return File.open(@data, "rb", &block) if @data.respond_to?(:to_path)

        require "stringio"
        block.call(StringIO.new(@data))
      end

      # Yields an IO to read from and one to write to. Returns what the block does and, where nothing says where the
      # output goes, that. A path appears when all is written, and not before.
      def moving(mode: 0o666)
        reading do |input|
          next collecting { |output| yield(input, output) } if @to.nil?
          next [yield(input, @to), nil] if writable?

          [replacing(mode) { |output| yield(input, output) }, nil]
        end
      end

      # As {moving}, for what must not be seen unless the block succeeds.
      def withholding(&block)
        return moving(mode: 0o600, &block) if @to.nil? || !writable?

        require "tempfile"
        Tempfile.create("oxisalt", mode: File::RDWR | File::BINARY) do |held|
          File.unlink(held.path)
          result = reading { |input| block.call(input, held) }
          held.rewind
          IO.copy_stream(held, @to)
          [result, nil]
        end
      end

      private

      def io?
        @data.respond_to?(:read) && !@data.respond_to?(:relative?)
      end

      # A Pathname has both, too.
      def writable?
        @to.respond_to?(:write) && !@to.respond_to?(:relative?)
      end

      def collecting
        require "stringio"
        output = StringIO.new("".b)
        [yield(output), output.string]
      end

      def replacing(mode, &)
        target = path
        temporary = "#{target}.#{Process.pid}.#{::Random.rand(1 << 64).to_s(36)}.part"
        result = File.open(temporary, File::WRONLY | File::CREAT | File::EXCL | File::BINARY, mode, &)
        File.rename(temporary, target)
        temporary = nil
        result
      ensure
        # Nothing half-written stays, whatever the reason.
        File.unlink(temporary) if temporary && File.exist?(temporary)
      end

      def path
        return @to.to_path if @to.respond_to?(:to_path)
        return @to.to_str if @to.respond_to?(:to_str)

        raise Argument.type_error("to must be an IO or a path, got #{@to.class}")
      end
    end
    private_constant :Transfer
  end
end
