# frozen_string_literal: true

# Measures what one call of HMAC-SHA256 costs, keeps the results and writes docs/what_a_call_costs.md of them. With
# BENCH_QUICK=1 less is measured, and both go to tmp/benchmark.

require_relative "call_cost"

begin
  settings = Bench::Settings.new
  results = CallCost::RESULTS
  page = CallCost::PAGE
  if settings.quick?
    results = File.join(settings.results_directory, "call_cost.json")
    page = File.join(settings.results_directory, File.basename(page))
  end

  size = settings.quick? ? { rounds: 5, passes: 200 } : { rounds: 201, passes: 1000 }
  measured = CallCost::Measurement.new(**size).to_h
  Bench::Results.write(results, measured, compact: true)
  text = CallCost::Page.new(measured).to_s
  File.write(page, text)
  puts text, "", "Written: #{page}"
rescue Bench::Error, LoadError => e
  abort "call_cost: #{e.message}"
rescue Interrupt
  warn "call_cost: interrupted, and nothing was written"
  exit 130
end
