# frozen_string_literal: true

require "stringio"
require "oxisalt"

# One right and one wrong call of every public method of the gem, for specs that hold for all of them: memory, the
# garbage collector, threads, Ractors and forks. `spec/memory/calls_spec.rb` fails for a method that has none.
module Calls
  # `right` returns what can be compared. `wrong` raises an error, or returns false or nil; a method that takes no
  # argument has none. What `right` returns differs each time where it is `random`.
  Call = Struct.new(:name, :right, :wrong, :random) do
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

  @written = []

  class << self
    # Every call, each shareable between Ractors.
    def all
      @all ||= defined?(Ractor) ? Ractor.make_shareable(@written) : @written.freeze
    end

    # The results of `calls`, and their refusals.
    def results(calls = all)
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
    def call(*names, wrong: nil, random: false, &right)
      names.each { |name| @written << Call.new(name, right, wrong, random).freeze }
    end
  end
end

Dir[File.join(__dir__, "calls", "*.rb")].each { |file| require file }
