# frozen_string_literal: true

# `openssl speed`'s table: the command itself, OpenSSL in Ruby, Oxisalt in Ruby, and its core in Rust.

require_relative "support/bench"
require_relative "speed/core"
require_relative "speed/openssl_answer"
require_relative "speed/openssl_speed"
require_relative "speed/operations"
require_relative "speed/published"

# Those of `openssl speed`.
SIZES = [16, 64, 256, 1024, 8192, 16_384].freeze

OXISALT = "Oxisalt (Ruby)"
OXISALT_OPENSSL = "Oxisalt::OpenSSL (Ruby)"
CORE = "Oxisalt's core (Rust)"
OPENSSL = "OpenSSL (Ruby)"
COMMAND = "openssl speed"

# The key of every HMAC, as in the program in Rust.
KEY = "secretkey"

# What each library calls a digest.
Names = Struct.new(:type, :oxisalt, :openssl, :command)
DIGESTS = [
  Names.new("md5", "MD5", "MD5", "md5"),
  Names.new("sha1", "SHA1", "SHA1", "sha1"),
  Names.new("sha256", "SHA256", "SHA256", "sha256"),
  Names.new("sha512", "SHA512", "SHA512", "sha512"),
  Names.new("rmd160", "RIPEMD160", "RIPEMD160", "rmd160"),
  Names.new("blake2b", "BLAKE2b", "BLAKE2b512", "blake2b512"),
  Names.new("sha3-256", "SHA3_256", "SHA3-256", "sha3-256")
].freeze
HMACS = DIGESTS.first(4)
QUICK = ["md5", "sha256", "hmac(sha256)"].freeze

# Oxisalt in Ruby: [label, library, a digest, the class of a prepared HMAC key].
NATIVE = [
  [OXISALT, :oxisalt, "Oxisalt::Digest::%s.digest(data)", "Oxisalt::HMAC::Key"],
  [OXISALT_OPENSSL, :oxisalt_openssl, "Oxisalt::OpenSSL::Digest::%s.digest(data)", "Oxisalt::OpenSSL::HMAC::Key"]
].freeze

# Goals against `openssl speed`, by size.
GOALS = { "sha256" => { 16 => 0.8, 1024 => 0.95, 16_384 => 0.99 } }.freeze

def report_digest(contest, names, size)
  NATIVE.each { |label, library, code, _| contest.report label, library, format(code, names.oxisalt) }
  report_core contest, "digest", names.oxisalt, size, "Algorithm::digest(data)"
  contest.report OPENSSL, :openssl, "OpenSSL::Digest.digest(\"#{names.openssl}\", data)"
  report_command(contest, names.type, size, "-evp", names) { OpenSSLAnswer.digest(names.command, "x" * size) }
end

# With a prepared key, as in `openssl speed`.
def report_hmac(contest, names, size)
  report_native_hmac contest, names.oxisalt
  report_core contest, "hmac", names.oxisalt, size, "key.authenticate(data)"
  contest.report OPENSSL, :openssl, "hmac.reset; hmac << data; hmac.digest",
                 with: { hmac: -> { OpenSSL::HMAC.new(KEY, names.openssl) } }
  report_command(contest, "hmac(#{names.type})", size, "-hmac", names) do
    OpenSSLAnswer.hmac(names.command, KEY, "x" * size)
  end
end

def report_native_hmac(contest, name)
  NATIVE.each do |label, library, _, key|
    contest.report label, library, "key.digest(data)", with: { key: -> { Object.const_get(key).new(name, KEY) } }
  end
end

def report_core(contest, kind, name, size, code)
  contest.outside CORE, :oxisalt_core, Core.job(kind, name, size), code:
end

def report_command(contest, type, size, option, names, &)
  arguments = [option, names.command, "-bytes", size.to_s]
  contest.outside COMMAND, :openssl_command, OpenSSLSpeed.new(arguments, &),
                  code: "`openssl speed #{arguments.join(' ')}`", published: Published.rate(type, size)
end

Bench.compare "speed", "openssl speed: the command, OpenSSL in Ruby, Oxisalt in Ruby and in Rust",
              seconds: 0.35 do |bench|
  bench.about <<~TEXT
    What `openssl speed` prints, thousands of bytes per second, and then operations per second, with Oxisalt beside it: in
    Ruby, by its own cryptography and by the system's libcrypto (Oxisalt::OpenSSL), and its core in Rust alone, which tells
    what the binding costs. The command counts as always, but each of its
    cells is spread over the rounds, and timed by the wall's clock as the others are. Its HMACs have a prepared key, and so
    have the others. The published figures are those of #{Published::SOURCE}; they have no other digest and no 16 bytes.
  TEXT

  rate = ->(size) { Bench::Measures::Rate.new(bench.settings, "throughput", :thousands_of_bytes, each: size) }
  sweep = lambda do |type, names, report|
    bench.sweep type, SIZES, measure: rate, quick: QUICK.include?(type) do |x, size|
      x.given data: "x" * size
      x.baseline COMMAND
      report.call(x, names, size)
      goal = GOALS.dig(type, size)
      x.headline("#{type}, #{Bench::Units.size(size)}, in Ruby", OXISALT, goal:) if goal
    end
  end
  DIGESTS.each { |names| sweep.call(names.type, names, method(:report_digest)) }
  HMACS.each { |names| sweep.call("hmac(#{names.type})", names, method(:report_hmac)) }

  operations = Bench::Measures::Rate.new(bench.settings, "operations", :operations)
  measures = Operations::ALL.transform_values { operations }
  bench.columns "Ed25519 and X25519, operations per second", measures do |x, name|
    x.baseline COMMAND
    Operations.public_send(Operations::ALL.fetch(name), x)
    x.note "Oxisalt in Ruby agrees on a key with X25519 where it makes a Box; it has no call for X25519 alone. " \
           "Oxisalt::OpenSSL has no boxes."
  end

  bench.sweep "Of the published run, not offered by Oxisalt", Published::SIZES, measure: rate do |x, size|
    Published::NOT_OFFERED.each do |type, reason|
      x.absent type, because: reason, published: Published.rate(type, size)
    end
  end
end
