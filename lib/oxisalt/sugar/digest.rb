# frozen_string_literal: true

module Oxisalt
  # What classes have in common whichever library computes for them: Ruby that is no cryptography. It is documented
  # where the classes are.
  module Sugar
    # Digests of files.
    module Digest
      # How much of a file that is no regular one is read at a time.
      CHUNK_SIZE = 256 * 1024

      # What the class has that takes the algorithm by name.
      module OfAll
        def file(digest, path)
          new(digest).file(path)
        end
      end

      # What the classes of single algorithms have in its place.
      module OfClass
        def file(path, **options)
          new(**options).file(path)
        end
      end

      private_constant :CHUNK_SIZE, :OfAll, :OfClass

      # @api private
      def self.included(digest)
        super
        digest.extend(OfAll)
      end

      # @api private
      # @param digest [Class] below which each algorithm has a class
      def self.extend_classes(digest)
        digest.constants(false).each do |name|
          algorithm = digest.const_get(name)
          algorithm.extend(OfClass) if algorithm.is_a?(::Class) && algorithm < digest
        end
      end

      def file(path)
        ::File.open(path, "rb") do |file|
          next update_from(file.fileno) if file.stat.file?

          # Fed to a copy, so that an interrupt leaves this object as it was.
          fed = dup
          piece = String.new(capacity: CHUNK_SIZE)
          fed.update(piece) while file.read(CHUNK_SIZE, piece)
          initialize_copy(fed)
        end
        self
      end
    end
  end
  private_constant :Sugar
end
