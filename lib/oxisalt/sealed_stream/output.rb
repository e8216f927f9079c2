# frozen_string_literal: true

module Oxisalt
  module SealedStream
    # Where it is written to. A file takes its place only when it is complete.
    #
    # @api private
    class Output
      class << self
        # @param target [Object] a path or an IO
        # @yieldparam output [Output]
        def open(target, &)
          return yield new(target) unless Place.path?(target, :write, "to")
          # A device or a pipe is written to, and not replaced.
          return ::File.open(target, "wb") { |file| yield new(file) } if ::File.exist?(target) && !::File.file?(target)

          replace(target, &)
        end

        private

        def replace(target)
          target = ::File.realpath(target) if ::File.exist?(target)
          unfinished = ::File.join(::File.dirname(target), ".oxisalt-#{Random.random_bytes(8).unpack1('H*')}")
          begin
            create(unfinished) { |file| yield(new(file)).tap { file.chmod(permissions(target)) } }
              .tap { ::File.rename(unfinished, target) }
          ensure
            # After an exception, and after Thread#kill and throw as well.
            ::File.unlink(unfinished) if ::File.exist?(unfinished)
          end
        end

        # Nobody else can read it before it is complete.
        def create(path, &)
          ::File.open(path, ::File::WRONLY | ::File::CREAT | ::File::EXCL | ::File::BINARY, 0o600, &)
        end

        def permissions(path)
          ::File.exist?(path) ? ::File.stat(path).mode & 0o7777 : 0o666 & ~::File.umask
        end
      end

      # @return [Integer] how many bytes were written
      attr_reader :count

      def initialize(io)
        @io = io
        @count = 0
      end

      # @param bytes [String] for nobody else to use
      def write(bytes)
        @io.write(bytes)
        @count += bytes.bytesize
        # As in Input#discard.
        bytes.clear if @io.is_a?(::IO)
      end
    end
    private_constant :Output
  end
end
