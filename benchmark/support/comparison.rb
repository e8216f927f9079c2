# frozen_string_literal: true

module Bench
  # A set of contests that are measured together. This is what the block of `Bench.compare` receives.
  class Comparison
    attr_reader :name, :title, :settings

    def initialize(name, title, settings: Settings.new)
      @name = name
      @title = title
      @settings = settings
      @contests = []
      @left_out = []
      yield self
    end

    # --- declaration ---

    # A paragraph for the head of the report.
    def about(text = nil)
      @about = text.tr("\n", " ").strip if text
      @about
    end

    # Calls per second. quick: false leaves the table out of quick mode; bytes adds a column for the throughput.
    def ips(title, quick: true, bytes: nil, &block)
      contest(title, Measures::Ips.new(settings), quick:, bytes:, &block)
    end

    # Calls per second at several sizes (in bytes), in one table; measure: what is measured instead, for a size. Quick
    # mode keeps the smallest and the largest. The block receives the size too.
    def sweep(title, sizes, quick: true, measure: ->(_size) { Measures::Ips.new(settings) }, &block)
      sizes = sizes.minmax.uniq if settings.quick?
      columns(title, sizes.to_h { |size| [size, measure.call(size)] }, quick:, &block)
    end

    # Contests beside each other in one table: { column => measure }, a column being a size in bytes or something that
    # has a name. The block receives the column too.
    def columns(title, measures, quick: true)
      return @left_out << title if settings.quick? && !quick

      measures.each do |key, measure|
        bytes = key if key.is_a?(Integer)
        column = bytes ? Units.size(bytes) : key.to_s
        contest("#{title}, #{column}", measure, group: title, column:, bytes:) { |x| yield x, key }
      end
    end

    # Wall clock and processor time for a number of passes, as Benchmark.bmbm.
    def clock(title, passes: 1, quick: true, &block)
      contest(title, Measures::Clock.new(passes), quick:, &block)
    end

    # Figures that the contenders' blocks return themselves, as a Hash. figures: { name => unit }, the unit being
    # :bytes, :seconds, :per_second or :number; less is better, and the first figure is compared.
    def gauge(title, figures, quick: true, &block)
      contest(title, Measures::Gauge.new(figures), quick:, &block)
    end

    # Objects and bytes that one call allocates.
    def allocations(title, quick: true, &block)
      contest(title, Measures::Allocations.new, quick:, &block)
    end

    # --- running ---

    # Seconds that all rounds are expected to take, by what the measures say.
    def seconds
      settings.rounds * @contests.sum { |contest| contest.turns.values.sum }
    end

    # Returns the exit status: 1 when the comparison failed, 130 when it was interrupted.
    def run(output: $stdout, errors: $stderr)
      started = Time.now
      environment = Environment.to_h
      rounds = Rounds.new(name, @contests, settings.rounds, errors)
      rounds.call
      conclude(results(started, environment, rounds.interrupted?), output, errors)
    rescue Error => e
      errors.puts "#{name}: #{e.message}"
      1
    end

    private

    def contest(title, measure, quick: true, **placing)
      return @left_out << title if settings.quick? && !quick

      contest = Contest.new(title, measure, **placing)
      yield contest
      @contests << contest
    end

    def results(started, environment, interrupted)
      Results.new(name:, title:, about:, settings: settings.to_h, started:,
                  finished: Time.now, interrupted:, environment:, left_out: @left_out,
                  outcomes: @contests.map(&:outcome))
    end

    def conclude(results, output, errors)
      path = results.save(settings.results_directory)
      print(results, output)
      output.puts Summary.new(results), "", "Results: #{display(path)}"
      return 0 unless results.interrupted?

      errors.puts "#{name}: interrupted; the complete rounds are kept, and an earlier complete run stays the latest"
      130
    end

    def print(results, output)
      output.puts "", results.title, "=" * results.title.size
      paragraphs(results).each { |text| output.puts Table.wrap(text), "" }
      Sheet.all(results.outcomes).each { |sheet| output.puts Table.new(sheet), "" }
    end

    def paragraphs(results)
      left_out = "Left out in quick mode: #{results.left_out.join('; ')}." unless results.left_out.empty?
      [results.about, Environment.sentence(results), left_out].compact
    end

    # Relative to where the user stands, if that is shorter.
    def display(path)
      path.delete_prefix("#{Dir.pwd}/")
    end
  end
end
