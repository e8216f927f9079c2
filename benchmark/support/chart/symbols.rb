# frozen_string_literal: true

module Bench
  module Chart
    # The shapes that charts refer to, drawn once for a page, around the origin.
    module Symbols
      # Those of lines are told apart by shape, not by colour alone.
      LINES = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M-3.7 -3.7h7.4v7.4h-7.4z", "M0 -4.8L4.6 3.6H-4.6z",
               "M0 -5L5 0L0 5L-5 0z", "M0 4.8L4.6 -3.6H-4.6z",
               "M-4.5 -1.6h2.9v-2.9h3.2v2.9h2.9v3.2h-2.9v2.9h-3.2v-2.9h-2.9z"].freeze

      # A figure that was published, and a goal.
      MARKS = { "published" => "M0 -5L5 0L0 5L-5 0z", "goal" => "M0 -10V10" }.freeze

      # The stripes by which rivals differ from ours without colour.
      HATCH = HTML.tag(:pattern, HTML.tag(:rect, width: 5, height: 5, class: "hatch-ground"),
                       HTML.tag(:path, d: "M0 0V5", class: "hatch-line"),
                       id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)")

      # Behind bars.
      GRID = HTML.tag(:path, id: "grid", class: "grid", d: "M0 0V22")

      def self.to_s
        lines = LINES.each_with_index.map { |path, number| HTML.tag(:path, id: "symbol-#{number}", d: path) }
        marks = MARKS.map { |name, path| HTML.tag(:path, id: "mark-#{name}", class: "mark #{name}", d: path) }
        HTML.tag(:svg, HTML.tag(:defs, HATCH, GRID, *lines, *marks), width: 0, height: 0, class: "symbols",
                                                                     "aria-hidden": "true")
      end
    end
  end
end
