# frozen_string_literal: true

module Bench
  # One row in two runs. It has changed when the quartiles of its figures lie apart, and those of its ratio to the
  # table's baseline as well: figures that move while the ratio stays are the machine's, not the code's.
  #
  # Of rows that did not change, with seven rounds and normal noise, one in 40 looks changed by chance, and one in 12 of
  # the baselines, which have no ratio to be judged by (20,000 simulated).
  class Change
    attr_reader :label

    # The outcomes of the same contest in both runs.
    def initialize(label, before, after)
      @label = label
      @outcomes = [before, after]
    end

    def title
      @outcomes.last.title
    end

    # :better, :worse, :machine (its ratio did not move with it) or :noise.
    def verdict
      return :noise unless factor && apart?(spreads)
      return :machine if ratios && !(apart?(ratios) && better?(ratios) == (factor > 1))

      factor > 1 ? :better : :worse
    end

    # How many times as fast (or small) it became; nil where a figure of zero leaves no quotient.
    def factor
      before, after = spreads.map(&:median)
      Statistics.ratios([after], [before], better: @outcomes.last.better).first
    end

    # How many rounds there were, before and after.
    def rounds
      @outcomes.map { |outcome| outcome.row(label).samples.size }
    end

    # Before and after, as people read them.
    def costs
      @outcomes.map { |outcome| outcome.cost(outcome.row(label)) }
    end

    # Before and after, as spreads; nil for the baseline itself, and where there is none.
    def ratios
      return if label == @outcomes.last.baseline

      ratios = @outcomes.map { |outcome| outcome.ratio(label) }
      ratios if ratios.all?
    end

    private

    def spreads
      @spreads ||= @outcomes.map do |outcome|
        Statistics::Spread.of(outcome.row(label).values(outcome.primary).compact)
      end
    end

    def better?(ratios)
      ratios.last.median > ratios.first.median
    end

    def apart?(spreads)
      one, other = spreads.sort_by(&:median)
      one.high < other.low
    end
  end
end
