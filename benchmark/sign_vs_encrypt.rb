# frozen_string_literal: true

# Signatures and encryption: RbNaCl against GPGME, as published, with Oxisalt beside each.

require "base64"
require_relative "support/bench"
require_relative "support/open_pgp"
require_relative "sign_vs_encrypt/judge"
require_relative "sign_vs_encrypt/keys"
require_relative "sign_vs_encrypt/reports"

DOCUMENT = Reports::DOCUMENT
SIZES = [16, 1024, 64 * 1024, 1024 * 1024].freeze

# Labels. Those that share RbNaCl's vocabulary, with their libraries and constants.
OPENSSL = "OpenSSL::PKey"
SEALING = { "RbNaCl" => :rbnacl, "Oxisalt" => :oxisalt }.freeze
SIGNING = {
  "RbNaCl" => :rbnacl, "Ed25519" => :ed25519, "Oxisalt" => :oxisalt, "Oxisalt::OpenSSL" => :oxisalt_openssl
}.freeze

JUDGE = Judge.new(SIGNING.invert, SEALING.invert, DOCUMENT)

# The project's goals for the reports: against RbNaCl, against GPGME, and for OpenPGP against GPGME with the same key.
RBNACL_GOALS = { sign: 2.0, verify: 1.5, encrypt: 2.5, decrypt: 1.5 }.freeze
GPGME_GOAL = 100
OPENPGP_GOALS = {
  "RSA-2048" => { "Oxisalt::GPG" => { sign: 1.8, verify: 1.5, encrypt: 2.2, decrypt: 1.1 },
                  "Oxisalt::OpenPGP" => { sign: 10, verify: 30, encrypt: 12, decrypt: 5 } },
  "Ed25519" => { "Oxisalt::GPG" => { sign: 2, verify: 1.3, encrypt: 2.5, decrypt: 1.2 },
                 "Oxisalt::OpenPGP" => { sign: 400, verify: 120, encrypt: 150, decrypt: 80 } }
}.freeze

# What each home's own gpg made of a text, for all libraries to verify or decrypt.
MESSAGES = Hash.new do |messages, (home, report, text)|
  messages[[home, report, text]] = report == :verify ? home.clearsign(text) : home.encrypt(text)
end

# The first library that is installed makes what all of them open.
def sealer
  Object.const_get(SEALING.find { |_, library| Bench::Library.fetch(library).absence.nil? }.first)
end

# --- the published reports ---

def given_report(contest, report)
  case report
  when :sign, :encrypt then contest.accept { |answer| JUDGE.public_send(:"#{report}?", answer) }
  else contest.expect(Reports::RECORD, from: "the document")
  end
  contest.given record: Reports::RECORD, document: DOCUMENT, prefix: Keys::PUBLIC_ED25519,
                key64: Base64.strict_encode64(Keys.public_bytes(:ed25519, Keys::SEED)),
                signature64: Base64.strict_encode64(Keys.signature(DOCUMENT))
end

def report_nacl(contest, report, label, published: nil)
  locals = report == :decrypt ? given_box(label) : {}
  code = format(Reports::NACL.fetch(report), library: label)
  contest.report(label, SIGNING.fetch(label), code, with: locals, published:)
end

def given_box(label)
  keys = -> { Keys.of_box(Object.const_get(label), other: Keys::SENDER, own: Keys::RECEIVER) }
  { sender_public: -> { keys.call.first }, receiver: -> { keys.call.last },
    sealed64: -> { Base64.strict_encode64(Keys.simple_box(sealer).encrypt(DOCUMENT)) } }
end

# A row for each library. The block does the job in the way that it is given.
def report_openpgp(contest, key, published: nil)
  contest.baseline "GPGME"
  Bench::OpenPGP::WAYS.fetch(key).each do |way|
    figure = published if way.name == "GPGME"
    contest.report(way.name, way.library, published: figure) { yield way }
  end
