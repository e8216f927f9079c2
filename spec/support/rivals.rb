# frozen_string_literal: true

# Libraries that do the same, where this machine has them.
module Rivals
  FEATURES = %w[rbnacl ed25519].to_h do |feature|
    [feature, begin
      require feature
      true
    rescue LoadError
      false
    end]
  end.freeze
  private_constant :FEATURES

  def self.missing(feature)
    "#{feature} is not installed: gem install #{feature}" unless FEATURES.fetch(feature)
  end
end
