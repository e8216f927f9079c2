# frozen_string_literal: true

module Bench
  # What figures say, in one sentence that is worked out from them: ours at its best against the rivals at theirs.
  class Finding
    # As many defeats are named; the others are counted.
    NAMED = 3

    # Of a whole run of a comparison.
    def self.of_results(results)
      leads = results.outcomes.filter_map { |outcome| [outcome, outcome.lead] if outcome.lead }
      leads.empty? ? of_headlines(results) : tally(leads)
    end

    # Of one table.
    def self.of_sheet(sheet)
      new(sheet.outcomes).to_s
    end

    class << self
      private

      # Where nobody of ours meets a rival in a table, the ratios that the comparison was run for.
      def of_headlines(results)
        entries = Summary.new(results).entries
        return "Nothing was measured." if entries.empty?

        "#{entries.map { |entry| "#{entry[:name]}: #{Units.ratio(entry[:ratio].median)}" }.join('; ')}."
      end

      def tally(leads)
        ahead, level, behind = %i[ahead level behind].map { |verdict| leads.select { |_, lead| lead.verdict == verdict } }
        cells = leads.size == 1 ? "the one table" : "#{leads.size} tables and sizes"
        parts = [("ahead of every rival in #{ahead.size}" unless ahead.empty?),
                 ("level with the best of them in #{level.size}" unless level.empty?)].compact
        first = "Of #{cells}, Oxisalt is #{parts.empty? ? 'ahead in none' : parts.join(' and ')}"
        behind.empty? ? "#{first}; no rival beats it." : "#{first}; a rival wins in #{behind.size}: #{defeats(behind)}."
      end

      def defeats(behind)
        worst = behind.sort_by { |_, lead| lead.ratio&.median || 0 }
        named = worst.first(NAMED).map { |outcome, lead| "#{outcome.title} (#{lead.rival.label}#{by(lead)})" }
        named << "and #{worst.size - NAMED} more" if worst.size > NAMED
        named.join("; ")
      end

      def by(lead)
        lead.ratio ? ", #{Units.ratio(1 / lead.ratio.median)}" : ""
      end
    end

    def initialize(outcomes)
      @outcomes = outcomes
    end

    def to_s
      return "Not measured." if @outcomes.all? { |outcome| outcome.rounds.zero? }

      leads = @outcomes.to_h { |outcome| [outcome, outcome.lead] }.compact
      return alone if leads.empty?

      @outcomes.size == 1 ? one(*leads.first) : several(leads)
    end

    private

    def one(outcome, lead)
      case lead.verdict
      when :ahead then "#{lead.mine.label} is #{as(outcome, lead.ratio)} the best rival, #{lead.rival.label}."
      when :behind then "A rival wins: #{lead.rival.label} is #{as(outcome, lead.ratio&.inverse)} the best of Oxisalt's, " \
                        "#{lead.mine.label}."
      else "#{lead.mine.label} and the best rival, #{lead.rival.label}, are level."
      end
    end

    # "2.00x as fast as"
    def as(outcome, ratio)
      ratio ? "#{Units.spread(ratio)} as #{outcome.quality} as" : "better than"
    end

    def several(leads)
      ahead, level, behind = %i[ahead level behind].map { |verdict| leads.select { |_, lead| lead.verdict == verdict } }
      wins = ["ahead of every rival at #{ahead.map { |outcome, lead| place(outcome, lead.ratio) }.join(', ')}",
              "level with the best of them at #{level.map { |outcome, _| outcome.column }.join(', ')}"]
      wins = wins.zip([ahead, level]).filter_map { |text, group| text unless group.empty? }
      [("Oxisalt is #{wins.join(', and ')}" unless wins.empty?), *losses(behind)].compact.join("; ").concat(".")
            .sub(/\A./, &:upcase)
    end

    def losses(behind)
      return [] if behind.empty?

      ["a rival wins at #{behind.map { |outcome, lead| place(outcome, lead.ratio&.inverse, lead.rival.label) }.join(', ')}"]
    end

    # "16 B (1.23x, OpenSSL)"
    def place(outcome, ratio, rival = nil)
      details = [(Units.ratio(ratio.median) if ratio), rival].compact
      details.empty? ? outcome.column : "#{outcome.column} (#{details.join(', ')})"
    end

    # Where nobody of ours meets a rival: the best row against the baseline, at each column.
    def alone
      texts = @outcomes.filter_map do |outcome|
        best = outcome.best(outcome.rows.reject { |row| row.label == outcome.baseline })
        ratio = outcome.ratio(best.label) if best
        "#{best.label} is #{as(outcome, ratio)} #{outcome.baseline}" if ratio
      end
      texts.empty? ? "There is nobody to compare with." : "#{texts.join('; ')}."
    end
  end
end
