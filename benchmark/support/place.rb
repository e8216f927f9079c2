# frozen_string_literal: true

module Bench
  # Where a comparison stands among those that run one after the other, as `rake bench` tells its process.
  class Place
    VARIABLE = "BENCH_PLACE"

    attr_reader :number, :count, :later

    # later: the seconds that the comparisons after this one are expected to take.
    def initialize(number = 1, count = 1, later = 0)
      @number = number
      @count = count
      @later = later
    end

    def self.current(env = ENV)
      number, count, later = env.fetch(VARIABLE, "1/1/0").split("/")
      new(Integer(number), Integer(count), Float(later))
    end

    def to_env
      { VARIABLE => [number, count, later].join("/") }
    end

    def alone?
      count == 1
    end
  end
end
