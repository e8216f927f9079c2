# frozen_string_literal: true

require "time"

module CallCost
  # Measures every step, and returns what is kept: time, instructions where valgrind is there, and objects.
  class Measurement
    FORMAT = 1

    # The ways whose objects are counted: the others are the same code over another message.
    COUNTED = %w[name fresh prepared].freeze

    def initialize(rounds:, passes:, turn: Stopwatch::TURN, output: $stderr)
      @rounds = rounds
      @passes = passes
      @turn = turn
      @output = output
      @subjects = Steps.subjects
      @contenders = Steps.contenders(@subjects)
    end

    def to_h
      check
      { "format" => FORMAT, "measured" => Time.now.utc.iso8601, "environment" => Bench::Environment.to_h,
        "rounds" => @rounds, "passes" => (@passes unless Callgrind.absence),
        "valgrind" => (Callgrind.version unless Callgrind.absence),
        "subjects" => @subjects.map(&:title), "objects" => objects, "seconds" => seconds,
        "instructions" => instructions }
    end

    private

    # All ways of all libraries have to give the same tag, each message's own.
    def check
      all = @subjects.product(Steps::WAYS.keys).map { |subject, way| [Steps::WAYS[way].last, Steps.id(subject, way)] }
      all.group_by(&:first).each_value do |group|
        Bench::Answers.new("HMAC-SHA256").check(@contenders.values_at(*group.map(&:last)))
      end
    end

    def objects
      ids = @subjects.product(COUNTED).map { |subject, way| Steps.id(subject, way) }
      ids.to_h { |id| [id, Bench::Measures::Allocations.new.sample(@contenders[id]).fetch("objects")] }
    end

    # { id => [lower quartile, median, upper quartile] }
    def seconds
      say("time, #{@rounds} rounds")
      Stopwatch.new(@contenders, rounds: @rounds, turn: @turn).seconds.transform_values do |rounds|
        [0.25, 0.5, 0.75].map { |fraction| Bench::Statistics.quantile(rounds, fraction).round(12) }
      end
    end

    # { id => { file => instructions } }, or nil.
    def instructions
      return say(Callgrind.absence) if Callgrind.absence

      callgrind = Callgrind.new(passes: @passes)
      loop = callgrind.instructions(Steps::LOOP)
      @contenders.keys.to_h do |id|
        say("instructions, #{id}")
        [id, whole(callgrind.instructions(id, loop:))]
      end
    end

    # Less than one instruction is of the process's start.
    def whole(counts)
      counts.transform_values(&:round).reject { |_, count| count.zero? }
    end

    def say(text)
      @output.puts("call_cost: #{text}")
    end
  end
end
