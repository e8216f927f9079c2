# frozen_string_literal: true

module Bench
  module Chart
    # Throughput against the size of the message, both on logarithmic axes, a line for each contender. Lengths across
    # are in percent and those down in pixels, so that it is as wide as the page leaves it and its text stays as large.
    class Lines
      HEIGHT = 300
      LEFT = 17.0
      RIGHT = 97.0
      TOP = 14
      BOTTOM = HEIGHT - 40

      # Sizes on the axis that stand closer than so many percent have no text.
      CLOSE = 12

      # Sizes that are all known, and something to draw.
      def self.fit?(outcomes)
        outcomes.size > 1 && outcomes.all? { |outcome| outcome.bytes&.positive? } &&
          outcomes.any? { |outcome| outcome.rounds.positive? }
      end

      def initialize(outcomes, id:, title:, description:)
        @columns = outcomes.to_h { |outcome| [outcome.bytes, outcome.column] }
        @series = Series.all(outcomes)
        @id = id
        @title = title
        @description = description
      end

      def to_s
        HTML.tag(:svg, HTML.tag(:title, @title, id: "#{@id}-title"), HTML.tag(:desc, @description, id: "#{@id}-desc"),
                 sizes, throughputs, *@series.map { |one| draw(one) },
                 class: "lines", width: "100%", height: HEIGHT, role: "img",
                 "aria-labelledby": "#{@id}-title #{@id}-desc")
      end

      # What each line means, as a list.
      def legend
        items = @series.map { |one| HTML.tag(:li, sample(one), one.label, class: ("ours" if one.ours?)) }
        items << HTML.tag(:li, "dotted: published") if @series.any? { |one| one.published.any? }
        HTML.tag(:ul, *items, class: "legend")
      end

      private

      def sample(one)
        HTML.tag(:svg, HTML.tag(:line, x1: 0, x2: 34, y1: 8, y2: 8, class: "line #{name(one)}"), symbol(one, 17, 8),
                 width: 34, height: 16, "aria-hidden": "true")
      end

      def name(one)
        "#{one.ours? ? 'ours' : 'rival'}-#{one.number % Symbols::LINES.size}"
      end

      # --- axes ---

      def across
        @across ||= LogScale.new(@columns.keys, margin: 1.25)
      end

      def down
        @down ||= LogScale.new(@series.flat_map { |one| one.points + one.published }.map(&:last), margin: 1.3)
      end

      def x(bytes)
        "#{(LEFT + ((RIGHT - LEFT) * across.position(bytes) / 100)).round(2)}%"
      end

      def y(value)
        (BOTTOM - ((BOTTOM - TOP) * down.position(value) / 100)).round(1)
      end

      def sizes
        lines = @columns.keys.map { |bytes| grid(x(bytes), x(bytes), TOP, BOTTOM) }
        texts = apart.map { |bytes| HTML.tag(:text, @columns[bytes], x: x(bytes), y: BOTTOM + 18, class: "x") }
        [lines, texts, HTML.tag(:text, "size of the message", x: "#{(LEFT + RIGHT) / 2}%", y: HEIGHT - 4, class: "x")]
      end

      # Sizes whose texts do not run into each other.
      def apart
        @columns.keys.sort.each_with_object([]) do |bytes, kept|
          kept << bytes if kept.empty? || across.position(bytes) - across.position(kept.last) >= CLOSE
        end
      end

      def throughputs
        down.ticks.map do |tick|
          [grid("#{LEFT}%", "#{RIGHT}%", y(tick), y(tick)),
           HTML.tag(:text, Chart.label(Units.bytes_per_second(tick)), x: "#{LEFT - 1.5}%", y: y(tick) + 4, class: "y")]
        end
      end

      def grid(from, to, top, bottom)
        HTML.tag(:line, class: "grid", x1: from, x2: to, y1: top, y2: bottom)
      end

      # --- lines ---

      def draw(one)
        [segments(one.published, "#{name(one)} published"), segments(one.points, name(one)),
         one.points.map { |bytes, value| symbol(one, x(bytes), y(value)) }]
      end

      def segments(points, name)
        points.each_cons(2).map do |(from, here), (to, there)|
          HTML.tag(:line, class: "line #{name}", x1: x(from), y1: y(here), x2: x(to), y2: y(there))
        end
      end

      def symbol(one, across, down)
        HTML.tag(:use, href: "#symbol-#{one.number % Symbols::LINES.size}", x: across, y: down,
                       class: "symbol #{one.ours? ? 'ours' : 'rival'}")
      end
    end
  end
end
