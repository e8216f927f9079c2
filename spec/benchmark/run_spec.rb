# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Run do
  include BenchSupport

  def results(name, seconds)
    row = Bench::Outcome::Row.new(label: "rival", library: "ruby", ours: false,
                                  samples: seconds.map { |time| { "real" => time } })
    outcome = Bench::Outcome.new(title: "Title", kind: "clock", figures: { "real" => "seconds" }, better: :lower,
                                 baseline: "rival", notes: [], rows: [row], headlines: [])
    Bench::Results.new(name:, title: name.capitalize, about: nil, settings: { "quick" => false },
                       started: Time.utc(2025), finished: Time.utc(2025), interrupted: false,
                       environment: { "libraries" => {} }, left_out: [], outcomes: [outcome])
  end

  before = [1.0, 1.1, 1.2, 1.1, 1.0]
  after = before.map { |seconds| seconds / 2 }

  it "comes back from its one file as it was, and from the file of a single comparison" do
    run = described_class.new([results("one", before), results("two", after)])
    path = run.save(directory)
    expect(File.basename(path)).to eq("run-20250101T000000Z.json")
    expect(described_class.load(path).to_h).to eq(run.to_h)
    single = results("one", before).save(directory)
    expect(described_class.load(single).names).to eq("one")
  end

  it "says what changed, comparison by comparison, and what only one of them has" do
    former = described_class.new([results("one", before), results("two", before), results("gone", before)])
    text = described_class.new([results("one", before), results("two", after), results("new", after)])
                          .changes_since(former)
    expect(text).to include("One: 2025-01-01",
                            "1 row: 0 better, 0 worse, 0 moved with the machine, 1 within the noise.",
                            "Two: 2025-01-01", "Better:\n  Title\n    rival: 1.10 s -> 550 ms, 2.00x as good",
                            "Comparisons only in the first: gone.", "Comparisons only in the second: new.")
  end

  it "refuses runs that have nothing in common, and files that are no results" do
    one, two = %w[one two].map { |name| described_class.new([results(name, before)]) }
    expect { two.changes_since(one) }.to raise_error(Bench::Error, "these are different comparisons: one and two")
    { "{}" => /is of another format, nil/, "[]" => /cannot be read|another format/, "{" => /cannot be read/ }
      .each do |text, message|
      path = File.join(directory, "file.json")
      File.write(path, text)
      expect { described_class.load(path) }.to raise_error(Bench::Error, message)
    end
    missing = File.join(directory, "missing")
    expect { described_class.load(missing) }.to raise_error(Bench::Error, /cannot be read: No such/)
  end
end
