# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Timeit do
  # Printed by Python 3.11.7.
  {
    "500000 loops, best of 3: 539 nsec per loop" => 5.39e-7,
    "100000 loops, best of 3: 2.46 usec per loop" => 2.46e-6,
    "2 loops, best of 3: 8.72 msec per loop" => 8.72e-3,
    "1 loop, best of 1: 1 sec per loop" => 1.0,
    "1 loop, best of 1: 1e+03 nsec per loop" => 1e-6
  }.each do |line, seconds|
    it "reads #{line.inspect}" do
      expect(described_class.parse(line)).to be_within(1e-15).of(seconds)
    end
  end

  it "reads the last line of what -vvvv prints" do
    printed = "raw times: 0.0390234 sec, 0.0377412 sec, 0.0378905 sec\n\n1000 loops, best of 3: 37.7412 usec per loop\n"
    expect(described_class.parse(printed)).to be_within(1e-12).of(3.77412e-5)
  end

  it "refuses everything else" do
    ["", "1000 loops, best of 3: usec per loop", "1000 loops, best of 3: 5 hours per loop", "Traceback"].each do |text|
      expect { described_class.parse(text) }.to raise_error(Bench::Error, /not what timeit prints/)
    end
  end

  it "prints as timeit does" do
    expect([5.39e-7, 2.46e-6, 0.00872, 1.4e-5, 1.0, 9.999e-4, 2e-10].map { |seconds| described_class.format(seconds) })
      .to eq(["539 nsec", "2.46 usec", "8.72 msec", "14 usec", "1 sec", "1 msec", "0.2 nsec"])
  end
end
