# frozen_string_literal: true

module Bench
  module Chart
    # A logarithmic axis: where on it a value stands, in percent of its length, and which values are marked.
    class LogScale
      # The most marks that an axis has room for.
      MOST_TICKS = 6

      attr_reader :low, :high

      # margin: the factor that is left free beyond the smallest and the largest value.
      def initialize(values, margin: 1.15)
        values = values.select { |value| value.positive? && value.finite? }
        values = [1.0] if values.empty?
        @low = values.min / margin
        @high = values.max * margin
      end

      # Values beyond the ends stand at the ends.
      def position(value)
        return 0.0 unless value.positive?

        (100 * Math.log(value / low) / Math.log(high / low)).clamp(0.0, 100.0)
      end

      # Round values: 1, 2, 5, 10, ... or, where those are too many, powers of ten, or some of them.
      def ticks
        return powers([1, 2, 5]) if powers([1, 2, 5]).size <= MOST_TICKS

        tens = powers([1])
        tens.each_slice((tens.size / MOST_TICKS.to_f).ceil).map(&:first)
      end

      private

      def powers(steps)
        exponents = (Math.log10(low).floor..Math.log10(high).ceil)
        values = exponents.flat_map { |exponent| steps.map { |step| step * (10.0**exponent) } }
        values.select { |value| value.between?(low, high) }
      end
    end
  end
end
