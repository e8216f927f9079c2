# frozen_string_literal: true

# By how much the process grows with calls. The allocator's pools fill in the first rounds, and then one leaves the
# process as it was; a leak grows in each.
module Growth
  ROUNDS = 20
  # What a round may grow by.
  LIMIT = 64 << 10

  # The bytes of memory that belong to no file, once what nobody holds is gone.
  def self.resident
    GC.start
    Integer(File.read("/proc/self/smaps_rollup")[/^Anonymous:\s+(\d+)/, 1]) << 10
  end

  def self.measurable?
    File.readable?("/proc/self/smaps_rollup")
  end

  # How often the block can be called within `seconds`, at least `least` times.
  def self.affordable(seconds, least, &)
    sample = [least / 20, 1].max
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    sample.times(&)
    spent = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
    [least, (sample * seconds / spent).to_i].max
  end

  # The bytes that `times` calls of the block take and do not give back.
  def self.of(times, &)
    times.times(&)
    rounds = Array.new(ROUNDS) do
      growth = round(times, &)
      return growth if growth < LIMIT

      growth
    end
    rounds.min
  end

  def self.round(times, &)
    before = resident
    times.times(&)
    resident - before
  end
  private_class_method :round
end
