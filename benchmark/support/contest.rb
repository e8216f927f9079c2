# frozen_string_literal: true

module Bench
  # One table: contenders that do the same job, and how their turns are measured. This is what the block of
  # `bench.ips`, `bench.clock` and `bench.gauge` receives.
  class Contest
    attr_reader :title, :contenders

    # group and column place the contest in a table of several sizes; bytes is what one call reads.
    def initialize(title, measure, group: nil, column: nil, bytes: nil)
      @title = title
      @measure = measure
      @placing = { group:, column:, bytes: }
      @contenders = []
      @headlines = []
      @notes = []
      @locals = {}
      @judging = {}
      @samples = Hash.new { |samples, label| samples[label] = [] }
    end

    # --- declaration ---

    # Names that the code of every contender may use. A lambda is called once, before the first pass.
    def given(**locals)
      @locals.update(locals)
    end

    # The label that the others' ratios refer to.
    def baseline(label)
      @baseline = label
    end

    # A contender: its label, its library (benchmark/support/libraries.rb), and its code, or a block. `with` gives names
    # of its own, as `given` does; `published` is the figure that the published comparison had for it.
    def report(label, library, code = nil, with: {}, published: nil, &block)
      raise Error, "#{title}: #{label} needs code or a block" unless code.nil? ^ block.nil?
      raise Error, "#{title}: #{label} is there twice" if contender(label)

      @contenders << Contender.new(label, Library.fetch(library), code,
                                   locals: @locals.merge(with), published:, &block)
    end

    # A contender whose code runs in another process: its job has the methods that Outsider names; `code` is what the
    # report shows.
    def outside(label, library, job, code:, published: nil)
      @contenders << Outsider.new(label, Library.fetch(library), job, code:, published:)
    end

    # A contender that cannot take part anywhere, with the reason, so that nobody misses it silently.
    def absent(label, because:, published: nil)
      @contenders << Absentee.new(label, because, published)
    end

    # The contenders of another contest, with the figures that the block works out for a label; `published` works out
    # those that are published.
    def follow(contest, published:)
      contest.contenders.each do |contender|
        figure = published.call(contender.label)
        next absent(contender.label, because: contender.absence, published: figure) unless contender.library

        report(contender.label, contender.library.id, published: figure) { yield contender.label }
      end
    end

    # The right answer, where it is known from elsewhere. Without this all must agree with the baseline.
    def expect(answer, from: "the known answer")
      @judging = { expected: { from => answer } }
    end

    # Judges each answer by itself, where answers rightly differ.
    def accept(&block)
      @judging = { accept: block }
    end

    def note(text)
      @notes << text
    end

    # A ratio to repeat in the summary and in the report, with the project's own goal for it; readme: in README, too.
    # Over several labels it is the ratio to the best of them in each round.
    def headline(name, label, over: @baseline, goal: nil, readme: false)
      @headlines << Outcome::Headline.new(name:, label:, over:, goal:, readme:)
    end

    # --- measuring ---

    def check
      validate
      return unless @measure.answers?

      Answers.new(title, reference: @baseline, **@judging).check(running)
    end

    # { what a turn is known by => seconds it is expected to take }, for one round.
    def turns
      running.to_h { |contender| [[title, contender.label], @measure.cost] }
    end

    # One turn for every contender, each time beginning with another one. Yields the contender and its turn, to be
    # called. The round counts only when it is complete.
    def play(round)
      order = running.rotate(round)
      samples = order.to_h { |contender| [contender.label, yield(contender, turn(contender))] }
      samples.each { |label, sample| @samples[label] << sample }
    end

    def rehearse
      return unless @measure.rehearse?

      running.each { |contender| yield(contender, turn(contender)) }
    end

    # What a contender did in its last round.
    def last_sample(label)
      @samples.fetch(label).last
    end

    def outcome
      Outcome.new(title:, **@placing, kind: @measure.kind, figures: @measure.figures, better: @measure.better,
                  passes: (@measure.passes if @measure.respond_to?(:passes)),
                  baseline: @baseline, notes: @notes, rows: contenders.map { |contender| row(contender) },
                  headlines: @headlines)
    end

    private

    def turn(contender)
      -> { @measure.sample(contender) }
    end

    def contender(label)
      contenders.find { |contender| contender.label == label }
    end

    def running
      @running ||= contenders.select(&:runs?)
    end

    def row(contender)
      Outcome::Row.new(label: contender.label, library: contender.library&.id&.to_s, ours: contender.ours?,
                       code: contender.code, published: contender.published, absence: contender.absence,
                       samples: @samples.fetch(contender.label, []))
    end

    # A label that is misspelt in a baseline or a headline would silently cost its figures.
    def validate
      names = [@baseline, *@headlines.flat_map { |headline| [headline.label, *headline.over] }].compact.uniq
      unknown = names.reject { |name| contender(name) }
      raise Error, "#{title}: no contender is called #{unknown.map(&:inspect).join(' or ')}" unless unknown.empty?
    end
  end
end
