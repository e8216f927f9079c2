# frozen_string_literal: true

# The published estimate: what so many hashes of segments and so many small ones take.
module Estimate
  SEGMENTS = 8192
  SEGMENT = 128 << 10
  SMALL_HASHES = 32_768
  SMALL = 102

  # How many of each are timed.
  TIMED_SEGMENTS = 64
  TIMED_SMALL_HASHES = 4096

  module_function

  # From the seconds that one hash of each kind takes.
  def of(segment, small)
    { "1 GiB" => (SEGMENTS * segment) + (SMALL_HASHES * small) }
  end

  # The block hashes what it is given.
  def measure(&)
    of(time("s" * SEGMENT, TIMED_SEGMENTS, &), time("n" * SMALL, TIMED_SMALL_HASHES, &))
  end

  def time(data, passes)
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    passes.times { yield data }
    (Process.clock_gettime(Process::CLOCK_MONOTONIC) - started) / passes
  end
end
