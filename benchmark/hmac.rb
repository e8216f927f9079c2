# frozen_string_literal: true

# HMAC: ruby-hmac, OpenSSL::HMAC and Oxisalt, in the setting of the published comparison.

require_relative "support/bench"

KEY = "secretkey"

# The published message: the standard paragraph, with "adipisicing", without a newline at its end.
TEXT = "Lorem ipsum dolor sit amet, consectetur adipisicing elit, sed do eiusmod tempor incididunt ut labore et " \
       "dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex " \
       "ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu " \
       "fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt " \
       "mollit anim id est laborum."
raise "the published message has 446 bytes" unless TEXT.bytesize == 446

# Its HMAC-SHA1 under the published key, as published.
PUBLISHED_HMAC = "cb2285d750d16319aa584738fa919ebafa18def4"

SIZES = [16, 1024, 8 * 1024, 1024 * 1024].freeze

OPENSSL_OBJECT = "OpenSSL, digest object"
OPENSSL_NAME = "OpenSSL, by name"
OPENSSL_KEPT = "OpenSSL, kept and reset"
OXISALT_NAME = "Oxisalt, by name"
OXISALT_CLASS = "Oxisalt, per class"
OXISALT_KEY = "Oxisalt, prepared key"
OXISALT_STREAM = "Oxisalt, streaming"
OXISALT_OPENSSL = "Oxisalt::OpenSSL"
OXISALT_OPENSSL_KEY = "Oxisalt::OpenSSL, prepared key"

# Every way to an HMAC of `text`; `call` is :digest or :hexdigest, published the post's seconds for 10,000 passes.
def report_hmacs(contest, algorithm, text, call: :digest, published: {})
  contest.given key: KEY, text: text
  contest.baseline OPENSSL_OBJECT
  contest.report "ruby-hmac", :ruby_hmac, "HMAC::#{algorithm}.#{call}(key, text)", published: published[:ruby_hmac]
  contest.report OPENSSL_OBJECT, :openssl, "OpenSSL::HMAC.#{call}(OpenSSL::Digest.new(\"#{algorithm}\"), key, text)",
                 published: published[:openssl]
  contest.report OPENSSL_NAME, :openssl, "OpenSSL::HMAC.#{call}(\"#{algorithm}\", key, text)"
  contest.report OPENSSL_KEPT, :openssl, "hmac.reset; hmac << text; hmac.#{call}",
                 with: { hmac: -> { OpenSSL::HMAC.new(KEY, algorithm) } }
  report_oxisalt(contest, algorithm, call)
end

def report_oxisalt(contest, algorithm, call)
  contest.report OXISALT_NAME, :oxisalt, "Oxisalt::HMAC.#{call}(\"#{algorithm}\", key, text)"
  contest.report OXISALT_CLASS, :oxisalt, "Oxisalt::HMAC::#{algorithm}.#{call}(key, text)"
  contest.report OXISALT_KEY, :oxisalt, "prepared.#{call}(text)",
                 with: { prepared: -> { Oxisalt::HMAC::Key.new(algorithm, KEY) } }
  contest.report OXISALT_STREAM, :oxisalt, "hmac.reset; hmac << text; hmac.#{call}",
                 with: { hmac: -> { Oxisalt::HMAC.new(KEY, algorithm) } }
  contest.report OXISALT_OPENSSL, :oxisalt_openssl, "Oxisalt::OpenSSL::HMAC.#{call}(\"#{algorithm}\", key, text)"
  contest.report OXISALT_OPENSSL_KEY, :oxisalt_openssl, "prepared.#{call}(text)",
                 with: { prepared: -> { Oxisalt::OpenSSL::HMAC::Key.new(algorithm, KEY) } }
end

Bench.compare "hmac", "HMAC: ruby-hmac, OpenSSL::HMAC and Oxisalt" do |bench|
  bench.about <<~TEXT
    The published comparison took the HMAC-SHA1 of a 446-byte paragraph 10,000 times under Benchmark.bmbm, and found
    OpenSSL::HMAC roughly 20 times as fast as ruby-hmac. Here is that table today, then the same calls by
    benchmark-ips, with other digests and other sizes.
  TEXT

  bench.clock "HMAC-SHA1, 446 bytes, 10,000 passes as Benchmark.bmbm", passes: 10_000 do |x|
    x.expect PUBLISHED_HMAC, from: "the published HMAC"
    report_hmacs x, "SHA1", TEXT, call: :hexdigest, published: { ruby_hmac: 1.405, openssl: 0.0736 }
    x.note "The published conclusion: OpenSSL::HMAC is roughly 20 times as fast as ruby-hmac."
    x.headline "10,000 passes as published: OpenSSL (then roughly 20)", OPENSSL_OBJECT, over: "ruby-hmac"
    x.headline "10,000 passes as published: HMAC::SHA1.hexdigest", OXISALT_CLASS
    x.headline "10,000 passes as published: HMAC::SHA1.hexdigest", OXISALT_CLASS, over: "ruby-hmac"
  end

  bench.ips "HMAC-SHA1, 446 bytes, digest" do |x|
    x.expect [PUBLISHED_HMAC].pack("H*"), from: "the published HMAC"
    report_hmacs x, "SHA1", TEXT
    x.headline "HMAC::SHA1.digest, 446 B", OXISALT_CLASS, over: OPENSSL_OBJECT, goal: 14, readme: true
    x.headline "HMAC::SHA1.digest, 446 B", OXISALT_CLASS, over: OPENSSL_NAME, goal: 14
    x.headline "HMAC::SHA1.digest, 446 B", OXISALT_CLASS, over: "ruby-hmac", goal: 60, readme: true
    x.headline "HMAC.digest(\"SHA1\", ...), 446 B", OXISALT_NAME, over: OPENSSL_OBJECT, goal: 12
    x.headline "HMAC.digest(\"SHA1\", ...), 446 B", OXISALT_NAME, over: OPENSSL_NAME, goal: 12
    x.headline "HMAC.digest(\"SHA1\", ...), 446 B", OXISALT_NAME, over: "ruby-hmac", goal: 50
    x.headline "HMAC::Key#digest, SHA-1, 446 B", OXISALT_KEY, over: OPENSSL_KEPT, goal: 6, readme: true
    x.headline "Oxisalt::OpenSSL::HMAC.digest(\"SHA1\", ...), 446 B", OXISALT_OPENSSL, over: OPENSSL_NAME, goal: 9
  end

  bench.ips "HMAC-SHA1, 446 bytes, hexdigest (the published call)", quick: false do |x|
    x.expect PUBLISHED_HMAC, from: "the published HMAC"
    report_hmacs x, "SHA1", TEXT, call: :hexdigest
  end

  %w[SHA256 SHA512].each do |algorithm|
    bench.ips "HMAC-#{algorithm}, 446 bytes, digest" do |x|
      report_hmacs x, algorithm, TEXT
      goal = 7 if algorithm == "SHA512"
      x.headline("HMAC::#{algorithm}.digest, 446 B", OXISALT_CLASS, over: OPENSSL_NAME, goal:)
      x.headline "Oxisalt::OpenSSL::HMAC.digest(\"#{algorithm}\", ...), 446 B", OXISALT_OPENSSL,
                 over: OPENSSL_NAME, goal: (9 if algorithm == "SHA256")
    end
  end

  %w[SHA1 SHA256 SHA512].each do |algorithm|
    bench.sweep "HMAC-#{algorithm} by size of the message", SIZES, quick: algorithm == "SHA1" do |x, size|
      report_hmacs x, algorithm, "x" * size
    end
  end
end
