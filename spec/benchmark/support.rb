# frozen_string_literal: true

require "stringio"
require "tmpdir"
require_relative "../../benchmark/support/bench"

# What the specs of the benchmark harness share: tiny comparisons, run without a terminal, saved to a directory that
# goes away.
module BenchSupport
  Bench::Library.define :no_such_library, features: %w[no_such_feature_anywhere], ours: false,
                                          install: "apt-get install ruby-nothing, or gem install nothing",
                                          versions: { "nothing" => -> { raise "never loaded" } }
  Bench::Library.define :ours, ours: true

  Run = Struct.new(:status, :output, :errors, :directory) do
    def results
      Bench::Results.load(Bench::Results.newest_path(directory, "tiny"))
    end

    def latest
      Bench::Results.latest_path(directory, "tiny")
    end
  end

  def settings(**env)
    defaults = { "BENCH_QUICK" => "1", "BENCH_SECONDS" => "0.01", "BENCH_ROUNDS" => "2", "BENCH_RESULTS" => directory }
    Bench::Settings.new(defaults.merge(env.transform_keys(&:to_s)))
  end

  def run_comparison(settings: self.settings, &declaration)
    output = StringIO.new
    errors = StringIO.new
    status = Bench::Comparison.new("tiny", "A tiny comparison", settings:, &declaration).run(output:, errors:)
    Run.new(status, output.string, errors.string, settings.results_directory)
  end

  def self.included(group)
    group.let(:directory) { Dir.mktmpdir("bench") }
    group.after { FileUtils.remove_entry(directory) }
  end
end
