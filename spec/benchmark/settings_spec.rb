# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Settings do
  def settings(**env)
    described_class.new(env.transform_keys(&:to_s))
  end

  it "is quicker in quick mode" do
    expect(settings(BENCH_QUICK: "1")).to be_quick
    expect(settings(BENCH_QUICK: "0")).not_to be_quick
    expect(settings(BENCH_QUICK: "1").seconds).to be < settings.seconds
    expect(settings(BENCH_QUICK: "1").rounds).to be < settings.rounds
  end

  it "spreads the seconds of a row over its rounds" do
    expect(settings(BENCH_SECONDS: "10", BENCH_ROUNDS: "4").seconds_per_round).to eq(2.5)
  end

  it "takes a comparison's own seconds where nobody says otherwise, but not in quick mode" do
    seconds = ->(env) { described_class.new(env, seconds: 0.35).seconds }
    expect(seconds.call({})).to eq(0.35)
    expect(seconds.call({ "BENCH_SECONDS" => "2" })).to eq(2)
    expect(seconds.call({ "BENCH_QUICK" => "1" })).to eq(settings(BENCH_QUICK: "1").seconds)
  end

  it "refuses what is not a positive number, by its name" do
    %w[abc -1 0 1e999 NaN].each do |text|
      expect { settings(BENCH_SECONDS: text).seconds }
        .to raise_error(Bench::Error, "BENCH_SECONDS must be a positive number, got #{text.inspect}")
    end
    expect { settings(BENCH_ROUNDS: "2.5").rounds }.to raise_error(Bench::Error, /BENCH_ROUNDS/)
  end
end
