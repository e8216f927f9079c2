# frozen_string_literal: true

module Bench
  # What a whole comparison says, in one sentence that is worked out from its figures: how often ours is ahead of every
  # rival, and where it is not.
  class Tally
    # As many defeats are named, the worst first; the others are counted.
    NAMED = 3

    def initialize(results)
      @results = results
      @ahead, @level, @behind = Finding.leads(results.outcomes).values_at(:ahead, :level, :behind)
    end

    def to_s
      return headlines if size.zero?

      "Of #{size} #{size == 1 ? 'table' : 'tables and sizes'}, Oxisalt is #{successes}; #{defeats}."
    end

    private

    def size
      [@ahead, @level, @behind].sum(&:size)
    end

    def successes
      parts = [("ahead of every rival in #{@ahead.size}" unless @ahead.empty?),
               ("level with the best of them in #{@level.size}" unless @level.empty?)].compact
      parts.empty? ? "ahead in none" : parts.join(" and ")
    end

    def defeats
      return "no rival beats it" if @behind.empty?

      worst = @behind.sort_by { |_, lead| lead.ratio&.median || 0 }
      named = worst.first(NAMED).map { |outcome, lead| defeat(outcome, lead) }
      named << "and #{worst.size - NAMED} more" if worst.size > NAMED
      "a rival wins in #{worst.size}: #{named.join('; ')}"
    end

    def defeat(outcome, lead)
      factor = Units.ratio(lead.ratio.inverse.median) if lead.ratio
      "#{outcome.title} (#{[lead.rival.label, factor].compact.join(', ')})"
    end

    # Where nobody of ours meets a rival in a table: the ratios that the comparison was run for.
    def headlines
      entries = Summary.new(@results).entries
      return "Nothing was measured." if entries.empty?

      "#{entries.map { |entry| "#{entry[:name]} #{Units.ratio(entry[:ratio].median)}" }.join('; ')}."
    end
  end
end
