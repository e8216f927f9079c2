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
      raise ArgumentError.new("can't unfreeze #{self.class}").extend(Error) if freeze == false

      self
    end
  end
end
