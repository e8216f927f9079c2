# frozen_string_literal: true

module Bench
  class HTMLReport
    # One table of a comparison: what it says, its chart, its figures, and the code that ran.
    class SheetSection
      # id: what its parts are called by, unlike any other's.
      def initialize(sheet, id)
        @sheet = sheet
        @id = id
        @finding = Finding.new(sheet).to_s
      end

      def to_s
        tag(:section, tag(:h3, @sheet.title), tag(:p, @finding, class: "finding"), *figures,
            *@sheet.notes.map { |note| tag(:p, note, class: "note") }, code, class: "sheet", id: @id)
      end

      private

      def tag(...) = HTML.tag(...)

      def figures
        return [table] unless Chart::Lines.fit?(@sheet.outcomes)

        [chart, tag(:details, tag(:summary, "The figures"), table)]
      end

      def chart
        lines = Chart::Lines.new(@sheet.outcomes, id: "#{@id}-chart", title: "#{@sheet.title}, throughput by size",
                                                  description: "#{@finding} The table below has the figures.")
        tag(:figure, lines.to_s, lines.legend, class: "chart")
      end

      # Bars stand beside the figures of a single outcome; a sweep has its chart, and other columns have neither.
      def table
        single = @sheet.outcomes.size == 1
        bars = Chart::Bars.of(@sheet.outcome) if single
        rows = @sheet.lines.map { |line| row(line, bars) }
        Table.new(@sheet.headers, rows, caption: @sheet.caption, bars: bars&.title, axis: bars ? bars.axis : {}).to_s
      end

      def row(line, bars)
        row = @sheet.outcomes.filter_map { |outcome| outcome.row(line.label) }.first
        Table::Row.new(label: line.label, cells: line.cells, bar: (bars.bar(row) if bars && row.measured?),
                       ours: row.ours, absence: line.absence, remarks: line.remarks)
      end

      def code
        lines = @sheet.lines.select(&:code)
        return if lines.empty?

        listing = lines.map { |line| "# #{line.label}\n#{line.code}" }.join("\n")
        tag(:details, tag(:summary, "The code of each row"), tag(:pre, tag(:code, listing)))
      end
    end
  end
end
