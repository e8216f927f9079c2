# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Statistics do
  describe ".median" do
    it "is the middle value, or the mean of the two in the middle" do
      expect(described_class.median([9, 1, 5])).to eq(5)
      expect(described_class.median([1.0, 2.0, 10.0, 3.0])).to eq(2.5)
      expect(described_class.median([7])).to eq(7)
    end

    it "refuses an empty list" do
      expect { described_class.median([]) }.to raise_error(ArgumentError)
    end
  end

  describe ".quantile" do
    # R: quantile(c(1, 2, 3, 4, 10), c(.25, .75)) and quantile(c(1, 2, 3, 4), .25), type 7.
    it "interpolates as R's type 7 does" do
      expect(described_class.quantile([1, 2, 3, 4, 10], 0.25)).to eq(2)
      expect(described_class.quantile([1, 2, 3, 4, 10], 0.75)).to eq(4)
      expect(described_class.quantile([4.0, 3.0, 2.0, 1.0], 0.25)).to eq(1.75)
    end
  end

  describe ".ratios" do
    it "divides round by round" do
      expect(described_class.ratios([10, 30], [5, 10], better: :higher)).to eq([2.0, 3.0])
      expect(described_class.ratios([10, 30], [5, 60], better: :lower)).to eq([0.5, 2.0])
    end

    it "leaves out rounds that have no quotient" do
      expect(described_class.ratios([10, 0, nil, 4], [5, 5, 5, nil], better: :higher)).to eq([2.0])
    end
  end

  it "makes a spread that one bad round does not move" do
    spread = described_class::Spread.of([2.0, 2.0, 2.1, 1.9, 2.0, 90.0, 2.0])
    expect(spread.to_a).to eq([2.0, 2.0, 2.05])
    expect(described_class::Spread.of([])).to be_nil
  end
end