end

def do_report(way, report)
  case report
  when :sign, :encrypt then way.call.public_send(Reports::OPENPGP.fetch(report), JSON.generate(Reports::RECORD))
  else JSON.parse(way.call.public_send(report, MESSAGES[[way.home, report, DOCUMENT]]))
  end
end

def openpgp_headlines(contest, report, key)
  contest.headline "#{Reports::TITLES.fetch(report)}, as published; #{key}", "Oxisalt",
                   goal: GPGME_GOAL, readme: report == :sign && key == "RSA-2048"
  OPENPGP_GOALS.fetch(key).each do |name, goals|
    contest.headline "#{name}: #{Reports::OPENPGP.fetch(report)}, #{key}", name, goal: goals.fetch(report)
  end
end

# --- calls with keys at hand ---

# The same code for each library; locals: { name => a value, or a lambda that makes one for a library }.
def report_bare(contest, libraries, code, **locals)
  contest.given text: DOCUMENT
  contest.baseline "RbNaCl"
  libraries.each do |label, library|
    values = locals.transform_values do |value|
      value.respond_to?(:call) ? -> { value.call(Object.const_get(label)) } : value
    end
    contest.report(label, library, code, with: values)
  end
end

def sweep_box(bench, title, make, goal: nil)
  bench.sweep "#{title}: seal", SIZES do |x, size|
    report_bare(x, SEALING, "box.box(nonce, message)", box: make, nonce: Keys::NONCE, message: "x" * size)
    x.headline("#{title}: seal 1 MiB", "Oxisalt", goal:) if size == SIZES.max
  end
  bench.sweep "#{title}: open", SIZES do |x, size|
    message = "x" * size
    sealed = ->(_) { make.call(sealer).box(Keys::NONCE, message) }
    x.expect message, from: "the message"
    report_bare(x, SEALING, "box.open(nonce, sealed)", box: make, nonce: Keys::NONCE, sealed:)
  end
end

