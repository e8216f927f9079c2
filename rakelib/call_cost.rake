# frozen_string_literal: true

namespace :bench do
  desc "What one HMAC-SHA256 costs, part by part, by time and by instructions; writes docs/what_a_call_costs.md"
  task call_cost: :prepare do
    root = File.expand_path("..", __dir__)
    require File.join(root, "benchmark", "support", "bench")
    script = Bench::Script.new(File.join(root, "benchmark", "call_cost", "run.rb"), load_path: [File.join(root, "lib")])
    status = script.run
    exit(status.exitstatus || 1) unless status.success?
  end
end
