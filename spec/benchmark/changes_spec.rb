# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Changes do
  started = Time.utc(2025, 1, 1)

  def outcome(rows)
    rows = rows.map do |label, seconds|
      Bench::Outcome::Row.new(label:, library: "ruby", ours: false,
                              samples: seconds.map { |time| { "ips" => 1.0 / time } })
    end
    Bench::Outcome.new(title: "Title", kind: "ips", figures: { "ips" => "per_second" }, better: :higher,
                       baseline: "rival", notes: [], rows:, headlines: [])
  end

  define_method(:run) do |rows, name: "tiny", ruby: "ruby 3.1.2"|
    environment = { "cpu" => "one", "ruby" => ruby, "libraries" => {} }
    Bench::Results.new(name:, title: "Tiny", about: nil, settings: { "quick" => false }, started:,
                       finished: started, interrupted: false, environment:, left_out: [], outcomes: [outcome(rows)])
  end

  def changes(before, after, **options)
    described_class.new(run(before), run(after, **options))
  end

  def verdicts(before, after)
    changes(before, after).all.to_h { |change| [change.label, change.verdict] }
  end

  steady = [1.00, 1.01, 1.02]

  it "takes a row for changed when its figures and its ratio moved beyond their quartiles" do
    before = { "rival" => steady, "quicker" => [0.50, 0.51, 0.52], "slower" => [0.50, 0.51, 0.52] }
    after = { "rival" => steady, "quicker" => [0.40, 0.41, 0.42], "slower" => [0.60, 0.61, 0.62] }
    expect(verdicts(before, after)).to eq("rival" => :noise, "quicker" => :better, "slower" => :worse)
    expect(changes(before, after).to_s).to include(
      "Better:\n  Title\n    quicker: 510 ms -> 410 ms, 1.24x as good\n      ratio 1.98x",
      "Worse:\n  Title\n    slower:",
      "3 rows: 1 better, 1 worse, 0 moved with the machine, 1 within the noise."
    )
  end

  it "does not blame the code for a machine that slowed down" do
    before = { "rival" => steady, "ours" => [0.50, 0.51, 0.52] }
    after = before.transform_values { |seconds| seconds.map { |time| 2 * time } }
    expect(verdicts(before, after)).to eq("rival" => :worse, "ours" => :machine)
  end

  it "does not praise the code for a ratio that only the baseline moved" do
    before = { "rival" => steady, "ours" => [0.50, 0.51, 0.52] }
    after = { "rival" => [2.00, 2.01, 2.02], "ours" => [0.60, 0.61, 0.62] }
    expect(verdicts(before, after)).to eq("rival" => :worse, "ours" => :machine)
  end

  it "warns of too few rounds" do
    rows = { "rival" => steady }
    expect(changes(rows, rows).to_s).to include("Quartiles of 3 rounds say little.")
    rows = { "rival" => steady * 2 }
    expect(changes(rows, rows).to_s).not_to include("say little")
  end

  it "takes overlapping quartiles for noise, however far the medians are apart" do
    expect(verdicts({ "rival" => [1.0, 1.0, 5.0, 5.0] }, { "rival" => [1.0, 4.0, 4.0, 4.0] })).to eq("rival" => :noise)
  end

  it "says what else differs: machines, versions, rows" do
    text = changes({ "rival" => steady, "gone" => steady }, { "rival" => steady, "new" => steady }, ruby: "ruby 3.3.1")
    expect(text.to_s).to include("  ruby: ruby 3.1.2 -> ruby 3.3.1\n", "Only in the first:\n  Title: gone",
                                 "Only in the second:\n  Title: new")
  end

  it "finds nothing new in the same run" do
    rows = { "rival" => steady, "ours" => [0.5, 0.6, 0.7] }
    expect(verdicts(rows, rows).values.uniq).to eq([:noise])
  end

  it "refuses two different comparisons" do
    expect { changes({}, {}, name: "other") }
      .to raise_error(Bench::Error, "these are different comparisons: tiny and other")
  end
end
