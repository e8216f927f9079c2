# frozen_string_literal: true

module Oxisalt
  module Sugar
    # How public keys are written and compared.
    module VerifyKey
      # Methods of the class.
      module OfClass
        def from_jwk(jwk)
          from_jwk_members(JWK.members(jwk))
        end
      end

      private_constant :OfClass

      # @api private
      def self.included(key)
        super
        key.extend(OfClass)
      end

      def to_openssh(comment = nil)
        to_openssh_with(comment.nil? ? "" : comment)
      end

      def hash
        to_bytes.hash
      end

      def to_s
        to_bytes
      end

      def inspect
        "#<#{self.class} #{hex}>"
      end
    end
  end
end
