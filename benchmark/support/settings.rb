# frozen_string_literal: true

module Bench
  # What the person running a comparison may choose, read from the environment:
  #
  #   BENCH_SECONDS  seconds each row of a table is measured for, all rounds together (0.35; quick 0.12)
  #   BENCH_ROUNDS   rounds, in each of which every contender has its turn (5; quick 3)
  #   BENCH_QUICK=1  fewer and shorter rounds, and only the tables that quick mode keeps
  #   BENCH_RESULTS  directory for the JSON files (tmp/benchmark)
  class Settings
    DEFAULT_SECONDS = { full: 0.35, quick: 0.12 }.freeze
    DEFAULT_ROUNDS = { full: 5, quick: 3 }.freeze
    LONGEST_WARMUP = 0.05

    # seconds: what a comparison of many rows takes for each, where nobody says otherwise.
    def initialize(env = ENV, seconds: DEFAULT_SECONDS.fetch(:full))
      @env = env
      @default_seconds = { full: seconds, quick: DEFAULT_SECONDS.fetch(:quick) }
    end

    def quick?
      !["", "0", "false", "no"].include?(@env.fetch("BENCH_QUICK", ""))
    end

    # Seconds a row is measured for, over all its rounds.
    def seconds
      number("BENCH_SECONDS", @default_seconds.fetch(pace)) { |text| Float(text) }
    end

    def rounds
      number("BENCH_ROUNDS", DEFAULT_ROUNDS.fetch(pace)) { |text| Integer(text, 10) }
    end

    # Seconds one turn lasts. benchmark-ips measures in steps of about 100 ms, so the last step may run over.
    def seconds_per_round
      seconds / rounds
    end

    def warmup
      [seconds_per_round / 2, LONGEST_WARMUP].min
    end

    def results_directory
      @env.fetch("BENCH_RESULTS") { File.expand_path("../../tmp/benchmark", __dir__) }
    end

    def to_h
      { "quick" => quick?, "seconds" => seconds, "rounds" => rounds }
    end

    private

    def pace
      quick? ? :quick : :full
    end

    def number(name, default)
      text = @env.fetch(name, "")
      return default if text.empty?

      value = yield(text)
      raise ArgumentError unless value.positive? && value.finite?

      value
    rescue ArgumentError
      raise Error, "#{name} must be a positive number, got #{text.inspect}"
    end
  end
end
