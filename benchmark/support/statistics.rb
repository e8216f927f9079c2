# frozen_string_literal: true

module Bench
  # A few figures about a handful of rounds. Medians and quartiles, not means: one round that a neighbour on the
  # machine disturbed must not move the result.
  module Statistics
    # A median and its interquartile range: half of the rounds lie between low and high.
    Spread = Struct.new(:median, :low, :high) do
      # Nil where no round gave a figure.
      def self.of(values)
        return if values.empty?

        new(Statistics.median(values), Statistics.quantile(values, 0.25), Statistics.quantile(values, 0.75))
      end

      # Of a ratio: the same seen from the other side.
      def inverse
        self.class.new(1 / median, 1 / high, 1 / low)
      end
    end

    module_function

    def median(values)
      quantile(values, 0.5)
    end

    # Linear interpolation between the two nearest values (R's type 7, numpy's default).
    def quantile(values, fraction)
      raise ArgumentError, "no values" if values.empty?

      sorted = values.sort
      position = fraction * (sorted.size - 1)
      below = sorted[position.floor]
      below + ((sorted[position.ceil] - below) * (position - position.floor))
    end

    # How many times better each round of `values` is than the same round of `baseline`. Rounds without a meaningful
    # quotient (a figure of zero) are left out.
    def ratios(values, baseline, better:)
      pairs = values.zip(baseline).select { |pair| pair.all? { |figure| figure&.positive? } }
      pairs.map { |value, base| better == :higher ? value.fdiv(base) : base.fdiv(value) }
    end
  end
end
