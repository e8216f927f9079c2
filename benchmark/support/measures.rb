# frozen_string_literal: true

require "benchmark"
require "json"

module Bench
  # How a contender's turn is measured. A measure answers:
  #   kind      its name in the results
  #   figures   { figure => unit }; ratios are made from the first
  #   better    :higher or :lower
  #   rehearse? whether every contender runs once, uncounted, before the first round
  #   answers?  whether the contenders' answers must agree
  #   cost      seconds that a turn is expected to take
  #   sample    { figure => number } of one turn
  module Measures
    # Calls per second, by benchmark-ips.
    class Ips
      # benchmark-ips measures in steps of about so many seconds.
      STEP = 0.1

      def initialize(settings)
        absence = Library.fetch(:benchmark_ips).absence
        raise Error, "benchmark-ips is #{absence}" if absence

        @time = settings.seconds_per_round
        @warmup = settings.warmup
      end

      def kind = "ips"
      def figures = { "ips" => "per_second" }
      def better = :higher
      def rehearse? = false
      def answers? = true
      def cost = [@time, STEP].max + @warmup

      def sample(contender)
        report = Benchmark.ips(time: @time, warmup: @warmup, quiet: true) do |x|
          x.report(contender.label) { |times| contender.repeat(times) }
        end
        { "ips" => report.entries.first.ips.to_f }
      end
    end

    # Seconds per loop, as Python's timeit finds them: the best of three repeats.
    class BestOfThree
      REPEATS = 3

      def initialize(settings)
        @seconds = settings.seconds_per_round
      end

      def kind = "loop"
      def figures = { "per loop" => "loop" }
      def better = :lower
      def rehearse? = false
      def answers? = true
      def cost = @seconds

      def sample(contender)
        { "per loop" => contender.per_pass(@seconds, repeats: REPEATS) }
      end
    end

    # Bytes, or operations, per second: as many passes as go into the time, as `openssl speed` counts them.
    class Rate
      attr_reader :figures

      # unit: of so many in each pass.
      def initialize(settings, figure, unit, each: 1)
        @seconds = settings.seconds_per_round
        @figures = { figure => unit.to_s }
        @each = each
      end

      def kind = "rate"
      def better = :higher
      def rehearse? = false
      def answers? = true
      def cost = @seconds

      def sample(contender)
        { figures.keys.first => @each / contender.per_pass(@seconds) }
      end
    end

    # Wall clock and processor time of a number of passes, measured and rehearsed as Benchmark.bmbm does it.
    class Clock
      attr_reader :passes

      def initialize(passes)
        @passes = passes
      end

      def kind = "clock"
      def figures = { "real" => "seconds", "user" => "seconds", "system" => "seconds", "total" => "seconds" }
      def better = :lower
      def rehearse? = true
      def answers? = true
      def cost = 0.2

      def sample(contender)
        GC.start
        times = Benchmark.measure { contender.repeat(passes) }
        { "real" => times.real, "user" => times.utime, "system" => times.stime, "total" => times.total }
      end
    end

    # Figures that the contender measures itself and returns: memory, a time to load, a size on disk.
    class Gauge
      attr_reader :figures

      def initialize(figures)
        @figures = figures.to_h { |name, unit| [name.to_s, unit.to_s] }
      end

      def kind = "gauge"
      def better = :lower
      def rehearse? = false
      def answers? = false
      def cost = 0.3

      def sample(contender)
        contender.answer.transform_keys(&:to_s).slice(*figures.keys)
      end
    end

    # A figure that is worked out from what other contests found in the same round.
    class Derived < Gauge
      attr_reader :better

      def initialize(figure, unit, better:)
        super({ figure => unit })
        @better = better
      end

      def kind = "derived"
      def cost = 0
    end
  end
end
