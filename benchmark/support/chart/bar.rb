# frozen_string_literal: true

module Bench
  module Chart
    # One bar in a table's row, with its spread as a whisker: lengths in percent, so that it is as wide as its column.
    # The row says the same in figures, so that it is hidden from those who listen.
    class Bar
      HEIGHT = 22

      # from, to: the ends of the bar; spread: the ends of the whisker; marks: { position => class of the mark }.
      def initialize(from:, to:, spread: nil, ours: false, grid: [], marks: {})
        @ends = [from, to].minmax
        @spread = spread
        @ours = ours
        @grid = grid
        @marks = marks
      end

      def to_s
        HTML.tag(:svg, *grid, bar, whisker, *marks, class: "bar", height: HEIGHT, "aria-hidden": "true")
      end

      private

      def grid
        @grid.map { |position| HTML.tag(:use, href: "#grid", x: percent(position)) }
      end

      def bar
        low, high = @ends
        HTML.tag(:rect, class: @ours ? "ours" : "rival", x: percent(low), y: 5, height: HEIGHT - 10,
                        width: percent([high - low, 0.4].max))
      end

      def whisker
        return unless @spread

        low, high = @spread.map { |position| percent(position) }
        HTML.tag(:line, class: "whisker", x1: low, x2: high, y1: HEIGHT / 2, y2: HEIGHT / 2)
      end

      def marks
        @marks.map { |position, name| HTML.tag(:use, href: "#mark-#{name}", x: percent(position), y: HEIGHT / 2) }
      end

      def percent(position)
        "#{position.round(1)}%"
      end
    end
  end
end
