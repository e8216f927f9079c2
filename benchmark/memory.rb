# frozen_string_literal: true

# Memory and time that `require` costs, each library in a fresh process.

require_relative "support/bench"

LIBRARIES = {
  "openssl" => :openssl,
  "digest" => :digest,
  "hmac-sha1" => :ruby_hmac,
  "oxisalt" => :oxisalt
}.freeze

def require_line(feature)
  "require \"#{feature}\""
end

Bench.compare "memory", "What require costs: memory and time, in a fresh process each" do |bench|
  bench.about <<~TEXT
    The published comparison left open what the libraries cost in memory. Each figure is what one require adds to a
    process that has just started: its resident set, the part of it that it shares with nobody, and the time taken.
  TEXT

  figures = { "resident" => :bytes, "private" => :bytes, "time to load" => :seconds }
  bench.gauge "require, in a fresh process", figures do |x|
    x.baseline require_line("openssl")
    LIBRARIES.each do |feature, library|
      x.report(require_line(feature), library) { Bench::FreshProcess.cost_of(require_line(feature)) }
    end
    x.headline "resident memory of require \"oxisalt\"", require_line("oxisalt"), goal: 10, readme: true
    x.note "hmac-sha1 is ruby-hmac on Ruby's digest/sha1. Digest loads its algorithms on first use, after its require."
  end
end
