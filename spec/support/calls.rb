# frozen_string_literal: true

require "stringio"

# One right and one wrong call of every public method of the gem, for specs that hold for all of them: memory, the
# garbage collector, threads, Ractors and forks. `spec/memory/calls_spec.rb` fails for a method that has none.
module Calls
  # `right` returns what can be compared. `wrong` raises an error, or returns false or nil; a method that takes no
  # argument has none. What `right` returns differs each time where it is `random`, and takes long where it is `slow`.
  Call = Struct.new(:name, :right, :wrong, :random, :slow, keyword_init: true) do
    def result
      found = right.call
      return found unless random

      found.is_a?(String) ? found.bytesize : found.class.name
    end

    # What a wrong call comes to, in words.
    def refusal
      return if wrong.nil?

      found = wrong.call
      raise "#{name}: a wrong call returned #{found.inspect}" if found

      found
    rescue Oxisalt::Error, SystemCallError, TypeError => e
      "#{e.class}: #{e.message}"
    end
  end

  # Where the table of each part stands, by what is required.
  PARTS = {
    "oxisalt" => "calls/*.rb",
    "oxisalt/openssl" => "calls/openssl/*.rb"
  }.freeze

  @tables = {}

  class << self
    # Every call of a part, each shareable between Ractors. Raises LoadError where the part cannot be required.
    def of(part)
      @tables.fetch(part) do
        require part
        # The other tables are made by what makes this one.
        of("oxisalt") unless part == "oxisalt"
        @written = []
        Dir[File.join(__dir__, PARTS.fetch(part))].each { |file| require file }
        @tables[part] = defined?(Ractor) ? Ractor.make_shareable(@written) : @written.freeze
      end
    end

    # The results of `calls`, and their refusals.
    def results(calls)
      calls.map { |call| [call.name, call.result, call.refusal] }
    end

    # The public methods that `spaces` have, as "Class#method" and "Class.method".
    def public_methods_of(spaces)
      spaces.flat_map do |space|
        Signatures.public_methods_of(space).map { |method| "#{space}##{method.name}" } +
          Signatures.public_singleton_methods_of(space).map { |method| "#{space}.#{method.name}" }
      end
    end

    private

    # `names` are of one method of one class, or of another that does the same.
    def call(*names, wrong: nil, random: false, slow: false, &right)
      names.each { |name| @written << Call.new(name:, right:, wrong:, random:, slow:).freeze }
    end
  end
end
