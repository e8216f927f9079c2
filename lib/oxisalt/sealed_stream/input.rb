# frozen_string_literal: true

module Oxisalt
  module SealedStream
    # What is sealed or opened: read in whole chunks, and counted.
    #
    # @api private
    class Input
      # @param source [Object] a path or an IO
      # @yieldparam input [Input]
      def self.open(source, progress)
        return yield new(source, progress) unless Place.path?(source, :read, "from")

        ::File.open(source, "rb") { |file| yield new(file, progress) }
      end

      def initialize(io, progress)
        @io = io
        @progress = progress
        @done = 0
        @total = progress && remaining
      end

      # @return [String] `size` bytes, fewer at the end, and none after it
      def read(size)
        bytes = take(size)
        # An IO gives less only at its end; what is not quite one may do so at any time.
        bytes = complete(bytes.b, size) if bytes.bytesize.between?(1, size - 1)
        @done += bytes.bytesize
        bytes
      end

      # Gives the memory of what was read back at once, for a large file would leave much to the garbage collector. What
      # came from something else than an IO may be in use there.
      def discard(bytes)
        bytes.clear if @io.is_a?(::IO)
      end

      # Says how far it has come.
      def report
        @progress&.call(@done, @total)
      end

      private

      def take(size)
        bytes = @io.read(size)
        return +"" if bytes.nil?
        return bytes if bytes.is_a?(String) && bytes.bytesize <= size

        raise TypeError.new("from.read(#{size}) must return a String of at most as many bytes").extend(Error)
      end

      def complete(bytes, size)
        while bytes.bytesize < size
          more = take(size - bytes.bytesize)
          break if more.empty?

          bytes << more.b
        end
        bytes
      end

      def remaining
        return unless @io.respond_to?(:size) && @io.respond_to?(:pos)
        return if @io.respond_to?(:stat) && !@io.stat.file?

        @io.size - @io.pos
      end
    end
    private_constant :Input
  end
end
