# frozen_string_literal: true

module Oxisalt
  module Sugar
    # How HMACs show themselves.
    module HMAC
      # The HMAC in hexadecimal, as OpenSSL::HMAC#to_s gives it.
      #
      # @return [String] US-ASCII
      def to_s
        hexdigest
      end

      # @return [String] the class and the digest; neither the key nor the result
      def inspect
        "#<#{self.class} #{name}>"
      end
    end

    # How their keys show themselves.
    module HMACKey
      # @return [String] the class and the digest, without the key
      def inspect
        "#<#{self.class} #{name}>"
      end
    end
  end
end
