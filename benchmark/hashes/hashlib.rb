# frozen_string_literal: true

# A statement in Python, timed by Python's own timeit.
class Hashlib
  # -vvvv has it print six significant digits.
  PRECISE = "-vvvv"

  def self.program
    @program ||= Bench::Program.new do
      [Bench::Command.path("python3"), File.join(__dir__, "loops.py")]
    end
  end

  # setup is run once, before the timing.
  def initialize(statement, setup)
    @request = { setup:, statement: }
    @pace = Bench::Pace.new { |passes, repeats| time(passes, repeats) }
  end

  def answer
    [ask(@request)].pack("H*")
  end

  def per_pass(seconds, repeats: 1)
    @pace.best(seconds, repeats:)
  end

  private

  def time(passes, repeats)
    Bench::Timeit.parse(ask({ **@request, arguments: [PRECISE, "-n", passes.to_s, "-r", repeats.to_s] }))
  end

  def ask(request)
    self.class.program.ask(JSON.generate(request))
  end
end
