# frozen_string_literal: true

# What RbNaCl does, primitive by primitive: authenticated encryption, password hashes and the rest, beside Oxisalt.

require_relative "support/bench"

LIBRARIES = { "RbNaCl" => :rbnacl, "Oxisalt" => :oxisalt }.freeze
SIZES = [1024, 64 * 1024, 1024 * 1024].freeze
KEY = ("k" * 32).b.freeze
DATA = "additional data"

# The project's goals against RbNaCl: for 1 KiB, for 1 MiB.
CIPHERS = { "ChaCha20Poly1305IETF" => "ChaCha20-Poly1305", "XChaCha20Poly1305IETF" => "XChaCha20-Poly1305" }.freeze
CIPHER_GOALS = { 1024 => 1.3, 1024 * 1024 => 1.5 }.freeze
PASSWORD_GOAL = 0.95
BLAKE2B_GOAL = 1.8

# Both do the same; `find` is given a library and returns what the code calls `it`.
def report_both(contest, code, find, **given)
  contest.given(**given)
  contest.baseline "RbNaCl"
  LIBRARIES.each do |label, library|
    contest.report label, library, code, with: { it: -> { find.call(Object.const_get(label)) } }
  end
end

# Each has its own code.
def report_each(contest, codes, **given)
  contest.given(**given)
  contest.baseline "RbNaCl"
  LIBRARIES.each { |label, library| contest.report label, library, codes.fetch(label) }
end

def aead(cipher)
  ->(library) { library::AEAD.const_get(cipher).new(KEY) }
end

def nonce(cipher)
  ("n" * { "ChaCha20Poly1305IETF" => 12, "ChaCha20Poly1305Legacy" => 8 }.fetch(cipher, 24)).b
end

# The first library that is installed makes what both of them open.
def sealed(cipher, message)
  library = Object.const_get(LIBRARIES.find { |_, name| Bench::Library.fetch(name).absence.nil? }.first)
  aead(cipher).call(library).encrypt(nonce(cipher), message, DATA)
end

Bench.compare "rbnacl", "What RbNaCl does, primitive by primitive" do |bench|
  bench.about <<~TEXT
    The calls that RbNaCl has beside boxes and signatures, each with the same arguments in Oxisalt: RbNaCl calls
    libsodium, which the system brings along. Boxes and signatures are in the comparison of signatures and encryption. A
    password hash is slow on purpose: here both are asked for the same work, and less time for it is a gain for who
    defends a password, who may then ask for more.
  TEXT

  CIPHERS.each do |cipher, title|
    bench.sweep "#{title}: encrypt", SIZES do |x, size|
      report_both x, "it.encrypt(nonce, message, data)", aead(cipher),
                  nonce: nonce(cipher), message: ("m" * size).b, data: DATA
      goal = CIPHER_GOALS[size]
      x.headline("#{title}: encrypt #{Bench::Units.size(size)}", "Oxisalt", goal:) if goal
    end

    bench.sweep "#{title}: decrypt", SIZES, quick: title.start_with?("X") do |x, size|
      message = ("m" * size).b
      x.expect message, from: "the message"
      report_both x, "it.decrypt(nonce, sealed, data)", aead(cipher),
                  nonce: nonce(cipher), sealed: -> { sealed(cipher, message) }, data: DATA
      goal = CIPHER_GOALS[size]
      x.headline("#{title}: decrypt #{Bench::Units.size(size)}", "Oxisalt", goal:) if goal
    end
  end

  bench.ips "ChaCha20-Poly1305 with a nonce of 8 bytes: encrypt 1 KiB", quick: false do |x|
    report_both x, "it.encrypt(nonce, message, data)", aead("ChaCha20Poly1305Legacy"),
                nonce: nonce("ChaCha20Poly1305Legacy"), message: ("m" * 1024).b, data: DATA
  end

  bench.ips "BLAKE2b with key, salt and personalization, 1 KiB" do |x|
    report_each x, { "RbNaCl" => "RbNaCl::Hash.blake2b(text, key: key, salt: salt, personal: personal, " \
                                 "digest_size: 32)",
                     "Oxisalt" => "Oxisalt::Digest::BLAKE2b.digest(text, key: key, salt: salt, personal: personal, " \
                                  "digest_size: 32)" },
                text: "t" * 1024, key: KEY, salt: "s" * 16, personal: "p" * 16
    x.headline "BLAKE2b with key, salt and personalization, 1 KiB", "Oxisalt", goal: BLAKE2B_GOAL
  end

  bench.ips "BLAKE2b, 1 KiB" do |x|
    report_each x, { "RbNaCl" => "RbNaCl::Hash.blake2b(text)", "Oxisalt" => "Oxisalt::Digest::BLAKE2b.digest(text)" },
                text: "t" * 1024
    x.headline "BLAKE2b, 1 KiB", "Oxisalt", goal: BLAKE2B_GOAL
  end

  bench.ips "Poly1305, 1 KiB", quick: false do |x|
    report_both x, "it.auth(key, text)", ->(library) { library::OneTimeAuth }, key: KEY, text: ("t" * 1024).b
    x.headline "OneTimeAuth.auth, 1 KiB", "Oxisalt"
  end

  bench.ips "HMAC-SHA-512-256, 1 KiB", quick: false do |x|
    report_each x, { "RbNaCl" => "RbNaCl::HMAC::SHA512256.auth(key, text)",
                     "Oxisalt" => "Oxisalt::Auth.auth(key, text)" },
                key: KEY, text: ("t" * 1024).b
    x.headline "Auth.auth, 1 KiB", "Oxisalt"
  end

  bench.ips "X25519: a multiple of the base point", quick: false do |x|
    report_both x, "it.base.mult(key).to_bytes", ->(library) { library::GroupElement }, key: KEY
    x.headline "GroupElement: a multiple of the base point", "Oxisalt"
  end

  bench.ips "X25519: a multiple of another point", quick: false do |x|
    report_both x, "it.mult(key).to_bytes", ->(library) { library::GroupElement.base.mult(("b" * 32).b) }, key: KEY
    x.headline "GroupElement#mult", "Oxisalt"
  end

  { "Argon2id, interactive (2 passes over 64 MiB)" => ["argon2id", "s" * 16, 2, 64 << 20],
    "Argon2id, 3 passes over 8 MiB" => ["argon2id", "s" * 16, 3, 8 << 20],
    "scrypt, interactive (16 MiB)" => ["scrypt", "s" * 32, 524_288, 16 << 20] }.each do |title, (call, salt, *limits)|
    bench.ips title, quick: !title.include?("64 MiB") do |x|
      report_both x, "it.#{call}(password, salt, opslimit, memlimit, 32)", ->(library) { library::PasswordHash },
                  password: "correct horse battery staple", salt: salt.b, opslimit: limits[0], memlimit: limits[1]
      x.headline title, "Oxisalt", goal: PASSWORD_GOAL
    end
  end
end
