# frozen_string_literal: true

# A run under a garbage collector that is at its worst, as OXISALT_GC says: with `compact` objects are moved whenever
# that can be, and after each group all of them at once, with a look for what still refers to the old place; with
# `stress` the calls of spec/support/calls are all made at a collection for every allocation, and not a part of them.
module Collector
  MODE = ENV.fetch("OXISALT_GC", nil)
  MODES = [nil, "compact", "stress"].freeze
  raise ArgumentError, "OXISALT_GC must be compact or stress, got #{MODE.inspect}" unless MODES.include?(MODE)

  # To where there is room: Ruby 3.2 renamed the argument that makes some.
  ROOM = RUBY_VERSION < "3.2" ? { double_heap: true } : { expand_heap: true }

  # Whether objects are moved all the time.
  def self.moving?
    MODE == "compact"
  end

  def self.configure(config)
    return unless moving?
    raise "this Ruby cannot compact" unless GC.respond_to?(:verify_compaction_references)

    config.before(:suite) { GC.auto_compact = true }
    config.after(:context) do
      GC.verify_compaction_references(toward: :empty, **ROOM) if self.class.parent_groups.one?
    end
  end
end
