# frozen_string_literal: true

# Digests in one call: OpenSSL::Digest, Ruby's Digest and Oxisalt.

require_relative "support/bench"

SIZES = [16, 446, 1024, 16 * 1024, 64 * 1024, 1024 * 1024].freeze

OPENSSL = "OpenSSL::Digest, by name"
DIGEST = "Digest, per class"
OXISALT_NAME = "Oxisalt, by name"
OXISALT = "Oxisalt, per class"

# What each library calls a digest; nil where it has none.
Names = Struct.new(:title, :oxisalt, :openssl, :digest)
DIGESTS = [
  Names.new("SHA-256", "SHA256", "SHA256", "SHA256"),
  Names.new("SHA-1", "SHA1", "SHA1", "SHA1"),
  Names.new("SHA-512", "SHA512", "SHA512", "SHA512"),
  Names.new("MD5", "MD5", "MD5", "MD5"),
  Names.new("BLAKE2b", "BLAKE2b", "BLAKE2b512", nil),
  Names.new("SHA3-256", "SHA3_256", "SHA3-256", nil)
].freeze

# Ratios to repeat in the report: [digest, size, over, goal, whether README repeats it too].
HEADLINES = [
  ["SHA-256", 16, OPENSSL, 8, true],
  ["SHA-256", 16, DIGEST, 3.5, true],
  ["SHA-1", 1024 * 1024, OPENSSL, 0.98, false],
  ["SHA-256", 1024 * 1024, OPENSSL, 0.98, true],
  ["SHA-512", 446, OPENSSL, 1, false],
  ["SHA-512", 16 * 1024, OPENSSL, 0.98, false],
  ["SHA-512", 1024 * 1024, OPENSSL, 0.98, true],
  ["MD5", 16 * 1024, OPENSSL, 1, false],
  ["MD5", 1024 * 1024, OPENSSL, 1, false],
  ["SHA3-256", 16 * 1024, OPENSSL, 0.95, false]
].freeze

def report_digests(contest, names)
  contest.baseline OPENSSL
  contest.report OPENSSL, :openssl, "OpenSSL::Digest.digest(\"#{names.openssl}\", text)"
  if names.digest
    contest.report DIGEST, :digest, "Digest::#{names.digest}.digest(text)"
  else
    contest.absent DIGEST, because: "Ruby's Digest has no #{names.title}"
  end
  contest.report OXISALT_NAME, :oxisalt, "Oxisalt::Digest.digest(\"#{names.oxisalt}\", text)"
  contest.report OXISALT, :oxisalt, "Oxisalt::Digest::#{names.oxisalt}.digest(text)"
end

Bench.compare "digest", "Digests in one call: OpenSSL::Digest, Ruby's Digest and Oxisalt" do |bench|
  bench.about "One message, one call, one digest: short ones show what a call costs, long ones what the digest costs."

  DIGESTS.each do |names|
    bench.sweep names.title, SIZES, quick: %w[SHA-256 SHA-1].include?(names.title) do |x, size|
      x.given text: "x" * size
      report_digests x, names
      HEADLINES.each do |title, at, over, goal, readme|
        next unless title == names.title && at == size

        x.headline("#{title}, #{Bench::Units.size(size)}", OXISALT, over:, goal:, readme:)
      end
    end
  end
end
