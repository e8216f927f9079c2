# frozen_string_literal: true

require "timeout"
require_relative "support"

RSpec.describe Bench::Series do
  include BenchSupport

  harness = File.expand_path("../../benchmark/support/bench", __dir__)

  # A comparison that waits in each round, and adds a line to a file.
  define_method(:write_script) do |name, seconds, code = "nil"|
    File.write(File.join(directory, "#{name}.rb"), <<~RUBY)
      require #{harness.dump}
      module Bench::Environment
        def self.in_a_fresh_process = { "libraries" => {} }
      end
      Bench.compare "#{name}", "The comparison #{name}" do |bench|
        bench.gauge "Waiting", { "wait" => :seconds } do |x|
          x.baseline "rival"
          x.report("rival", :ruby) { sleep(#{seconds}) && { wait: 0.002 } }
          x.report("other", :ruby) { #{code}; File.write(#{File.join(directory, 'turns').dump}, ".", mode: "a"); { wait: 0.001 } }
          x.headline "waiting of #{name}", "other"
        end
      end
    RUBY
  end

  def series(*names, output: StringIO.new)
    described_class.new(names.map { |name| Bench::Script.new(File.join(directory, "#{name}.rb")) }, settings:, output:)
  end

  def run_file
    Dir[File.join(directory, "run-*.json")].last
  end

  # Processes write to files what would stand among the examples.
  def quietly
    streams = [$stdout, $stderr].to_h { |stream| [stream, stream.dup] }
    streams.each_key.zip(%w[output errors]) { |stream, name| stream.reopen(File.join(directory, name), "w") }
    yield
  ensure
    streams.each do |stream, copy|
      stream.reopen(copy)
      copy.close
    end
  end

  around do |example|
    chosen = { "BENCH_RESULTS" => directory, "BENCH_ROUNDS" => "2", "BENCH_SECONDS" => "0.01", "BENCH_QUICK" => "1" }
    kept = chosen.to_h { |name, _| [name, ENV.fetch(name, nil)] }
    ENV.update(chosen)
    example.run
  ensure
    ENV.update(kept)
  end

  it "runs all, goes on after one that failed, and makes one file and two reports of the others" do
    write_script("first", 0)
    write_script("broken", 0, "raise Bench::Error, 'no'")
    write_script("last", 0)
    output = StringIO.new
    expect(quietly { series("first", "broken", "last", output:).run }).to eq(1)
    expect(output.string).to include("Failed: broken", "The comparison first (quick)", "2.00x", run_file)
    expect(Bench::Run.load(run_file).names).to eq("first, last")
    %w[report.md report.html].each do |name|
      expect(File.read(File.join(directory,
                                 name))).to include("The comparison first", "The comparison last", "waiting of")
    end
    expect(File.read(File.join(directory,
                               "errors"))).to match(/^last \(3 of 3\): 0%, 0:0\d left of 0:0\d in all, comparing/)
  end

  it "tells each how long the others are expected to take: as the last time, or as they declare" do
    %w[first last].each { |name| write_script(name, 0) }
    quietly { series("first", "last").run }
    results = Bench::Results.load(Bench::Results.latest_path(directory, "last"))
    allow(Bench::Results).to receive(:load).and_return(results)
    allow(results).to receive(:finished).and_return(results.started + 125)
    places = []
    allow_any_instance_of(Bench::Script).to receive(:run) do |_, env|
      places << env
      instance_double(Process::Status, success?: true, signaled?: false, exitstatus: 0)
    end
    series("first", "last").run
    expect(places).to eq([{ "BENCH_PLACE" => "1/2/125" }, { "BENCH_PLACE" => "2/2/0" }])
    expect(Bench::Script.new(File.join(directory, "last.rb")).declared_seconds).to be_positive
  end

  it "keeps what it has when it is ended, at any comparison, and says so" do
    write_script("first", 0)
    write_script("endless", 0.05)
    write_script("never", 0)
    program = <<~RUBY
      require #{harness.dump}
      scripts = %w[first endless never].map { |name| Bench::Script.new(File.join(#{directory.dump}, name + ".rb")) }
      exit Bench::Series.new(scripts, settings: Bench::Settings.new).run
    RUBY
    turns = File.join(directory, "turns")
    reader, writer = IO.pipe
    pid = spawn({ "BENCH_ROUNDS" => "400" }, RbConfig.ruby, "-e", program, out: writer, err: File::NULL, pgroup: true)
    writer.close
    Timeout.timeout(60) { sleep 0.05 until File.exist?(turns) && File.size(turns) > 410 }
    Process.kill("TERM", pid)
    status = Timeout.timeout(30) { Process.wait2(pid).last }
    expect(status.exitstatus).to eq(130)
    expect(reader.read).to include("Interrupted: what follows is what was measured until then.",
                                   "The comparison endless (quick, interrupted)")
    first, endless = Bench::Run.load(run_file).results
    expect([first, endless].map(&:interrupted?)).to eq([false, true])
    expect(endless.outcomes.first.rounds).to be_between(1, 399)
    expect(File).not_to exist(Bench::Results.latest_path(directory, "never"))
  end

  it "says that nothing was measured when that is so" do
    write_script("broken", 0, "raise Bench::Error, 'no'")
    output = StringIO.new
    expect(quietly { series("broken", output:).run }).to eq(1)
    expect(output.string).to include("Nothing was measured.")
    expect(run_file).to be_nil
  end
end
