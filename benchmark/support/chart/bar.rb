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
        HTML.tag(:svg, *grid, bar, whisker, *marks, class: "bar", height: HEIGHT, width: "100%", "aria-hidden": "true")
      end

      private

      def grid
        @grid.map { |position| line(position, position, 0, HEIGHT, "grid") }
      end

      def bar
        low, high = @ends
        HTML.tag(:rect, class: @ours ? "ours" : "rival", x: percent(low), y: 5, height: HEIGHT - 10,
                        width: percent([high - low, 0.4].max))
      end

      def whisker
        return unless @spread

        line(*@spread, HEIGHT / 2, HEIGHT / 2, "whisker")
      end

      def marks
        @marks.map { |position, name| HTML.tag(:use, href: "#mark-#{name}", x: percent(position), y: HEIGHT / 2) }
      end

      def line(from, to, top, bottom, name)
        HTML.tag(:line, class: name, x1: percent(from), x2: percent(to), y1: top, y2: bottom)
      end

      def percent(position)
        "#{position.round(2)}%"
      end
    end
  end
end
