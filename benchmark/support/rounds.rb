# frozen_string_literal: true

module Bench
  # Measures a comparison's contests, in rounds that go over all of them: every contender of every table has its turn
  # once in each round, so that whatever else the machine does falls on all of them alike, and an interrupted run has
  # something to say about every table.
  class Rounds
    def initialize(name, contests, count, errors)
      @contests = contests
      @count = count
      @progress = Progress.new(name, contests.map(&:turns).reduce({}, :merge), rounds: count, output: errors)
      @interrupted = false
    end

    def interrupted?
      @interrupted
    end

    # Ctrl-C ends the measuring, also where it ends a process that is measured; complete rounds are kept by the
    # contests.
    def call
      measure
    rescue Interrupt, Error => e
      raise unless e.is_a?(Interrupt) || Interruption.asked?

      @interrupted = true
    ensure
      @progress.finish
    end

    private

    def measure
      check
      @contests.each { |contest| rehearse(contest) }
      @count.times do |round|
        @contests.each { |contest| play(contest, round) }
      end
    end

    def check
      @contests.each do |contest|
        @progress.say("comparing answers, #{contest.title}")
        contest.check
      end
    end

    def rehearse(contest)
      contest.rehearse do |contender, turn|
        @progress.say("rehearsal, #{contest.title}: #{contender.label}")
        turn.call
      end
    end

    def play(contest, round)
      contest.play(round) do |contender, turn|
        description = "round #{round + 1} of #{@count}, #{contest.title}: #{contender.label}"
        @progress.turn([contest.title, contender.label], description, &turn)
      end
    end
  end
end
