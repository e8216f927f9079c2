# frozen_string_literal: true

module Oxisalt
  # JSON Web Keys as text.
  #
  # @api private
  module JWK
    # @param jwk [Object]
    # @return [Object] the members, where `jwk` is JSON; `jwk` itself, where it is no String
    # @raise [KeyFormatError] for a String that is no JSON object
    def self.members(jwk)
      return jwk unless jwk.is_a?(String)

      # Here and not above: few programs come this way, and those have it.
      require "json"
      begin
        members = JSON.parse(jwk)
      rescue JSON::ParserError, EncodingError
        members = nil
      end
      return members if members.is_a?(Hash)

      raise KeyFormatError, "expected a JWK, found text that is no JSON object"
    end
  end
  private_constant :JWK
end
