# frozen_string_literal: true

module Bench
  class HTMLReport
    # A table that is a list of blocks where the page is narrow: each cell carries its column's name for that. The last
    # column may hold bars, with their axis over it.
    class Table
      Row = Struct.new(:label, :cells, :bar, :ours, :absence, :remarks, keyword_init: true)

      # axis: { position in percent => text }, over the bars; bars: what they show; text: how many of the first columns
      # are no figures.
      def initialize(headers, rows, caption:, bars: nil, axis: {}, text: 0)
        @headers = headers
        @text = text
        @rows = rows
        @caption = caption
        @bars = bars
        @axis = axis
      end

      def to_s
        body = HTML.tag(:tbody, *@rows.map { |row| body_row(row) })
        table = HTML.tag(:table, HTML.tag(:caption, @caption), head, body,
                         role: "table", class: @bars ? "figures with-bars" : "figures")
        HTML.tag(:div, table, class: "wide")
      end

      private

      def head
        cells = @headers.each_with_index.map do |header, column|
          HTML.tag(:th, header, scope: "col", role: "columnheader", class: kind(column))
        end
        HTML.tag(:thead, HTML.tag(:tr, HTML.tag(:td, role: "cell"), *cells, (axis if @bars), role: "row"),
                 role: "rowgroup")
      end

      def axis
        texts = @axis.map do |position, text|
          HTML.tag(:text, text, x: "#{position.round(2)}%", y: 12, "text-anchor": anchor(position))
        end
        ticks = HTML.tag(:svg, *texts, width: "100%", height: 16, "aria-hidden": "true") unless texts.empty?
        HTML.tag(:th, HTML.tag(:span, @bars), ticks, scope: "col", role: "columnheader", class: "axis")
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
        return absence(row) if row.absence

        cells = row.cells.each_with_index.map do |cell, column|
          HTML.tag(:td, lines(cell), "data-label": @headers[column], role: "cell", class: kind(column))
        end
        cells << HTML.tag(:td, row.bar && HTML::Markup.new(row.bar), role: "cell", class: "bar") if @bars
        cells
      end

      def absence(row)
        width = @headers.size + (@bars ? 1 : 0)
        [HTML.tag(:td, row.absence, colspan: width, role: "cell", class: "absent")]
      end

      def kind(column)
        column < @text ? "text" : nil
      end

      def lines(cell)
        cell.to_s.scrub.split("\n").flat_map { |line| [HTML.tag(:br), line] }.drop(1)
      end
    end
  end
end
