# frozen_string_literal: true

require_relative "collector"

# Libraries that do the same, where this machine has them.
module Rivals
  FEATURES = %w[rbnacl ed25519].to_h do |feature|
    [feature, begin
      # What rbnacl rests on, FFI, does not bear it when its objects are moved.
      !Collector.moving? && (require(feature) || true)
    rescue LoadError
      false
    end]
  end.freeze
  private_constant :FEATURES

  def self.missing(feature)
    return if FEATURES.fetch(feature)
    return "#{feature} is left out where objects are moved" if Collector.moving?

    "#{feature} is not installed: gem install #{feature}"
  end
end
