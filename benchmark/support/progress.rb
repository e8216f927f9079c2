# frozen_string_literal: true

module Bench
  # Says on standard error how far a run is and how long it will still take: one line that is rewritten where there is
  # a terminal, a plain line every few seconds where there is none.
  class Progress
    PLAIN_INTERVAL = 5

    NOW = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }

    # turns: { key => expected seconds }, for one round; a turn's own last time replaces the guess once it is
    # known. place: where the comparison stands among others.
    def initialize(name, turns, rounds:, output: $stderr, clock: NOW, place: Place.current)
      @name = name
      @place = place
      @costs = turns.dup
      @counts = turns.transform_values { rounds }
      @output = output
      @clock = clock
      @total = turns.size * rounds
      @done = 0
    end

    # Runs one turn, and times it for the estimate.
    def turn(key, description)
      show(description)
      started = @clock.call
      result = yield
      @costs[key] = @clock.call - started
      @counts[key] -= 1
      @done += 1
      result
    end

    # Something that is not a turn of a round.
    def say(description)
      show(description)
    end

    def finish
      @output.print("\r\e[K") if terminal?
    end

    def seconds_left
      @counts.sum { |key, count| @costs.fetch(key) * count }
    end

    private

    def show(description)
      line = "#{@name}#{position}: #{percent}%, #{Units.clock(seconds_left)} left#{overall}, #{description}"
      if terminal?
        @output.print("\r\e[K", line[0, width])
      elsif due?
        @output.puts(line)
      end
    end

    def position
      " (#{@place.number} of #{@place.count})" unless @place.alone?
    end

    # With the comparisons that come after this one.
    def overall
      " of #{Units.clock(seconds_left + @place.later)} in all" unless @place.alone?
    end

    def percent
      @total.zero? ? 100 : 100 * @done / @total
    end

    def due?
      now = @clock.call
      return false if @last && now - @last < PLAIN_INTERVAL

      @last = now
      true
    end

    def terminal?
      @output.respond_to?(:tty?) && @output.tty?
    end

    def width
      columns = @output.respond_to?(:winsize) ? @output.winsize.last : 0
      columns.positive? ? columns - 1 : WIDTH - 1
    rescue SystemCallError
      WIDTH - 1
    end
  end
end
