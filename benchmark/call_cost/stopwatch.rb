# frozen_string_literal: true

module CallCost
  # Processor time of one pass of each contender, in rounds in which each has its turn, in an order of the round's own:
  # so nobody always finds the caches as the same one left them.
  class Stopwatch
    # Seconds that a turn lasts.
    TURN = 0.004

    def initialize(contenders, rounds:, turn: TURN)
      @contenders = contenders
      @rounds = rounds
      @turn = turn
    end

    # { id => [seconds of one pass, in each round] }, without what the loop itself takes.
    def seconds
      passes = @contenders.transform_values { |contender| passes(contender) }
      rounds = Array.new(@rounds) { |number| round(passes, Random.new(number)) }
      @contenders.keys.to_h { |id| [id, rounds.map { |round| round[id] - round.fetch(Steps::LOOP) }] }
    end

    private

    def round(passes, random)
      GC.start
      @contenders.to_a.shuffle(random:).to_h { |id, contender| [id, time(contender, passes[id]) / passes[id]] }
    end

    # Also what warms the code up.
    def passes(contender)
      passes = 64
      passes *= 2 while time(contender, passes) < @turn / 2
      passes * 2
    end

    def time(contender, passes)
      started = now
      contender.repeat(passes)
      now - started
    end

    def now
      Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    end
  end
end
