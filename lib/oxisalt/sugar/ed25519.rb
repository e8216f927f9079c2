# frozen_string_literal: true

module Oxisalt
  module Sugar
    # What keys for Ed25519 say of themselves, as RbNaCl's do.
    module Ed25519
      # Methods of the class.
      module OfClass
        def primitive
          :ed25519
        end

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

      def primitive
        self.class.primitive
      end

      def signature_bytes
        self.class.signature_bytes
      end
    end
  end
end
