# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Pace do
  # Each pass takes so many seconds, as far as the pace can tell.
  def pace_of(seconds)
    calls = []
    pace = described_class.new do |passes, repeats|
      calls << [passes, repeats]
      seconds
    end
    [pace, calls]
  end

  it "makes as many passes as fill the time, in each of the repeats" do
    pace, calls = pace_of(1e-6)
    expect(pace.best(0.3, repeats: 3)).to eq(1e-6)
    expect(calls.last).to eq([100_000, 3])
    expect(calls[0...-1]).to all(satisfy { |passes, repeats| passes <= 20_000 && repeats == 1 })
  end

  it "finds the number out once" do
    pace, calls = pace_of(1e-3)
    pace.best(0.1)
    trials = calls.size
    pace.best(0.1)
    expect(calls.size).to eq(trials + 1)
    expect(calls.last).to eq([100, 1])
  end

  it "makes one pass where one takes longer than the time" do
    pace, calls = pace_of(2.0)
    pace.best(0.1)
    expect(calls).to eq([[1, 1], [1, 1]])
  end
end
