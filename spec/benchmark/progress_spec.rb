# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Progress do
  let(:time) { [0.0] }
  let(:clock) { -> { time[0] } }
  let(:output) { StringIO.new }

  def progress(**options)
    described_class.new("run", { a: 1, b: 1 }, rounds: 10, output:, clock:, **options)
  end

  def turn(progress, key, seconds)
    progress.turn(key, "turn of #{key}") { time[0] += seconds }
  end

  it "learns from each turn how long the rest will take" do
    progress = self.progress
    expect(progress.seconds_left).to eq(20)
    turn(progress, :a, 4)
    expect(progress.seconds_left).to eq((9 * 4) + 10)
    turn(progress, :b, 0.5)
    expect(progress.seconds_left).to eq((9 * 4) + (9 * 0.5))
  end

  it "says how long the comparisons after this one will take" do
    place = Bench::Place.current(Bench::Place.new(2, 5, 100).to_env)
    turn(progress(place:), :a, 1)
    expect(output.string).to eq("run (2 of 5): 0%, 0:20 left of 2:00 in all, turn of a\n")
  end

  it "writes a plain line every few seconds where there is no terminal" do
    progress = self.progress
    10.times { turn(progress, :a, 1) }
    progress.finish
    expect(output.string.lines.map(&:chomp))
      .to eq(["run: 0%, 0:20 left, turn of a", "run: 25%, 0:15 left, turn of a"])
  end

  it "rewrites one line, no wider than the terminal, where there is one" do
    output.define_singleton_method(:tty?) { true }
    output.define_singleton_method(:winsize) { [24, 20] }
    progress = self.progress
    2.times { turn(progress, :a, 1) }
    progress.finish
    expect(output.string).to eq("\r\e[Krun: 0%, 0:20 left,\r\e[Krun: 5%, 0:19 left,\r\e[K")
  end
end
