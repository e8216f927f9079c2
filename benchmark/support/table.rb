# frozen_string_literal: true

module Bench
  # Draws a sheet as text that fits the terminal. Columns that do not fit beside the others go into a block below.
  class Table
    GAP = "  "
    LONGEST_LABEL = 40

    # Breaks text into lines of at most `width` columns.
    def self.wrap(text, width = WIDTH)
      text.split("\n").flat_map do |paragraph|
        paragraph.scan(/\S.{0,#{width - 1}}(?=\s|$)|\S{1,#{width}}/).map(&:strip)
      end
    end

    def initialize(sheet, width: WIDTH)
      @sheet = sheet
      @width = width
      @lines = sheet.lines
    end

    def to_s
      [*Table.wrap(@sheet.title, @width), *Table.wrap(@sheet.caption, @width),
       *blocks.flat_map { |columns| block(columns) },
       *@sheet.notes.flat_map { |note| Table.wrap(note, @width) }].join("\n")
    end

    private

    # Groups of column numbers that fit side by side.
    def blocks
      groups = [[]]
      @sheet.headers.each_index do |column|
        groups << [] unless groups.last.empty? || block_width([*groups.last, column]) <= @width
        groups.last << column
      end
      groups
    end

    def block_width(columns)
      label_width + columns.sum { |column| GAP.size + column_width(column) }
    end

    def label_width
      @label_width ||= [@lines.map { |line| line.label.size }.max || 0, LONGEST_LABEL].min
    end

    def column_width(column)
      cells = @lines.map { |line| line.cells[column].to_s }
      [@sheet.headers[column], *cells].flat_map { |cell| cell.split("\n") }.map(&:size).max || 0
    end

    def block(columns)
      head = draw("", columns.map { |column| @sheet.headers[column] }, columns)
      [*head, "-" * block_width(columns), *@lines.flat_map { |line| draw_line(line, columns) }, ""]
    end

    def draw_line(line, columns)
      return draw_absence(line) if line.absence

      remarks = columns.include?(0) ? line.remarks : []
      [*draw(line.label, columns.map { |column| line.cells[column].to_s }, columns),
       *remarks.flat_map { |remark| indent(remark, "    ") }]
    end

    # A contender that is missing says why where its figures would be.
    def draw_absence(line)
      beside(label_lines(line.label), Table.wrap(line.absence, @width - label_width - GAP.size))
    end

    def beside(labels, texts)
      height = [labels, texts].map(&:size).max
      Array.new(height) { |index| "#{labels[index].to_s.ljust(label_width)}#{GAP}#{texts[index]}".rstrip }
    end

    def indent(text, margin)
      Table.wrap(text, @width - margin.size).map { |line| margin + line }
    end

    # One contender, on as many lines as its tallest cell or its label needs.
    def draw(label, cells, columns)
      stack = [label_lines(label), *cells.map { |cell| cell.split("\n") }]
      height = stack.map(&:size).max
      Array.new(height) { |index| join(stack.map { |lines| lines[index].to_s }, columns).rstrip }
    end

    def join(texts, columns)
      label, *cells = texts
      label.ljust(label_width) + cells.zip(columns).map { |cell, column| GAP + cell.rjust(column_width(column)) }.join
    end

    def label_lines(label)
      label.empty? ? [""] : Table.wrap(label, [label_width, 1].max)
    end
  end
end
