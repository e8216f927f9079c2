# frozen_string_literal: true

# The benchmark harness: `require_relative "support/bench"`, then `Bench.compare`. This file is its table of contents.
#
#   Bench.compare "greeting", "Two ways to greet" do |bench|
#     bench.ips "Hello" do |x|
#       x.given name: "world"
#       x.baseline "interpolation"
#       x.report "interpolation", :ruby, '"Hello #{name}"'
#       x.report "concatenation", :ruby, '"Hello " + name'
#       x.headline "concatenation", "concatenation", over: "interpolation"
#     end
#   end
module Bench
  # Everything the harness refuses, with a message for the person at the terminal.
  Error = Class.new(StandardError)

  # Two contenders gave different answers, so their times cannot be compared.
  Mismatch = Class.new(Error)

  # Set in the environment, it makes a script say how many seconds it expects to take, and do no more.
  DECLARE = "BENCH_DECLARE"

  # Tables fit this many columns.
  WIDTH = 100

  # Declares a comparison, runs it, prints its tables and saves its results. Ends the script with status 1 when it
  # failed, and with 130 when it was interrupted. seconds: what each row takes, where it is not the usual.
  def self.compare(name, title, settings: nil, **options, &declaration)
    settings ||= Settings.new(**options)
    comparison = Comparison.new(name, title, settings:, &declaration)
    return puts(comparison.seconds) if ENV.key?(DECLARE)

    status = Interruption.once { comparison.run }
    exit(status) unless status.zero?
  rescue Interrupt
    warn "#{name}: interrupted before anything was measured"
    exit 130
  rescue Error => e
    abort "#{name}: #{e.message}"
  end
end

require_relative "settings"
require_relative "statistics"
require_relative "timeit"
require_relative "units"
require_relative "command"
require_relative "library"
require_relative "libraries"
require_relative "pace"
require_relative "program"
require_relative "contender"
require_relative "outsider"
require_relative "answers"
require_relative "measures"
require_relative "allocations"
require_relative "outcome"
require_relative "contest"
require_relative "place"
require_relative "interruption"
require_relative "progress"
require_relative "rounds"
require_relative "loaded_files"
require_relative "fresh_process"
require_relative "environment"
require_relative "results"
require_relative "sheet"
require_relative "table"
require_relative "summary"
require_relative "finding"
require_relative "tally"
require_relative "comparison"
require_relative "markdown"
require_relative "report"
require_relative "html"
require_relative "chart"
require_relative "html_report"
require_relative "readme"
require_relative "citations"
require_relative "change"
require_relative "changes"
require_relative "run"
require_relative "script"
require_relative "series"
