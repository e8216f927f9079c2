# frozen_string_literal: true

module Bench
  # A library that takes part: how to load it, how to install it where it is missing, and which version it is.
  class Library
    attr_reader :id, :features, :install

    @registry = {}

    class << self
      # Registers a library under the name that comparisons use.
      def define(id, **options)
        @registry[id] = new(id, **options)
      end

      def fetch(id)
        @registry.fetch(id) { raise Error, "no library #{id.inspect}; benchmark/support/libraries.rb lists them" }
      end

      def all
        @registry.values
      end
    end

    # versions: { "name to print" => -> { version } }, asked for only once the library is loaded.
    # probe: what else must be there, where it is no library of Ruby's; raises a LoadError, as `require` does.
    def initialize(id, features: [], probe: nil, install: nil, ours: false, versions: {})
      @id = id
      @features = features
      @probe = probe
      @install = install
      @ours = ours
      @versions = versions
    end

    # Part of Oxisalt, not a rival?
    def ours?
      @ours
    end

    # Nil when the library can be used, else the reason it cannot, with the command that installs it.
    def absence
      return @absence if defined?(@absence)

      @absence = load_features
    end

    def version_names
      @versions.keys
    end

    # { name => version, nil where the library is not installed }
    def versions
      return @versions.transform_values { nil } if absence

      @versions.transform_values { |version| version.call&.to_s }
    end

    private

    def load_features
      features.each { |feature| require feature }
      @probe&.call
      nil
    rescue LoadError => e
      details = e.message.lines.first.to_s.strip
      details = nil if details.start_with?("cannot load such file")
      ["not installed: #{install}", details].compact.join("; ")
    end
  end
end
