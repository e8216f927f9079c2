# frozen_string_literal: true

module Oxisalt
  module SealedStream
    # Where something is read from or written to.
    #
    # @api private
    module Place
      # @param place [Object] what the caller gave as `name`
      # @param method [Symbol] what an IO must be able to do
      # @return [Boolean] whether it is a path, and not an IO
      # @raise [TypeError] when it is neither
      def self.path?(place, method, name)
        return true if place.respond_to?(:to_str) || (place.respond_to?(:to_path) && !place.respond_to?(:fileno))
        return false if place.respond_to?(method)

        got = place.nil? ? "nil" : place.class
        raise TypeError.new("#{name} must be a path or an IO, got #{got}").extend(Error)
      end
    end
    private_constant :Place
  end
end
