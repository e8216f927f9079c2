# frozen_string_literal: true

# One call of HMAC-SHA256, taken apart. This file is the table of contents; run.rb measures and writes the page.
module CallCost
  ROOT = File.expand_path("../..", __dir__)
  RESULTS = File.join(ROOT, "benchmark/call_cost/results.json")
  PAGE = File.join(ROOT, "docs/what_a_call_costs.md")
end

require_relative "../support/bench"
require_relative "steps"
require_relative "stopwatch"
require_relative "profile"
require_relative "callgrind"
require_relative "parts"
require_relative "owners"
require_relative "measurement"
require_relative "page"
