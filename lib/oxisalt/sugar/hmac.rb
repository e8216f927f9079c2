# frozen_string_literal: true

module Oxisalt
  module Sugar
    # How HMACs show themselves.
    module HMAC
      def to_s
        hexdigest
      end

      def inspect
        "#<#{self.class} #{name}>"
      end
    end

    # How their keys show themselves.
    module HMACKey
      def inspect
        "#<#{self.class} #{name}>"
      end
    end
  end
end
