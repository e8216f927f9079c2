# frozen_string_literal: true

require_relative "rivals"

# The trees of a run: they count only where all of the same leaves have the same root.
class Forest
  # @param rounds [Integer] how often each contender is measured; after that it sits a round out
  def initialize(rounds:)
    @rounds = rounds
    @roots = {}
    @turns = Hash.new(0)
  end

  # The time of a contender whose block returns a root.
  def measure(subject, label)
    grow(subject, label) do
      GC.start
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      root = yield
      [root, Process.clock_gettime(Process::CLOCK_MONOTONIC) - started]
    end
  end

  # The same for a block that returns the root and its time.
  def grow(subject, label)
    return {} if @turns[[subject, label]] == @rounds

    @turns[[subject, label]] += 1
    root, seconds = yield
    compare(subject, label, root.b)
    { "time" => seconds }
  end

  private

  def compare(subject, label, root)
    first, known = @roots[subject] ||= [label, root]
    return if known == root

    raise Bench::Mismatch, "#{subject}: #{label} and #{first} have different roots: " \
                           "#{root.unpack1('H*')} and #{known.unpack1('H*')}"
  end
end
