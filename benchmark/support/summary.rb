# frozen_string_literal: true

module Bench
  # The ratios that a comparison is run for, each on a line of its own, with the project's goal where it has one.
  class Summary
    NAME_WIDTH = 44
    RATIO_WIDTH = 22

    def initialize(results)
      @results = results
    end

    def to_s
      groups = entries.chunk_while { |one, next_one| one[:name] == next_one[:name] }
      lines = groups.flat_map { |group| ["  #{group.first[:name]}", *group.map { |entry| line(entry) }] }
      [title, *lines].join("\n")
    end

    # { name:, ours:, against:, ratio: Spread, goal:, readme:, met: } for each.
    def entries
      @results.headlines.map do |headline, outcome|
        ratio = outcome.ratio(headline.label, over: headline.over)
        { name: headline.name, ours: outcome.row(headline.label).ours, against: outcome.against(headline), ratio:,
          goal: headline.goal, readme: headline.readme, met: headline.goal && ratio.median >= headline.goal }
      end
    end

    # "goal 14: met", "goal 14: 93% of it", or nothing.
    def self.verdict(entry)
      return "" unless entry[:goal]

      share = (100 * entry[:ratio].median / entry[:goal]).floor
      "goal #{entry[:goal]}: #{entry[:met] ? 'met' : "missed, #{share}% of it"}"
    end

    private

    def title
      state = []
      state << "quick" if @results.quick?
      state << "interrupted" if @results.interrupted?
      state.empty? ? @results.title : "#{@results.title} (#{state.join(', ')})"
    end

    # Many rivals stand on a line of their own.
    def line(entry)
      against = "    against #{entry[:against]}"
      against = "#{against}\n" if against.size > NAME_WIDTH
      figures = "#{Units.spread(entry[:ratio]).rjust(RATIO_WIDTH)}  #{Summary.verdict(entry)}".rstrip
      against + figures.rjust(figures.size + NAME_WIDTH - against[/[^\n]*\z/].size)
    end
  end
end
