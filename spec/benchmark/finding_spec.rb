# frozen_string_literal: true

require_relative "support"

RSpec.describe "What the figures say" do
  # rows: { label => [values of the rounds, whether ours] }; less is better.
  def outcome(rows, title: "Title", **fields)
    rows = rows.map do |label, (seconds, ours, library)|
      Bench::Outcome::Row.new(label:, library: library || "ruby", ours: ours == :ours,
                              samples: seconds.map { |time| { "real" => time } })
    end
    Bench::Outcome.new(title:, kind: "clock", figures: { "real" => "seconds" }, better: :lower,
                       baseline: rows.first.label, notes: [], rows:, headlines: [], **fields)
  end

  def finding(*outcomes)
    Bench::Sheet.all(outcomes).map { |sheet| Bench::Finding.new(sheet).to_s }.join(" ")
  end

  it "compares the best of ours with the best of the rivals" do
    rows = { "slow" => [[9, 9]], "rival" => [[2.0, 2.2]], "a" => [[1.0, 1.0], :ours], "b" => [[4, 4], :ours] }
    expect(finding(outcome(rows))).to eq("a is 2.10x (2.05-2.15) as fast as the best rival, rival.")
  end

  it "takes OpenSSL's own cryptography for Oxisalt's best only where there is no other of ours" do
    rows = { "rival" => [[2.0, 2.0]], "own" => [[4.0, 4.0], :ours],
             "libcrypto" => [[1.0, 1.0], :ours, "oxisalt_openssl"] }
    expect(finding(outcome(rows)))
      .to eq("A rival wins: rival is 2.00x (2.00-2.00) as fast as the best of Oxisalt's, own.")
    expect(finding(outcome(rows.except("own"))))
      .to eq("libcrypto is 2.00x (2.00-2.00) as fast as the best rival, rival.")
  end

  it "says it where a rival wins, and where nobody does" do
    expect(finding(outcome({ "rival" => [[1.0, 1.0]], "ours" => [[2.0, 2.0], :ours] })))
      .to eq("A rival wins: rival is 2.00x (2.00-2.00) as fast as the best of Oxisalt's, ours.")
    [[[1.0, 3.0, 1.0], [2.0, 1.0, 2.0]], [[1.0], [1.005]], [[0], [0]]].each do |rival, ours|
      expect(finding(outcome({ "rival" => [rival], "ours" => [ours, :ours] }))).to end_with("are level.")
    end
    expect(finding(outcome({ "rival" => [[1.0]], "ours" => [[0.995], :ours] }))).to end_with("are level.")
  end

  it "needs no quotient where something takes nothing" do
    expect(finding(outcome({ "rival" => [[1.0]], "ours" => [[0], :ours] })))
      .to eq("ours is better than the best rival, rival.")
    expect(finding(outcome({ "rival" => [[0]], "ours" => [[0], :ours] })))
      .to eq("ours and the best rival, rival, are level.")
  end

  it "says at which sizes" do
    sweep = { "16 B" => 0.5, "1 KiB" => 1.0, "1 MiB" => 4.0 }.map do |column, seconds|
      outcome({ "rival" => [[1.0, 1.0]], "ours" => [[seconds, seconds], :ours] }, group: "Sweep", column:)
    end
    expect(finding(*sweep)).to eq("Oxisalt is ahead of every rival at 16 B (2.00x), and level with the best of them " \
                                  "at 1 KiB; a rival wins at 1 MiB (4.00x, rival).")
    expect(finding(*sweep.last(1), sweep.last)).to start_with("A rival wins at 1 MiB")
  end

  it "compares with the baseline where there is no rival, and says what was not measured" do
    rows = { "alone" => [[2.0], :ours], "together" => [[1.0], :ours] }
    expect(finding(outcome(rows))).to eq("together is 2.00x (2.00-2.00) as fast as alone.")
    expect(finding(outcome({ "alone" => [[1.0], :ours] }))).to eq("There is nobody to compare with.")
    expect(finding(outcome({ "rival" => [[]], "ours" => [[], :ours] }))).to eq("Not measured.")
    absent = Bench::Outcome::Row.new(label: "rival", ours: false, absence: "broken", samples: [])
    table = outcome({ "rival" => [[]] }).tap { |one| one.rows.replace([absent]) }
    expect(finding(table)).to eq("None of these takes part, for the reasons given.")
  end

  it "is counted for a whole comparison, the worst defeats by name" do
    outcomes = [0.5, 1.0, 1.5, 4.0, 2.0, 3.0].map.with_index do |seconds, index|
      outcome({ "rival" => [[1.0, 1.0]], "ours" => [[seconds, seconds], :ours] }, title: "Table #{index}")
    end
    tally = ->(some) { Bench::Tally.new(instance_double(Bench::Results, outcomes: some)).to_s }
    expect(tally.call(outcomes)).to eq(
      "Of 6 tables and sizes, Oxisalt is ahead of every rival in 1 and level with the best of them in 1; a rival " \
      "wins in 4: Table 3 (rival, 4.00x); Table 5 (rival, 3.00x); Table 4 (rival, 2.00x); and 1 more."
    )
    expect(tally.call(outcomes.first(1))).to eq("Of 1 table, Oxisalt is ahead of every rival in 1; no rival beats it.")
    expect(tally.call(outcomes.last(1)))
      .to eq("Of 1 table, Oxisalt is ahead in none; a rival wins in 1: Table 5 (rival, 3.00x).")
  end
end
