# frozen_string_literal: true

module Bench
  # What changed between two runs of a comparison, and what is only noise, as text.
  class Changes
    VERDICTS = { better: "better", worse: "worse", machine: "moved with the machine",
                 noise: "within the noise" }.freeze

    # Fewer have no quartiles to speak of.
    FEW_ROUNDS = 5

    def initialize(before, after)
      names = [before, after].map(&:name).uniq
      raise Error, "these are different comparisons: #{names.join(' and ')}" if names.size > 1

      @runs = [before, after]
    end

    # A Change for every row that both runs measured.
    def all
      @all ||= pairs.flat_map do |before, after|
        labels = [before, after].map { |outcome| outcome.rows.select(&:measured?).map(&:label) }
        labels.reduce(:&).map { |label| Change.new(label, before, after) }
      end
    end

    def to_s
      [title, *differences, *few_rounds, "", *section(:better), *section(:worse), counts, *missing].join("\n")
    end

    private

    # The outcomes of the same contest with the same figures.
    def pairs
      before, after = @runs.map { |run| run.outcomes.to_h { |outcome| [[outcome.title, outcome.figures], outcome] } }
      (before.keys & after.keys).map { |key| [before[key], after[key]] }
    end

    def title
      times = @runs.map { |run| [run.started.utc.strftime("%F %H:%M"), ("(quick)" if run.quick?)].compact.join(" ") }
      "#{@runs.last.title}: #{times.join(' -> ')} UTC"
    end

    # A changed machine, Ruby or library explains much.
    def differences
      before, after = @runs.map { |run| run.environment.slice("cpu", "system", "ruby", "rustc").merge(run.versions) }
      changed = (before.keys | after.keys).reject { |name| before[name] == after[name] }
      changed.map { |name| "  #{name}: #{before[name] || 'none'} -> #{after[name] || 'none'}" }
    end

    def few_rounds
      fewest = all.flat_map(&:rounds).min
      fewest && fewest < FEW_ROUNDS ? ["  Quartiles of #{fewest} rounds say little."] : []
    end

    def section(verdict)
      changes = all.select { |change| change.verdict == verdict }
      return [] if changes.empty?

      groups = changes.group_by(&:title).flat_map { |title, rows| ["  #{title}", *rows.flat_map { |row| lines(row) }] }
      ["#{VERDICTS.fetch(verdict).capitalize}:", *groups, ""]
    end

    def lines(change)
      ratios = change.ratios&.map { |ratio| Units.spread(ratio) }
      ["    #{change.label}: #{change.costs.join(' -> ')}, #{Units.ratio(change.factor)} as good",
       *("      ratio #{ratios.join(' -> ')}" if ratios)]
    end

    def counts
      tally = all.map(&:verdict).tally
      verdicts = VERDICTS.map { |verdict, text| "#{tally.fetch(verdict, 0)} #{text}" }
      "#{all.size} #{all.size == 1 ? 'row' : 'rows'}: #{verdicts.join(', ')}."
    end

    def missing
      before, after = @runs.map { |run| measured(run) }
      { "first" => before - after, "second" => after - before }.flat_map do |run, rows|
        rows.empty? ? [] : ["", "Only in the #{run}:", *rows.map { |names| "  #{names.join(': ')}" }]
      end
    end

    def measured(run)
      run.outcomes.flat_map { |outcome| outcome.rows.select(&:measured?).map { |row| [outcome.title, row.label] } }
    end
  end
end
