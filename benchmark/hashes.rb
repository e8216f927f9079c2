# frozen_string_literal: true

# Digests by size as Python's timeit measures them: hashlib, Crypto++, Digest, OpenSSL, RbNaCl and Oxisalt.

require_relative "support/bench"
require_relative "hashes/cryptopp"
require_relative "hashes/hashlib"

SIZES = [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576].freeze

HASHLIB = "hashlib (Python)"
CRYPTOPP = "Crypto++ (C++)"
DIGEST = "Digest"
OPENSSL = "OpenSSL::Digest"
RBNACL = "RbNaCl::Hash"
OXISALT = "Oxisalt"
OXISALT_OPENSSL = "Oxisalt::OpenSSL"
PYCRYPTOPP = "pycryptopp (Python)"
BLAKE3 = "blake3 (Python)"

# What each library calls a digest; nil where it has none.
Names = Struct.new(:title, :python, :cryptopp, :digest, :openssl, :rbnacl, :oxisalt) do
  def to_s = title

  # libcrypto's digests, by the names of our classes.
  def native_openssl = openssl && oxisalt
end
DIGESTS = [
  Names.new("SHA-256", "sha256", "sha256", "SHA256", "SHA256", "sha256", "SHA256"),
  Names.new("SHA-1", "sha1", "sha1", "SHA1", "SHA1", nil, "SHA1"),
  Names.new("SHA-512", "sha512", "sha512", "SHA512", "SHA512", "sha512", "SHA512"),
  Names.new("MD5", "md5", "md5", "MD5", "MD5", nil, "MD5"),
  Names.new("BLAKE2b", "blake2b", "blake2b", nil, "BLAKE2b512", "blake2b", "BLAKE2b"),
  Names.new("SHA3-256", "sha3_256", "sha3_256", nil, "SHA3-256", nil, "SHA3_256"),
  Names.new("BLAKE3", nil, nil, nil, nil, nil, "BLAKE3")
].freeze
QUICK = %w[SHA-256 SHA-1 BLAKE2b].freeze

# The contenders in Ruby: [label, library, what Names calls its name, its code].
RUBY = [
  [DIGEST, :digest, :digest, "Digest::%s.digest(data)"],
  [OPENSSL, :openssl, :openssl, "OpenSSL::Digest.digest(\"%s\", data)"],
  [RBNACL, :rbnacl, :rbnacl, "RbNaCl::Hash.%s(data)"],
  [OXISALT, :oxisalt, :oxisalt, "Oxisalt::Digest::%s.digest(data)"],
  [OXISALT_OPENSSL, :oxisalt_openssl, :native_openssl, "Oxisalt::OpenSSL::Digest::%s.digest(data)"]
].freeze

# Seconds per loop that are known of the published comparison, by label and size.
PUBLISHED = {
  "SHA-256" => { HASHLIB => { 1 => 2.46e-6, 1_048_576 => 8.72e-3 },
                 PYCRYPTOPP => { 1 => 1.4e-5, 1_048_576 => 8.32e-3 } }
}.freeze

# [digest, sizes, over, goal]
HEADLINES = [
  ["SHA-256", [1, 64], HASHLIB, 1.5],
  *%w[SHA-1 SHA-256 BLAKE2b].map do |title|
    [title, SIZES.select { |size| size >= 16_384 }, [OPENSSL, HASHLIB, CRYPTOPP], 0.98]
  end
].freeze

def baseline(names)
  names.python ? HASHLIB : OXISALT
end

def published(names, label, size)
  PUBLISHED.dig(names.title, label, size)
end

# A library that lacks the digest has a row that says so.
def enter(contest, label, names, name)
  name ? yield : contest.absent(label, because: "#{label} has no #{names.title}")
end

def report_python(contest, label, library, statement, size, published: nil)
  job = Hashlib.new(statement, "import #{statement[/\w+/]}; data = b'x' * #{size}")
  contest.outside(label, library, job, code: statement, published:)
end

