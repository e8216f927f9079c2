# frozen_string_literal: true

module Bench
  # What a table says, before it is drawn: a title, headers, and a line for each contender. Terminal tables and Markdown
  # are both drawn from it, so that they cannot say different things.
  class Sheet
    # cells line up with the headers; a contender that did not run has an absence instead. remarks say where a rival is
    # as good or better.
    Line = Struct.new(:label, :cells, :absence, :remarks, :code, keyword_init: true)

    # Sheets for all outcomes of a run, those of a sweep together in one.
    def self.all(outcomes)
      runs = outcomes.chunk_while { |one, next_one| one.group && one.group == next_one.group }
      runs.map { |run| run.first.group ? SweepSheet.new(run) : Sheet.new(run.first) }
    end

    attr_reader :outcome

    def initialize(outcome)
      @outcome = outcome
    end

    # All that the sheet is made from.
    def outcomes
      [outcome]
    end

    def title
      outcome.title
    end

    def notes
      outcome.notes
    end

    # How to read the ratios.
    def caption
      return "not measured" if outcome.rounds.zero?

      "Ratio: how many times as #{quality} as #{outcome.baseline}; median of #{rounds} (interquartile range)."
    end

    def headers
      [*figure_headers, ("throughput" if outcome.bytes), "ratio (quartiles)", ("published" if published?)].compact
    end

    def lines
      outcome.rows.map do |row|
        Line.new(label: row.label, cells: row.measured? ? cells(row) : [], absence: absence(row),
                 remarks: remarks(outcome, row), code: row.code)
      end
    end

    private

    def rounds
      outcome.rounds == 1 ? "1 round" : "#{outcome.rounds} rounds"
    end

    def quality
      outcome.quality
    end

    def figure_headers
      case outcome.kind
      when "ips" then ["calls/s", "per call"]
      when "clock" then %w[user system total real]
      else outcome.figures.keys
      end
    end

    def cells(row)
      [*figures(row), *throughput(row), Units.spread(outcome.ratio(row.label)), *published(row)]
    end

    def figures(row)
      case outcome.kind
      when "ips" then ips(row)
      when "clock" then clock(row)
      else outcome.figures.map { |figure, unit| Units.format(outcome.median(row, figure), unit) }
      end
    end

    def ips(row)
      ips = outcome.median(row)
      [Units.per_second(ips), Units.seconds(1 / ips)]
    end

    # As Benchmark.bmbm prints them.
    def clock(row)
      user, system, total, real = %w[user system total real].map { |figure| outcome.median(row, figure) }
      [user, system, total].map { |seconds| format("%.6f", seconds) } << format("(%.6f)", real)
    end

    def throughput(row)
      outcome.bytes ? [Units.bytes_per_second(outcome.median(row) * outcome.bytes)] : []
    end

    def published?
      outcome.rows.any?(&:published)
    end

    def published(row)
      return [] unless published?
      return [""] unless row.published

      ratio = outcome.published_ratio(row.label)
      [[published_figure(row), (Units.ratio(ratio) if ratio)].compact.join("\n")]
    end

    # With every digit that was published.
    def published_figure(row, outcome = self.outcome)
      unit = outcome.figures.fetch(outcome.primary)
      { "per_second" => "#{row.published}/s", "seconds" => "#{row.published} s" }
        .fetch(unit) { Units.format(row.published, unit) }
    end

    def absence(row)
      return if row.measured?

      row.published ? "#{reason(row)} (published: #{published_figure(row)})" : reason(row)
    end

    def reason(row)
      row.absence || "not measured: the run was interrupted"
    end

    def remarks(outcome, row)
      rival, lead = outcome.lead_of_rivals(row)
      return [] unless rival

      figures = "#{Units.quotient(lead.low)}-#{Units.quotient(lead.high)}"
      return ["level with #{rival.label} (#{Units.ratio(lead.median)}, #{figures})"] if lead.low <= 1

      ["#{rival.label} is #{Units.ratio(lead.median)} as #{quality} (#{figures})"]
    end
  end

  # The same for a contest at several sizes: a column for each size, and in it the time and the ratio.
  class SweepSheet < Sheet
    attr_reader :outcomes

    def initialize(outcomes)
      super(outcomes.first)
      @outcomes = outcomes
    end

    def title
      outcome.group
    end

    def notes
      @outcomes.flat_map(&:notes).uniq
    end

    def headers
      @outcomes.map(&:column)
    end

    def lines
      labels = @outcomes.flat_map { |outcome| outcome.rows.map(&:label) }.uniq
      labels.map { |label| line(label) }
    end

    private

    def line(label)
      cells = @outcomes.map { |outcome| sweep_cell(outcome, outcome.row(label)) }
      rows = @outcomes.filter_map { |outcome| outcome.row(label) }
      missing = sweep_absence(label) if rows.none?(&:measured?)
      Line.new(label:, cells: missing ? [] : cells, absence: missing, remarks: sweep_remarks(label),
               code: rows.first.code)
    end

    def sweep_cell(outcome, row)
      return "-" unless row&.measured?

      published = "published #{published_figure(row, outcome)}" if row.published
      [outcome.cost(row), Units.spread(outcome.ratio(row.label)), published].compact.join("\n")
    end

    def sweep_absence(label)
      rows = @outcomes.to_h { |outcome| [outcome, outcome.row(label)] }.compact
      published = rows.select { |_, row| row.published }
                      .map { |outcome, row| "#{outcome.column} #{published_figure(row, outcome)}" }
      [reason(rows.values.first), ("(published: #{published.join('; ')})" unless published.empty?)].compact.join(" ")
    end

    def sweep_remarks(label)
      @outcomes.flat_map do |outcome|
        row = outcome.row(label)
        next [] unless row

        remarks(outcome, row).map { |remark| "#{outcome.column}: #{remark}" }
      end
    end
  end
end
