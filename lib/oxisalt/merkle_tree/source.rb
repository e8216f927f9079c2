# frozen_string_literal: true

module Oxisalt
  class MerkleTree
    # What a tree is made of: a file or an IO.
    #
    # @api private
    module Source
      class << self
        # @param source [Object] a path or an IO
        # @yieldparam io [#read]
        # @yieldparam start [Integer, nil] where it stands, if it is a regular file that its length is known of
        # @yieldparam total [Integer, nil] how much is left, if that is known
        def open(source, &)
          return ::File.open(source, "rb") { |file| describe(file, &) } if path?(source)

          describe(source, &)
        end

        private

        def path?(source)
          # A Pathname has a method of this name too, which takes no length.
          return true if source.respond_to?(:to_str) || (source.respond_to?(:to_path) && !source.respond_to?(:close))
          return false if source.respond_to?(:read)

          got = source.nil? ? "nil" : source.class
          raise TypeError.new("source must be a path or an IO, got #{got}").extend(Error)
        end

        def describe(io)
          # A file of the kernel's own may say that it has no length, and have one all the same.
          return yield(io, nil, remaining(io)) unless io.is_a?(::IO) && io.stat.file? && io.stat.size.positive?

          start = io.pos
          yield io, start, [io.stat.size - start, 0].max
        end

        def remaining(io)
          return if io.is_a?(::IO) || !io.respond_to?(:size) || !io.respond_to?(:pos)

          size = io.size
          position = io.pos
          [size - position, 0].max if size && position
        end
      end
    end
    private_constant :Source
  end
end