Bench.compare "sign_vs_encrypt", "Signatures and encryption: RbNaCl, GPGME and Oxisalt" do |bench|
  bench.about <<~TEXT
    The published comparison measured signing, verifying, encrypting and decrypting a JSON document of 155 bytes, by
    RbNaCl and by GPGME with RSA-2048 keys. Its script is not at hand: the shape of its eight reports is reconstructed
    from its figures and descriptions. Who sends makes the JSON and the keys inside the report and encodes in Base64,
    where GPGME has its armor; who receives decodes, makes key objects and parses the JSON. GPGME's encryption signs
    too, its decryption verifies. GPG runs in homes of the run's own, with keys that have no passphrase. Then the same
    calls with keys at hand, boxes by size, and OpenPGP on 1 MiB.
  TEXT

  Reports::TITLES.each do |report, title|
    bench.ips "RbNaCl, as published: #{title}" do |x|
      given_report x, report
      x.baseline "RbNaCl"
      report_nacl x, report, "RbNaCl", published: Reports::PUBLISHED[:rbnacl][report]
      report_nacl x, report, "Ed25519" if Reports::OPENSSL.key?(report)
      x.report OPENSSL, :openssl, Reports::OPENSSL[report] if Reports::OPENSSL.key?(report)
      report_nacl x, report, "Oxisalt"
      report_nacl x, report, "Oxisalt::OpenSSL" if Reports::OPENSSL.key?(report)
      x.headline "#{title}, as published", "Oxisalt", goal: RBNACL_GOALS.fetch(report)
    end
  end

  Bench::OpenPGP::KEYS.keys.product(Reports::TITLES.keys) do |key, report|
    bench.ips "GPGME with #{key}#{', as published' if key == 'RSA-2048'}: #{Reports::OPENPGP[report]}" do |x|
      given_report x, report
      published = Reports::PUBLISHED[:gpgme][report] if key == "RSA-2048"
      report_openpgp(x, key, published:) { |way| do_report(way, report) }
      report_nacl x, report, "Oxisalt"
      openpgp_headlines x, report, key
    end
  end

  bench.ips "Sign 155 bytes, key at hand" do |x|
    x.expect Keys.signature(DOCUMENT), from: "OpenSSL's signature"
    report_bare x, SIGNING, "key.sign(text)", key: ->(library) { library::SigningKey.new(Keys::SEED) }
    x.report OPENSSL, :openssl, "key.sign(nil, text)", with: { key: -> { Keys.openssl_private(:ed25519, Keys::SEED) } }
    x.headline "SigningKey#sign, key at hand", "Oxisalt", goal: 2.2, readme: true
    x.headline "SigningKey#sign, key at hand", "Oxisalt", over: OPENSSL
  end

  bench.ips "Verify 155 bytes, key at hand" do |x|
    public_key = Keys.public_bytes(:ed25519, Keys::SEED)
    x.given signature: Keys.signature(DOCUMENT)
    x.expect true, from: "the truth"
    report_bare x, SIGNING, "key.verify(signature, text)", key: ->(library) { library::VerifyKey.new(public_key) }
    x.report OPENSSL, :openssl, "key.verify(nil, signature, text)",
             with: { key: -> { Keys.openssl_public(public_key) } }
    x.headline "VerifyKey#verify, key at hand", "Oxisalt", goal: 1.5, readme: true
    x.headline "VerifyKey#verify, key at hand", "Oxisalt", over: OPENSSL, goal: 2.5, readme: true
  end

  bench.ips "Encrypt 155 bytes, SimpleBox at hand" do |x|
    x.accept { |sealed| JUDGE.sealed?(sealed, Keys.public_bytes(:x25519, Keys::SENDER), Keys::RECEIVER) }
    report_bare x, SEALING, "box.encrypt(text)", box: Keys.method(:simple_box)
    x.headline "SimpleBox#encrypt, box at hand", "Oxisalt"
  end

  bench.ips "Decrypt 155 bytes, SimpleBox at hand" do |x|
    x.expect DOCUMENT, from: "the document"
    sealed = ->(_) { Keys.simple_box(sealer).encrypt(DOCUMENT) }
    report_bare(x, SEALING, "box.decrypt(sealed)", box: Keys.method(:simple_box), sealed:)
    x.headline "SimpleBox#decrypt, box at hand", "Oxisalt"
  end

  box = ->(library) { library::Box.new(*Keys.of_box(library)) }
  secret_box = ->(library) { library::SecretBox.new(Keys::SECRET) }

  bench.ips "Seal 150 bytes, Box at hand, key agreed" do |x|
    report_bare x, SEALING, "box.box(nonce, message)", box:, nonce: Keys::NONCE, message: "x" * 150
    x.headline "Box#box, 150 B, key agreed", "Oxisalt", goal: 3, readme: true
  end

  sweep_box bench, "Box, key agreed", box, goal: 3
  sweep_box bench, "SecretBox", secret_box

  # Random bytes in Base64, lest compression make nothing of it. It ends within a line: whether a last line break is the
  # text's or the signature's is a matter on which libraries differ.
  text = [Random.new(1).bytes(1024 * 1024)].pack("m").slice(0, 1024 * 1024).freeze
  Bench::OpenPGP::KEYS.keys.product(Reports::OPENPGP.to_a) do |key, (report, call)|
    bench.ips "OpenPGP with #{key}, 1 MiB: #{call}", quick: false, bytes: text.bytesize do |x|
      opener = { sign: :verify, encrypt: :decrypt }[report]
      x.accept { |answer| opener ? Bench::OpenPGP.opened_by_all?(opener, answer, text) : answer.chomp == text.chomp }
      report_openpgp(x, key) { |way| way.call.public_send(call, opener ? text : MESSAGES[[way.home, report, text]]) }
    end
  end
end
