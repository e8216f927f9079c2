# frozen_string_literal: true

module Bench
  # BENCHMARKS.md: the results of every comparison as Markdown.
  class Report
    # The lines of a machine's description: what it is called here, and in the results.
    MACHINE = { "Processor" => "cpu", "Cores" => "cores", "System" => "system", "Kernel" => "kernel", "Ruby" => "ruby",
                "rustc" => "rustc", "cargo" => "cargo" }.freeze

    # A machine, and what is installed there, as pairs of text.
    def self.description(environment)
      libraries = environment.fetch("libraries").map { |name, version| "#{name} #{version || '(not installed)'}" }
      [*MACHINE.map { |name, key| [name, (environment[key] || "unknown").to_s] }, ["Libraries", libraries.join(", ")]]
    end

    # origin: a sentence that says what it is made from.
    def initialize(results, origin: "Made by `rake bench`.")
      @results = results
      @origin = origin
    end

    def to_s
      raise Error, "there are no results yet; rake bench makes some" if @results.empty?

      sections = [preamble, *targets, machine, *@results.map { |results| comparison(results) }]
      "#{sections.compact.join("\n\n")}\n"
    end

    private

    def preamble
      <<~MARKDOWN.strip
        # Benchmarks

        #{@origin}

        Every contender gave the same answer as the others before it was timed. A ratio says how many times as fast (or
        as small) a contender is as the one named: it is the median over interleaved rounds, in each of which every
        contender had its turn, and in brackets stands the interquartile range of the rounds. Published figures are those
        of the comparison that is repeated here, on the machine of its time.
      MARKDOWN
    end

    def targets
      goals, others = @results.flat_map { |results| Summary.new(results).entries }.partition { |entry| entry[:goal] }
      [summary("Speed targets", ["ratio (quartiles)", "goal", ""], goals) do |entry|
         [entry[:goal].to_s, Summary.verdict(entry).split(": ", 2).last]
       end,
       summary("Other ratios", ["ratio (quartiles)"], others) { [] }].compact
    end

    def summary(title, headers, entries)
      return if entries.empty?

      rows = entries.map { |entry| [entry[:name], entry[:against], Units.spread(entry[:ratio]), *yield(entry)] }
      "## #{title}\n\n#{Markdown.table(['', 'against', *headers], rows, left: 2)}"
    end

    # Every distinct machine that the results come from, and what is installed there.
    def machine
      machines = @results.map { |results| Report.description(results.environment) }.uniq
      "## Machine\n\n#{machines.map { |rows| Markdown.table(['', ''], rows, left: 2) }.join("\n\n")}"
    end

    def comparison(results)
      sheets = Sheet.all(results.outcomes)
      ["## #{results.title}", "**#{Tally.new(results)}**", results.about, warning(results),
       Environment.sentence(results), *sheets.map { |sheet| section(sheet) }].compact.join("\n\n")
    end

    def warning(results)
      return unless results.quick?

      left_out = results.left_out.empty? ? "" : " Left out: #{results.left_out.join('; ')}."
      "**Measured in quick mode: few and short rounds.**#{left_out}"
    end

    def section(sheet)
      rows = sheet.lines.map { |line| cells(sheet, line) }
      ["### #{sheet.title}", Finding.new(sheet).to_s, sheet.caption, Markdown.table(["", *sheet.headers], rows),
       *remarks(sheet), *sheet.notes, code(sheet)].compact.join("\n\n")
    end

    def cells(sheet, line)
      return [line.label, *line.cells] unless line.absence

      [line.label, line.absence, *([""] * (sheet.headers.size - 1))]
    end

    def remarks(sheet)
      remarks = sheet.lines.flat_map { |line| line.remarks.map { |remark| "- #{line.label}: #{remark}" } }
      remarks.empty? ? [] : [remarks.join("\n")]
    end

    # What ran, for the rows whose code is known.
    def code(sheet)
      lines = sheet.lines.select(&:code)
      return if lines.empty?

      listing = lines.map { |line| "# #{line.label}\n#{line.code}" }.join("\n")
      "<details><summary>The code of each row</summary>\n\n```ruby\n#{listing}\n```\n\n</details>"
    end
  end
end
