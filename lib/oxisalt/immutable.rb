# frozen_string_literal: true

module Oxisalt
  # What objects that never change have in common: there is nothing to copy.
  module Immutable
    # @return [self]
    def dup
      self
    end

    # @return [self]
    # @raise [ArgumentError] for `freeze: false`
    def clone(freeze: true)
      raise ArgumentError, "can't unfreeze #{self.class}" if freeze == false

      self
    end
  end
end
