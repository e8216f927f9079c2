# frozen_string_literal: true

module Oxisalt
  module Sugar
    # What keys for Ed25519 say of themselves, as RbNaCl's do.
    module Ed25519
      # Methods of the class.
      module OfClass
        # @return [Symbol]
        def primitive
          :ed25519
        end

        # @return [Integer] the length of a signature
        def signature_bytes
          64
        end
      end

      private_constant :OfClass

      # @api private
      def self.included(key)
        super
        key.extend(OfClass)
      end

      # @return [Symbol] `:ed25519`
      def primitive
        self.class.primitive
      end

      # @return [Integer] the length of a signature: 64
      def signature_bytes
        self.class.signature_bytes
      end
    end
  end
end
