# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Table do
  def row(label, seconds, **fields)
    Bench::Outcome::Row.new(label:, library: "ruby", ours: false, code: nil, published: nil, absence: nil,
                            samples: seconds.map { |real| { "ips" => 1.0 / real } }, **fields)
  end

  def outcome(rows, **fields)
    Bench::Outcome.new(title: "Title", kind: "ips", figures: { "ips" => "per_second" }, better: :higher,
                       baseline: rows.first.label, notes: [], rows:, headlines: [], **fields)
  end

  def draw(*outcomes)
    Bench::Sheet.all(outcomes).map { |sheet| described_class.new(sheet).to_s }.join("\n")
  end

  def widest(text)
    text.lines.map { |line| line.chomp.size }.max
  end

  it "fits 100 columns with labels, figures and reasons of any length" do
    long = "a contender whose name is far too long for a table " * 3
    rows = [row(long, [1e-9, 2e-9], published: 123_456_789.123), row("short", [0.1, 0.2]),
            row("gone", [], absence: "not installed: #{'reasons and more reasons ' * 20}")]
    text = draw(outcome(rows, title: "T " * 120, bytes: 1_048_576, notes: ["note " * 60]))
    expect(widest(text)).to be <= 100
    expect(text).to include("123456789.123/s", "GB/s", "reasons and more")
  end

  it "puts the sizes of a sweep side by side, and below each other when there are too many" do
    sizes = (0..10).map { |power| 4**power }
    outcomes = sizes.map do |size|
      outcome([row("baseline", [1e-6]), row("other", [2e-6])], group: "Sweep", column: Bench::Units.size(size))
    end
    text = draw(*outcomes)
    expect(widest(text)).to be <= 100
    expect(text.scan(/^other/).size).to be > 1
    expect(text).to include("1 B", "256 KiB", "1 MiB", "0.50x (0.50-0.50)")
  end

  it "says in our row that a rival is faster, or level" do
    ours = row("ours", [2e-6, 2e-6, 2e-6], ours: true)
    expect(draw(outcome([row("rival", [1e-6, 1e-6, 1e-6]), ours]))).to include("    rival is 2.00x as fast (2.00-2.00)")
    expect(draw(outcome([row("rival", [3e-6, 2e-6, 1e-6]), ours]))).to include("    level with rival (1.00x, 0.83")
    expect(draw(outcome([row("rival", [3e-6, 4e-6, 5e-6]), ours]))).not_to match(/level with|as fast \(/)
  end

  it "puts published figures and their ratio beside today's" do
    text = draw(outcome([row("old", [1e-6], published: 20), row("new", [1e-6], published: 400)]))
    expect(text).to match(%r{20/s$}).and match(%r{400/s\n +20\.0x$})
  end

  it "wraps text without losing a word" do
    text = "one two three #{'x' * 30} four"
    lines = described_class.wrap(text, 12)
    expect(lines.map(&:size).max).to be <= 12
    expect(lines.join.delete(" ")).to eq(text.delete(" "))
  end
end
