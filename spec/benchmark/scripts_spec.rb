# frozen_string_literal: true

require "open3"
require_relative "support"

RSpec.describe "The benchmark scripts" do
  include BenchSupport

  root = File.expand_path("../..", __dir__)

  Dir[File.join(root, "benchmark", "*.rb")].each do |script|
    it "#{File.basename(script)} runs, in quick mode" do
      env = { "BENCH_QUICK" => "1", "BENCH_ROUNDS" => "1", "BENCH_SECONDS" => "0.01", "BENCH_RESULTS" => directory,
              "BENCH_PROFILE" => "dev" }
      output, errors, status = Open3.capture3(env, RbConfig.ruby, "-w", "-I", File.join(root, "lib"), script)
      expect(status).to be_success, errors
      expect(output.lines.map { |line| line.chomp.size }.max).to be <= 100
      expect(errors).not_to include("#{root}/benchmark", "warning: #{root}")
      expect(Bench::Results.latest(directory).size).to eq(1)
    end
  end
end
