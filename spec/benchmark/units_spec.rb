# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Units do
  it "prints three significant digits and a unit" do
    expect([0.000000395, 0.00123, 12.3, 0.9999].map { |value| described_class.seconds(value) })
      .to eq(["395 ns", "1.23 ms", "12.3 s", "1.00 s"])
    expect([2_530_000, 999, 999_600, 12.34].map { |value| described_class.per_second(value) })
      .to eq(["2.53 M", "999", "1.00 M", "12.3"])
    expect([0, 512, 1536, 7 * 1024 * 1024].map { |value| described_class.bytes(value) })
      .to eq(["0 B", "512 B", "1.50 KiB", "7.00 MiB"])
  end

  it "keeps the sign of a figure that shrank" do
    expect(described_class.bytes(-4096)).to eq("-4.00 KiB")
  end

  it "prints a spread with its quartiles" do
    spread = Bench::Statistics::Spread.new(12.34, 12.1, 12.5)
    expect(described_class.spread(spread)).to eq("12.3x (12.1-12.5)")
    expect(described_class.spread(nil)).to eq("-")
    expect([0.0524, 0.127, 0.998, 1.0, 99.96].map { |value| described_class.ratio(value) })
      .to eq(%w[0.052x 0.13x 1.00x 1.00x 100x])
  end

  it "prints sizes and waits" do
    expect([16, 1024, 8192, 1_048_576, 446].map { |size| described_class.size(size) })
      .to eq(["16 B", "1 KiB", "8 KiB", "1 MiB", "446 B"])
    expect([0, 4.2, 245].map { |wait| described_class.clock(wait) }).to eq(%w[0:00 0:05 4:05])
  end
end
