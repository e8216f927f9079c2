# frozen_string_literal: true

module Bench
  module Chart
    # Throughput against the size of the message, both on logarithmic axes, a line for each contender. Lengths across are
    # in percent and those down in pixels, so that it is as wide as the page leaves it and its text stays as large.
    class Lines
      HEIGHT = 300
      LEFT = 17.0
      RIGHT = 97.0
      TOP = 14
      BOTTOM = HEIGHT - 40
      # Marks that there are: a symbol for each line of ours, and of the rivals'.
      SYMBOLS = 6

      Series = Struct.new(:label, :ours, :number, :points, :published) do
        # What CSS and the symbols know it by.
        def name
          "#{ours ? 'ours' : 'rival'}-#{number % SYMBOLS}"
        end
      end

      # Sizes that are all known, and something to draw.
      def self.fit?(outcomes)
        outcomes.size > 1 && outcomes.all?(&:bytes) && outcomes.any? { |outcome| outcome.rounds.positive? }
      end

      def initialize(outcomes, id:, title:, description:)
        @outcomes = outcomes
        @id = id
        @title = title
        @description = description
      end

      def to_s
        HTML.tag(:svg, HTML.tag(:title, @title, id: "#{@id}-title"), HTML.tag(:desc, @description, id: "#{@id}-desc"),
                 x_axis, y_axis, series.flat_map { |line| draw(line) }, class: "lines", width: "100%", height: HEIGHT,
                                                                        role: "img",
                                                                        "aria-labelledby": "#{@id}-title #{@id}-desc")
      end

      # What each line means, as a list.
      def legend
        items = series.map do |line|
          sample = HTML.tag(:svg, HTML.tag(:line, x1: 0, x2: 34, y1: 8, y2: 8, class: "line #{line.name}"),
                            symbol(line, "17", 8), width: 34, height: 16, "aria-hidden": "true")
          HTML.tag(:li, sample, line.label, class: line.ours ? "ours" : nil)
        end
        items << HTML.tag(:li, "dotted: published") if series.any? { |line| line.published.size.positive? }
        HTML.tag(:ul, *items, class: "legend")
      end

      private

      def series
        @series ||= begin
          rows = @outcomes.flat_map(&:rows).select { |row| row.measured? || row.published }.uniq(&:label)
          groups = rows.partition(&:ours)
          rows.map { |row| one_series(row, groups.find { |group| group.include?(row) }.index(row)) }
        end
      end

      def one_series(row, number)
        measured = points(row.label) { |outcome, own| outcome.median(own) if own.measured? }
        Series.new(row.label, row.ours, number, measured, points(row.label) { |_, own| own.published })
      end

      # [[bytes, bytes per second]] at the sizes where the block has a figure.
      def points(label)
        @outcomes.filter_map do |outcome|
          row = outcome.row(label)
          figure = yield(outcome, row) if row
          [outcome.bytes, throughput(outcome, figure)] if figure&.positive?
        end
      end

      def throughput(outcome, figure)
        case outcome.figures.fetch(outcome.primary).to_s
        when "per_second" then figure * outcome.bytes
        when "seconds", "loop" then outcome.bytes / figure
        else figure
        end
      end

      def all
        series.flat_map { |line| line.points + line.published }
      end

      def across
        @across ||= LogScale.new(@outcomes.map { |outcome| [outcome.bytes, 1].max }, margin: 1.25)
      end

      def down
        @down ||= LogScale.new(all.map(&:last), margin: 1.3)
      end

      def x(bytes)
        "#{(LEFT + ((RIGHT - LEFT) * across.position([bytes, 1].max) / 100)).round(2)}%"
      end

      def y(value)
        (BOTTOM - ((BOTTOM - TOP) * down.position(value) / 100)).round(1)
      end

      # Sizes that would stand too close to their neighbour have no text.
      def x_axis
        last = -100
        @outcomes.map do |outcome|
          here = across.position([outcome.bytes, 1].max)
          text = here - last < 12 ? nil : HTML.tag(:text, outcome.column, x: x(outcome.bytes), y: BOTTOM + 18, class: "x")
          last = here if text
          [HTML.tag(:line, class: "grid", x1: x(outcome.bytes), x2: x(outcome.bytes), y1: TOP, y2: BOTTOM), text]
        end + [HTML.tag(:text, "size of the message", x: "#{(LEFT + RIGHT) / 2}%", y: HEIGHT - 4, class: "x axis")]
      end

      def y_axis
        down.ticks.map do |tick|
          [HTML.tag(:line, class: "grid", x1: "#{LEFT}%", x2: "#{RIGHT}%", y1: y(tick), y2: y(tick)),
           HTML.tag(:text, Chart.label(Units.bytes_per_second(tick)), x: "#{LEFT - 1.5}%", y: y(tick) + 4, class: "y")]
        end
      end

      def draw(line)
        [segments(line.published, "#{line.name} published"), segments(line.points, line.name),
         line.points.map { |bytes, value| symbol(line, x(bytes), y(value)) }]
      end

      def segments(points, name)
        points.each_cons(2).map do |(from, here), (to, there)|
          HTML.tag(:line, class: "line #{name}", x1: x(from), y1: y(here), x2: x(to), y2: y(there))
        end
      end

      def symbol(line, across, down)
        HTML.tag(:use, href: "#symbol-#{line.number % SYMBOLS}", x: across, y: down,
                       class: "symbol #{line.ours ? 'ours' : 'rival'}")
      end
    end
  end
end
