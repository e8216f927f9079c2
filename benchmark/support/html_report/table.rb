# frozen_string_literal: true

module Bench
  class HTMLReport
    # A table that is a list of blocks where the page is narrow: each cell carries its column's name for that. The last
    # column may hold bars, with their axis over it.
    class Table
      Row = Struct.new(:label, :cells, :bar, :ours, :absence, :remarks, keyword_init: true)

      # axis: { position in percent => text }, over the bars; bars: what they show.
      def initialize(headers, rows, caption:, bars: nil, axis: {})
        @headers = headers
        @rows = rows
        @caption = caption
        @bars = bars
        @axis = axis
      end

      def to_s
        HTML.tag(:table, HTML.tag(:caption, @caption), head, HTML.tag(:tbody, *@rows.map { |row| body_row(row) }),
                 role: "table", class: @bars ? "figures with-bars" : "figures")
      end

      private

      def head
        cells = @headers.map { |header| HTML.tag(:th, header, scope: "col", role: "columnheader") }
        HTML.tag(:thead, HTML.tag(:tr, HTML.tag(:td, role: "cell"), *cells, (axis if @bars), role: "row"), role: "rowgroup")
      end

      def axis
        texts = @axis.map do |position, text|
          HTML.tag(:text, text, x: "#{position.round(2)}%", y: 12, "text-anchor": anchor(position))
        end
        HTML.tag(:th, HTML.tag(:span, @bars), (HTML.tag(:svg, *texts, width: "100%", height: 16) unless texts.empty?),
                 scope: "col", role: "columnheader", class: "axis")
      end

      def anchor(position)
        return "start" if position < 6

        position > 94 ? "end" : "middle"
      end

      def body_row(row)
        HTML.tag(:tr, HTML.tag(:th, row.label, *remarks(row), scope: "row", role: "rowheader"), *figures(row),
                 role: "row", class: row.ours ? "ours" : nil)
      end

      def remarks(row)
        Array(row.remarks).map { |remark| HTML.tag(:small, remark) }
      end

      def figures(row)
        if row.absence
          return [HTML.tag(:td, row.absence, colspan: @headers.size + (@bars ? 1 : 0), role: "cell", class: "absent")]
        end

        cells = row.cells.zip(@headers).map do |cell, header|
          HTML.tag(:td, lines(cell), "data-label": header, role: "cell")
        end
        cells << HTML.tag(:td, row.bar && HTML::Markup.new(row.bar), role: "cell", class: "bar") if @bars
        cells
      end

      def lines(cell)
        cell.to_s.split("\n").flat_map { |line| [HTML.tag(:br), line] }.drop(1)
      end
    end
  end
end
