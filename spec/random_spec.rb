# frozen_string_literal: true

RSpec.describe Oxisalt::Random do
  it "gives as many bytes as are asked for, 32 unless told" do
    [0, 1, 23, 24, 1000, 1_048_575, 1_048_576, 3_000_000].each do |count|
      bytes = described_class.random_bytes(count)
      expect(bytes).to have_attributes(bytesize: count, encoding: Encoding::BINARY, frozen?: false)
    end
    expect(described_class.random_bytes.bytesize).to eq(32)
  end

  it "gives others each time, to the last byte" do
    expect(Array.new(10_000) { described_class.random_bytes(16) }.uniq.size).to eq(10_000)
    long = described_class.random_bytes(3_000_000)
    expect(long.bytes.each_slice(1000).map(&:uniq).map(&:size)).to all(be > 100)
  end

  it "refuses a number that is none of bytes" do
    [-1, -(2**70), 2**63, 2**70].each do |count|
      expect { described_class.random_bytes(count) }
        .to raise_error(Oxisalt::LengthError, "number of bytes must be 0 to #{(2**63) - 1}, got #{count}")
    end
    [nil, "32", 1.5, :symbol].each do |count|
      expect { described_class.random_bytes(count) }
        .to raise_error(TypeError, "number of bytes must be an Integer, got #{Bytes.kind(count)}")
    end
    expect { described_class.random_bytes(1, 2) }.to raise_error(ArgumentError)
  end

  it "raises NoMemoryError where there is no room, and goes on" do
    expect { described_class.random_bytes(2**62) }.to raise_error(NoMemoryError)
    expect(described_class.random_bytes(1).bytesize).to eq(1)
  end
end
