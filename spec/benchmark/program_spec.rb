# frozen_string_literal: true

require "rbconfig"
require_relative "support"

RSpec.describe Bench::Program do
  def program(code)
    described_class.new { [RbConfig.ruby, "-e", code] }
  end

  it "is started once, and answers line by line" do
    echo = program("$stdout.sync = true; while (line = gets); puts \"\#{Process.pid} \#{line}\"; end")
    answers = %w[one two].map { |request| echo.ask(request) }
    expect(answers.map { |answer| answer.split.last }).to eq(%w[one two])
    expect(answers.map { |answer| answer.split.first }.uniq.size).to eq(1)
    pid = Integer(answers.first.split.first)
    echo.close
    expect { Process.kill(0, pid) }.to raise_error(Errno::ESRCH)
  end

  it "is not started before it is asked" do
    expect { described_class.new { raise "started" }.close }.not_to raise_error
  end

  it "says so where the program refuses, or ends" do
    expect { program("gets; puts 'error: no such job'").ask("job") }
      .to raise_error(Bench::Error, /refuses "job": error: no such job/)
    expect { program("gets").ask("job") }.to raise_error(Bench::Error, /ended before it answered "job"/)
  end
end
