# frozen_string_literal: true

module Bench
  module Chart
    # The bars of one table, on one scale: ratios to the baseline, from 1 to the left or right on a logarithmic axis; or
    # amounts, from zero, where the figures are counts of bytes or objects.
    class Bars
      AMOUNTS = %w[bytes number].freeze

      def self.of(outcome)
        AMOUNTS.include?(outcome.figures.fetch(outcome.primary).to_s) ? Amounts.new(outcome) : Ratios.new(outcome)
      end

      def initialize(outcome)
        @outcome = outcome
      end
    end

    # Better is to the right.
    class Ratios < Bars
      def title
        "times as #{@outcome.quality} as #{@outcome.baseline}"
      end

      # The bar of a row; nil where there is no ratio.
      def bar(row)
        ratio = @outcome.ratio(row.label)
        ratio && draw(ratio, row.ours, published(row))
      end

      # { position in percent => text }
      def axis
        scale.ticks.to_h { |tick| [scale.position(tick), Bench::Chart.label(Units.ratio(tick))] }
      end

      private

      def draw(ratio, ours, marks)
        median, *spread = ratio.to_a.map { |value| scale.position(value) }
        Bar.new(from: scale.position(1), to: median, spread:, ours:, grid: axis.keys, marks:).to_s
      end

      def scale
        @scale ||= LogScale.new([1.0, *values])
      end

      def values
        @outcome.rows.flat_map do |row|
          [*@outcome.ratio(row.label)&.to_a, @outcome.published_ratio(row.label)].compact
        end
      end

      def published(row)
        ratio = @outcome.published_ratio(row.label) if row.label != @outcome.baseline
        ratio ? { scale.position(ratio) => "published" } : {}
      end
    end

    # Ratios that stand by themselves: { ratio => goal or nil }.
    class Headlines < Ratios
      def initialize(entries)
        super(nil)
        @entries = entries
      end

      def bar(entry)
        goal = entry[:goal]
        draw(entry[:ratio], entry[:ours], goal ? { scale.position(goal) => "goal" } : {})
      end

      private

      def values
        @entries.flat_map { |entry| [*entry[:ratio].to_a, entry[:goal]].compact }
      end
    end

    # Shorter is better.
    class Amounts < Bars
      ROOM = 92

      def title
        "#{@outcome.primary}, from zero: shorter is better"
      end

      def bar(row)
        spread = Statistics::Spread.of(row.values(@outcome.primary).compact)
        return unless spread

        Bar.new(from: 0, to: position(spread.median), ours: row.ours,
                spread: [spread.low, spread.high].map { |value| position(value) }).to_s
      end

      def axis
        {}
      end

      private

      def position(value)
        largest.positive? ? (ROOM * value.fdiv(largest)).clamp(0, 100) : 0
      end

      def largest
        @largest ||= @outcome.rows.filter_map { |row| @outcome.median(row) }.max || 0
      end
    end
  end
end
