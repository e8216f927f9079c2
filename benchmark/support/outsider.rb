# frozen_string_literal: true

module Bench
  # A contender whose code runs in another process. Its job answers what a contender does: answer and per_pass.
  class Outsider < Contender
    attr_reader :code

    # code: what it runs, for the report.
    def initialize(label, library, job, code: nil, published: nil)
      super(label, library, job, published:)
      @code = code
    end

    def answer
      @job.answer
    end

    def per_pass(seconds, repeats: 1)
      @job.per_pass(seconds, repeats:)
    end

    # A job that a Program does: `answer JOB` is answered in hexadecimal, `time JOB PASSES REPEATS` as timeit does.
    class Job
      def initialize(program, request)
        @program = program
        @request = request
        @pace = Pace.new { |passes, repeats| Timeit.parse(program.ask("time #{request} #{passes} #{repeats}")) }
      end

      def answer
        [@program.ask("answer #{@request}")].pack("H*")
      end

      def per_pass(seconds, repeats: 1)
        @pace.best(seconds, repeats:)
      end
    end
  end
end
