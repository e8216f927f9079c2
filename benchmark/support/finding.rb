# frozen_string_literal: true

module Bench
  # What a table says, in one sentence that is worked out from its figures: ours at its best against the rivals at
  # theirs.
  class Finding
    # { :ahead, :level, :behind => [[outcome, lead]] } of those outcomes in which ours meets a rival.
    def self.leads(outcomes)
      leads = outcomes.filter_map { |outcome| [outcome, outcome.lead] if outcome.lead }
      { ahead: [], level: [], behind: [] }.merge(leads.group_by { |_, lead| lead.verdict })
    end

    def initialize(sheet)
      @outcomes = sheet.outcomes
      @leads = Finding.leads(@outcomes)
    end

    def to_s
      return unmeasured if @outcomes.all? { |outcome| outcome.rounds.zero? }
      return alone if @leads.values.all?(&:empty?)

      @outcomes.size == 1 ? single : several
    end

    private

    def unmeasured
      absent = @outcomes.flat_map(&:rows).all?(&:absence)
      absent ? "None of these takes part, for the reasons given." : "Not measured."
    end

    # Of one contest.
    def single
      verdict, (outcome, lead) = @leads.transform_values(&:first).compact.first
      mine = lead.mine.label
      rival = lead.rival.label
      case verdict
      when :ahead then "#{mine} is #{as(outcome, lead.ratio)} the best rival, #{rival}."
      when :level then "#{mine} and the best rival, #{rival}, are level."
      else "A rival wins: #{rival} is #{as(outcome, lead.ratio&.inverse)} the best of Oxisalt's, #{mine}."
      end
    end

    # "2.00x (1.99-2.01) as fast as"
    def as(outcome, ratio)
      ratio ? "#{Units.spread(ratio)} as #{outcome.quality} as" : "better than"
    end

    # Of a contest at several sizes, or in several columns.
    def several
      ours = [ahead, level].compact.join(", and ")
      parts = [("Oxisalt is #{ours}" unless ours.empty?), behind].compact
      "#{parts.join('; ')}.".sub(/\A./, &:upcase)
    end

    def ahead
      places = @leads[:ahead].map { |outcome, lead| place(outcome, lead.ratio) }
      "ahead of every rival at #{places.join(', ')}" unless places.empty?
    end

    def level
      places = @leads[:level].map { |outcome, _| outcome.column }
      "level with the best of them at #{places.join(', ')}" unless places.empty?
    end

    def behind
      places = @leads[:behind].map { |outcome, lead| place(outcome, lead.ratio&.inverse, lead.rival.label) }
      "a rival wins at #{places.join(', ')}" unless places.empty?
    end

    # "16 B (1.23x, OpenSSL)"
    def place(outcome, ratio, rival = nil)
      details = [(Units.ratio(ratio.median) if ratio), rival].compact
      details.empty? ? outcome.column : "#{outcome.column} (#{details.join(', ')})"
    end

    # Where nobody of ours meets a rival: the best row against the baseline.
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
