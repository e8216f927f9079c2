# frozen_string_literal: true

# The whole of a run under a garbage collector that is at its worst, as OXISALT_GC says: `compact` moves objects
# whenever it can, and after each group everything at once, and looks for what still refers to the old place; `stress`
# collects at every allocation within the examples. `rake spec:compact` and `rake spec:stress` set it.
module Collector
  # To where there is room: Ruby 3.2 renamed the argument that makes some.
  ROOM = RUBY_VERSION < "3.2" ? { double_heap: true } : { expand_heap: true }

  MODE = ENV.fetch("OXISALT_GC", nil)

  # Whether objects are moved all the time.
  def self.moving?
    MODE == "compact"
  end

  def self.configure(config)
    case MODE
    when nil then nil
    when "compact" then compact(config)
    when "stress" then stress(config)
    else raise ArgumentError, "OXISALT_GC must be compact or stress, got #{MODE.inspect}"
    end
  end

  def self.compact(config)
    raise "this Ruby cannot compact" unless GC.respond_to?(:verify_compaction_references)

    config.before(:suite) { GC.auto_compact = true }
    config.after(:context) do
      GC.verify_compaction_references(toward: :empty, **ROOM) if self.class.parent_groups.one?
    end
  end
  private_class_method :compact

  def self.stress(config)
    config.around do |example|
      GC.stress = true
      example.run
    ensure
      GC.stress = false
    end
  end
  private_class_method :stress
end
