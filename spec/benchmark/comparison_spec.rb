# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Comparison do
  include BenchSupport

  let(:declaration) do
    lambda do |bench|
      bench.about "A smoke test."
      bench.ips "Greeting" do |x|
        x.given name: -> { "world" }
        x.baseline "interpolation"
        x.report "interpolation", :ruby, '"Hello #{name}"' # rubocop:disable Lint/InterpolationCheck
        x.report "ours", :ours, '"Hello " + name', published: 1234
        x.report "missing", :no_such_library, "Nothing.call(name)"
        x.absent "retired", because: "it no longer builds", published: 99
        x.headline "ours", "ours", goal: 1000
      end
      bench.sweep("Reversal", [1, 1024, 4096]) do |x, size|
        x.given text: "x" * size
        x.baseline "reverse"
        x.report "reverse", :ruby, "text.reverse"
      end
      bench.gauge("Sizes", { "size" => :bytes }) { |x| x.report("one", :ruby) { { size: 2048 } } }
      bench.ips("Too long for a short look", quick: false) { raise "never declared in quick mode" }
    end
  end

  # Measured once for all examples that only read it.
  directory = Dir.mktmpdir("bench")
  finished = nil
  after(:context) { FileUtils.remove_entry(directory) }

  let(:run) { finished ||= run_comparison(settings: settings(BENCH_RESULTS: directory), &declaration) }

  it "runs, prints tables of at most 100 columns and saves its results" do
    expect(run.status).to eq(0)
    expect(run.output.lines.map { |line| line.chomp.size }.max).to be <= 100
    expect(run.output).to include("A smoke test.", "Greeting", "Reversal", "4 KiB", "2.00 KiB")
    expect(run.output).to match(/^Results: \S+-tiny\.json$/)
  end

  it "shows who is missing, and how to install it" do
    expect(run.output).to match(/^missing +not installed: apt-get install ruby-nothing, or gem install nothing$/)
    expect(run.output).to match(%r{^retired +it no longer builds \(published: 99/s\)$})
  end

  it "says what quick mode left out" do
    expect(run.output).to include("Left out in quick mode: Too long for a short look.")
    expect(run.results.outcomes.filter_map(&:column)).to eq(["1 B", "4 KiB"])
  end

  it "says how far a headline is from its goal" do
    expect(run.output).to match(/against interpolation +[\d.]+x \([\d.]+-[\d.]+\)  goal 1000: missed, 0% of it/)
  end

  it "reports progress and the time left without a terminal" do
    expect(run.errors).to match(/\Atiny: 0%, 0:\d\d left, comparing answers, Greeting$/)
  end

  it "saves results that come back as they were, and the latest under a stable name" do
    saved = run.results
    expect(Bench::Results.load(run.latest).to_h).to eq(saved.to_h)
    expect(JSON.parse(JSON.generate(saved.to_h))).to eq(JSON.parse(File.read(run.latest)))
    expect(saved.outcomes.first.rows.map { |row| row.samples.size }).to eq([2, 2, 0, 0])
    expect(saved.environment).to include("ruby" => RUBY_DESCRIPTION, "cpu" => String, "kernel" => String)
    expect(saved.environment.fetch("libraries")).to include("libcrypto", "libsodium", "gpgme", "benchmark-ips")
  end

  it "writes the same tables as Markdown" do
    markdown = Bench::Report.new(Bench::Results.latest(run.directory)).to_s
    expect(markdown).to include("## Speed targets", "### Greeting", "| missing | not installed: apt-get", "quick mode",
                                "# interpolation\n\"Hello \#{name}\"")
    expect(markdown).to match(%r{\| ours \| .+ \| 1234/s \|})
  end

  it "shows published figures in a table of several sizes, and where nobody takes part" do
    output = run_comparison do |bench|
      measure = ->(_size) { Bench::Measures::BestOfThree.new(bench.settings) }
      bench.sweep("Digest", [1, 1024], measure:) do |x, size|
        x.baseline "there"
        x.report "there", :ruby, "0", published: (2.46e-6 if size == 1)
        x.absent "gone", because: "no longer made", published: (8.72e-3 if size == 1024)
      end
    end.output
    expect(output).to match(/^there +[\d.]+ nsec +[\d.]+ nsec$/).and include("published 2.46 usec")
    expect(output).to match(/^gone +no longer made \(published: 1 KiB 8.72 msec\)$/)
  end

  it "compares with the best of several, in each round" do
    samples = { "ours" => [4, 4], "one of the rivals" => [8, 2], "the other rival" => [2, 8] }
    run = run_comparison do |bench|
      bench.gauge("Sizes", { "size" => :bytes }) do |x|
        samples.each { |label, sizes| x.report(label, :ruby) { { size: sizes.shift } } }
        x.report("missing", :no_such_library) { {} }
        x.headline "smallest", "ours", over: ["one of the rivals", "the other rival", "missing"], goal: 0.9
      end
    end
    expect(run.output).to include("    against the best of one of the rivals, the other rival\n")
    expect(run.output).to match(/^ +0.50x \(0.50-0.50\)  goal 0.9: missed, 55% of it$/)
    expect(run.results.headlines.size).to eq(1)
  end

  it "works figures out from those of another contest, in the same round" do
    doubled = run_comparison do |bench|
      source = nil
      bench.gauge("Sizes", { "size" => :bytes }) do |x|
        source = x
        sizes = [1024, 2048]
        x.report("one", :ruby) { { size: sizes.shift } }
        x.absent "gone", because: "no longer made"
      end
      measure = Bench::Measures::Derived.new("double", :bytes, better: :lower)
      bench.columns("Doubled", { "first" => measure }) do |x|
        x.follow(source, published: ->(label) { 4096 if label == "gone" }) do |label|
          { "double" => 2 * source.last_sample(label).fetch("size") }
        end
      end
    end.results.outcomes.last
    expect(doubled.row("one").values("double")).to eq([2048, 4096])
    expect(doubled.row("gone")).to have_attributes(absence: "no longer made", published: 4096)
  end

  it "gives every contender its turn in each round, each time beginning with another" do
    order = []
    run_comparison(settings: settings(BENCH_ROUNDS: "3")) do |bench|
      bench.clock "Turns" do |x|
        x.baseline "a"
        %w[a b c].each { |label| x.report(label, :ruby) { (order << label) && nil } }
      end
    end
    expect(order.last(9).each_slice(3).map(&:join)).to eq(%w[abc bca cab])
  end

  context "when it is interrupted" do
    # One call for the reference, two for the check, one for the rehearsal, then one in each round.
    let(:run) do
      calls = 0
      run_comparison(settings: settings(BENCH_ROUNDS: "5")) do |bench|
        bench.clock "Turns" do |x|
          x.baseline "steady"
          x.report("steady", :ruby) { 1 }
          x.report("stopped", :ruby) { (calls += 1) > 5 ? raise(Interrupt) : 1 }
        end
      end
    end

    it "keeps the complete rounds, says so, and leaves the latest alone" do
      expect(run.status).to eq(130)
      expect(run.errors).to include("interrupted; the complete rounds are kept")
      expect(run.results).to be_interrupted
      expect(run.results.outcomes.first.rounds).to eq(2)
      expect(run.output).to include("median of 2 rounds", "(quick, interrupted)")
      expect(File).not_to exist(run.latest)
    end
  end
end
