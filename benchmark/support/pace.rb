# frozen_string_literal: true

module Bench
  # Finds out how many passes fill a given time, once, and then measures so many.
  class Pace
    # A trial that lasts this part of the time tells how many passes fill it.
    TRIAL = 0.2

    # The block makes a number of passes, as often as it is told, and returns the seconds that one of them took in the
    # best of these repeats.
    def initialize(&measure)
      @measure = measure
    end

    # Seconds of one pass, where all repeats together are to take so many seconds.
    def best(seconds, repeats: 1)
      @passes ||= find(seconds.fdiv(repeats))
      @measure.call(@passes, repeats)
    end

    private

    def find(seconds)
      passes = 1
      loop do
        one = @measure.call(passes, 1)
        return [(seconds / one).round, 1].max if one * passes >= seconds * TRIAL

        passes *= one.positive? ? (seconds * TRIAL / one / passes).ceil.clamp(2, 10) : 10
      end
    end
  end
end
