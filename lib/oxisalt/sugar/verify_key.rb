# frozen_string_literal: true

module Oxisalt
  module Sugar
    # How public keys are written and compared.
    module VerifyKey
      # Methods of the class.
      module OfClass
        # Reads a JWK (RFC 8037).
        #
        # @param jwk [Hash, String] its members, by String or by Symbol, or JSON
        # @return [VerifyKey]
        # @raise [KeyFormatError] for anything else; the message names what was found, such as a private key
        # @raise [TypeError] when `jwk` is neither a Hash nor a String
        # @example
        #   key = Oxisalt::SigningKey.generate.verify_key
        #   Oxisalt::VerifyKey.from_jwk(key.to_jwk) == key                                    # => true
        #   Oxisalt::VerifyKey.from_jwk(%({"kty":"OKP","crv":"Ed25519","x":"#{key.to_jwk['x']}"})) == key  # => true
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

      # The line for a .pub or an authorized_keys file, without a line break.
      #
      # @param comment [String, nil] what stands behind the key; of one line
      # @return [String] UTF-8
      # @raise [ArgumentError] for a comment with a line break
      # @raise [TypeError] for a comment that is no String
      # @example
      #   Oxisalt::SigningKey.new("s" * 32).verify_key.to_openssh("me@example.com")
      #   # => "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIP7BQoZz9q/okmSzgHNErosmnRJaUDhVICaH21pxKFef me@example.com"
      def to_openssh(comment = nil)
        to_openssh_with(comment.nil? ? "" : comment)
      end

      # @return [Integer] the same for equal keys
      def hash
        to_bytes.hash
      end

      # The same as {to_bytes}, as in RbNaCl.
      #
      # @return [String] 32 bytes, ASCII-8BIT
      def to_s
        to_bytes
      end

      # @return [String] the class and the key in hexadecimal
      def inspect
        "#<#{self.class} #{hex}>"
      end
    end
  end
end
