# frozen_string_literal: true

module Bench
  # README's table: the ratios that the comparisons chose for it, between two markers that hold their place.
  class Readme
    OPEN = "<!-- benchmarks -->"
    CLOSE = "<!-- /benchmarks -->"

    MOST_ROWS = 15
    WIDTH = 120

    HEADERS = ["", "against", "times as fast (quartiles)", "Oxisalt", "the other"].freeze

    def initialize(results)
      @results = results
    end

    # README's text with the table of today.
    def splice(text)
      head, rest = text.split(OPEN, 2)
      _, tail = rest&.split(CLOSE, 2)
      raise Error, "README.md needs the markers #{OPEN} and #{CLOSE}, each once and in this order" unless tail

      [head, OPEN, "\n\n", table, "\n\n", sources, "\n\n", CLOSE, tail].join
    end

    def table
      raise Error, "README.md has room for #{MOST_ROWS} rows, not #{rows.size}" if rows.size > MOST_ROWS

      Markdown.table(HEADERS, rows, left: 2)
    end

    # Where the figures come from: a paragraph for each machine, Ruby and set of versions.
    def sources
      groups = cited.group_by { |results| [origin(results), results.environment.fetch("libraries")] }
      groups.map do |(origin, _), group|
        files = group.map { |results| "[#{results.name}](#{Citations::DIRECTORY}/#{results.name}.json)" }
        text = "Measured #{dates(group)} on #{origin}, with #{versions(group)}; made from #{files.join(', ')}."
        Table.wrap(text, WIDTH).join("\n")
      end.join("\n\n")
    end

    private

    def chosen(results)
      results.headlines.select { |headline, _| headline.readme }
    end

    # The results that have a row in the table.
    def cited
      @results.reject { |results| chosen(results).empty? }
    end

    def rows
      @rows ||= @results.flat_map { |results| chosen(results).map { |headline, outcome| row(headline, outcome) } }
    end

    def row(headline, outcome)
      ratio = outcome.ratio(headline.label, over: headline.over)
      rival = outcome.best(Array(headline.over).filter_map { |label| outcome.row(label) })
      costs = [outcome.row(headline.label), rival].map { |row| outcome.cost(row) }
      [headline.name, outcome.against(headline), "#{Units.spread(ratio)}#{remark(rival, outcome, ratio)}", *costs]
    end

    # What the ratio alone would not say: that it is of another kind, or that the rival is as good or better.
    def remark(rival, outcome, ratio)
      as_small = " as #{outcome.quality}" unless outcome.quality == "fast"
      return as_small if ratio.low > 1
      return "#{as_small}: level" if ratio.high >= 1

      "#{as_small}: **#{rival.label} is #{{ 'small' => 'smaller', 'few' => 'fewer' }.fetch(outcome.quality,
                                                                                           'faster')}**"
    end

    def origin(results)
      machine = results.environment
      "#{machine['cpu']}, #{machine['cores']} cores, #{machine['system']}, #{machine['ruby'][/\S+ \S+/]}"
    end

    def dates(group)
      group.map { |results| results.started.utc.strftime("%F") }.minmax.uniq.join(" to ")
    end

    def versions(group)
      group.map(&:versions).reduce(:merge).map { |name, version| "#{name} #{Units.version(version)}" }.join(", ")
    end
  end
end
