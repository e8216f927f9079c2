# frozen_string_literal: true

module Bench
  # What BENCHMARKS.md and README.md need of Markdown.
  module Markdown
    module_function

    # The first columns are text and stand on the left, the others are figures.
    def table(headers, rows, left: 1)
      aligns = headers.each_index.map { |index| index < left ? "---" : "---:" }
      [headers, aligns, *rows].map { |row| "| #{row.map { |cell| escape(cell) }.join(' | ')} |" }.join("\n")
    end

    def escape(text)
      text.gsub("|", "\\|").gsub("\n", "<br>")
    end
  end
end
