# frozen_string_literal: true

require_relative "support"

RSpec.describe "The cited results" do
  include BenchSupport

  repository = Bench::Citations.new(File.expand_path("../..", __dir__))

  it "are what README.md, BENCHMARKS.md and the page say (rake bench:report)" do
    expect(repository.stale).to be_empty
  end

  it "are of complete and full runs, under their own names" do
    repository.results.each do |results|
      expect(results).not_to be_quick
      expect(results).not_to be_interrupted
      measured = results.outcomes.select { |outcome| outcome.rows.any?(&:measured?) }
      expect(measured.map(&:rounds).min).to be >= 5
    end
  end

  context "when they are collected" do
    let(:root) { Dir.mktmpdir("root") }
    let(:readme) { File.join(root, "README.md") }
    let(:citations) { Bench::Citations.new(root) }

    before { File.write(readme, "# Title\n\n<!-- benchmarks -->\nold\n<!-- /benchmarks -->\n\nMore.\n") }
    after { FileUtils.remove_entry(root) }

    def measure(full: true, rows: 1, **seconds)
      seconds = { ours: 0.001, rival: 0.002 }.merge(seconds)
      run_comparison(settings: settings(BENCH_QUICK: full ? "0" : "1")) do |bench|
        bench.gauge("Waiting", { "wait" => :seconds }) do |x|
          x.baseline "rival"
          x.report("rival", :ruby) { { wait: seconds[:rival] } }
          x.report("ours", :ours) { { wait: seconds[:ours] } }
          rows.times { |row| x.headline("wait #{row}", "ours", readme: true) }
          x.headline "not for README", "ours"
        end
      end
    end

    def file(name)
      File.join(root, name)
    end

    it "keeps the newest full run, compact, and writes all documents" do
      measure
      expect(citations.collect(directory)).to eq(["tiny"])
      expect(File.readlines(file("benchmark/results/tiny.json")).size).to eq(1)
      expect(citations.stale).to contain_exactly("README.md", "BENCHMARKS.md", "docs/benchmarks.html")
      citations.write
      expect(citations.stale).to be_empty
      expect(File.read(file("BENCHMARKS.md"))).to include("# Benchmarks", "not for README")
      expect(File.read(readme)).to include(
        "# Title\n\n<!-- benchmarks -->\n", "| wait 0 | rival | 2.00x (2.00-2.00) | 1.00 ms | 2.00 ms |",
        "[tiny](benchmark/results/tiny.json)", RUBY_VERSION, "<!-- /benchmarks -->\n\nMore.\n"
      )
      expect(File.read(readme)).not_to include("old", "not for README")
    end

    it "leaves out quick runs, and runs that are no newer" do
      measure(full: false)
      expect(citations.collect(directory)).to be_empty
      expect(citations.documents).to be_empty
      measure
      expect(Array.new(2) { citations.collect(directory) }).to eq([["tiny"], []])
    end

    it "says where a rival is as good or better" do
      measure(ours: 0.004)
      citations.collect(directory)
      expect(citations.documents.fetch(readme)).to include("0.50x (0.50-0.50): **rival is faster**")
    end

    it "refuses a README without the markers, and no README" do
      measure
      citations.collect(directory)
      File.write(readme, "# Title\n<!-- /benchmarks -->\n<!-- benchmarks -->\n")
      expect { citations.documents }.to raise_error(Bench::Error, /README.md needs the markers/)
      FileUtils.remove_entry(readme)
      expect { citations.documents }.to raise_error(Bench::Error, /No such file.*README.md/)
    end

    it "refuses more rows than README has room for" do
      measure(rows: 16)
      citations.collect(directory)
      expect { citations.documents }.to raise_error(Bench::Error, "README.md has room for 15 rows, not 16")
    end
  end
end