def report_hashlib(contest, names, size)
  enter(contest, HASHLIB, names, names.python) do
    report_python contest, HASHLIB, :hashlib, "hashlib.#{names.python}(data).digest()", size,
                  published: published(names, HASHLIB, size)
  end
end

# What took part in the published comparison, or has what hashlib lacks.
def report_beside_hashlib(contest, names, size)
  case names.title
  when "SHA-256"
    contest.absent PYCRYPTOPP, because: "is for Python 2 and does not build on Python 3; what it wraps is Crypto++",
                               published: published(names, PYCRYPTOPP, size)
  when "BLAKE3"
    report_python contest, BLAKE3, :python_blake3, "blake3.blake3(data).digest()", size
  end
end

def report_cryptopp(contest, names, size)
  enter(contest, CRYPTOPP, names, names.cryptopp) do
    contest.outside CRYPTOPP, :cryptopp, CryptoPP.job(names.cryptopp, size),
                    code: "// hash.Update(data, size); hash.Final(output);"
  end
end

def report_ruby(contest, names, size)
  contest.given data: "x" * size
  RUBY.each do |label, library, key, code|
    name = names.public_send(key)
    enter(contest, label, names, name) { contest.report(label, library, format(code, name)) }
  end
end

def headlines(contest, title, size)
  HEADLINES.each do |name, sizes, over, goal|
    next unless title == name && sizes.include?(size)

    contest.headline("#{title}, #{Bench::Units.size(size)}", OXISALT, over:, goal:)
  end
end

# A column of a table that is worked out from two contests, those at 1 byte and at 1 MiB: the block makes a figure of
# the seconds per loop at both.
def derive(contest, names, sources, figure, &formula)
  contest.baseline baseline(names)
  known = ->(label) { worked_out(SIZES.minmax.map { |size| published(names, label, size) }, formula) }
  contest.follow(sources.first, published: known) do |label|
    { figure => worked_out(sources.map { |source| source.last_sample(label).fetch("per loop") }, formula) }
  end
end

def worked_out(times, formula)
  formula.call(*times) if times.all?
end

Bench.compare "hashes", "Digests by size, as timeit measures them", seconds: 0.35 do |bench|
  bench.about <<~TEXT
    The published comparison held pycryptopp, which is Crypto++ for Python, against Python's hashlib: SHA-256 of messages
    of 1 byte to 1 MiB, in the time per loop that python -m timeit prints. hashlib had 2.46 usec at 1 byte and 8.72 msec at
    1 MiB, pycryptopp 14 usec and 8.32 msec; only these four figures are known, and they stand beside today's. Python is
    measured by timeit itself, Crypto++ by a loop in C++, the others by one in Ruby, all as timeit does it: so many loops
    that they fill a time, three times over, of which the best counts. A figure here is the median of such bests, one of
    each round. hashlib computes with OpenSSL, but BLAKE2b with code of its own.
  TEXT

  measure = ->(_size) { Bench::Measures::BestOfThree.new(bench.settings) }
  contests = {}

  DIGESTS.each do |names|
    bench.sweep names.title, SIZES, measure:, quick: QUICK.include?(names.title) do |x, size|
      (contests[names] ||= {})[size] = x
      x.baseline baseline(names)
      report_hashlib x, names, size
      report_beside_hashlib x, names, size
      report_cryptopp x, names, size
      report_ruby x, names, size
      headlines x, names.title, size
    end
  end

  start_up = Bench::Measures::Derived.new("start-up", :loop, better: :lower)
  bench.columns("Start-up cost: the time at 1 byte", contests.transform_values { start_up }) do |x, names|
    derive(x, names, contests[names].values_at(*SIZES.minmax), "start-up") { |short, _long| short }
  end

  throughput = Bench::Measures::Derived.new("throughput", :megabytes_per_second, better: :higher)
  bench.columns("Throughput: 1 MiB, less the start-up cost", contests.transform_values { throughput }) do |x, names|
    derive(x, names, contests[names].values_at(*SIZES.minmax), "throughput") do |short, long|
      SIZES.max / (long - short)
    end
  end
end
