# frozen_string_literal: true

require_relative "../sign_vs_encrypt/keys"

# The calls whose objects are counted, as each library makes them. Each method declares the contenders of one table.
module Calls
  OXISALT_OPENSSL = "Oxisalt::OpenSSL"
  SIGNING = { "RbNaCl" => :rbnacl, "Ed25519" => :ed25519, "Oxisalt" => :oxisalt,
              OXISALT_OPENSSL => :oxisalt_openssl }.freeze
  SEALING = SIGNING.slice("RbNaCl", "Oxisalt").freeze
  OPENSSL = "OpenSSL::PKey"
  TEXT = ("x" * 155).freeze

  # title => the method that declares it
  ALL = { "SHA-256" => :digest, "HMAC-SHA1" => :hmac, "Sign, key at hand" => :sign, "Verify, key at hand" => :verify,
          "Seal, Box at hand" => :seal, "Open, SecretBox at hand" => :open }.freeze

  module_function

  def digest(contest)
    contest.given text: TEXT
    contest.baseline "OpenSSL::Digest"
    contest.report "OpenSSL::Digest", :openssl, 'OpenSSL::Digest.digest("SHA256", text)'
    contest.report "Digest", :digest, "Digest::SHA256.digest(text)"
    contest.report "RbNaCl", :rbnacl, "RbNaCl::Hash.sha256(text)"
    contest.report "Oxisalt, by name", :oxisalt, 'Oxisalt::Digest.digest("SHA256", text)'
    contest.report "Oxisalt, per class", :oxisalt, "Oxisalt::Digest::SHA256.digest(text)"
    contest.report OXISALT_OPENSSL, :oxisalt_openssl, "Oxisalt::OpenSSL::Digest::SHA256.digest(text)"
  end

  def hmac(contest)
    contest.given key: "key", text: TEXT
    contest.baseline "OpenSSL, digest object"
    contest.report "ruby-hmac", :ruby_hmac, "HMAC::SHA1.digest(key, text)"
    contest.report "OpenSSL, digest object", :openssl, 'OpenSSL::HMAC.digest(OpenSSL::Digest.new("SHA1"), key, text)'
    contest.report "OpenSSL, by name", :openssl, 'OpenSSL::HMAC.digest("SHA1", key, text)'
    contest.report "Oxisalt, by name", :oxisalt, 'Oxisalt::HMAC.digest("SHA1", key, text)'
    contest.report "Oxisalt, per class", :oxisalt, "Oxisalt::HMAC::SHA1.digest(key, text)"
    contest.report "Oxisalt, prepared key", :oxisalt, "key.digest(text)",
                   with: { key: -> { Oxisalt::HMAC::Key.new("SHA1", "key") } }
    contest.report OXISALT_OPENSSL, :oxisalt_openssl, "Oxisalt::OpenSSL::HMAC::SHA1.digest(key, text)"
  end

  def sign(contest)
    contest.given text: TEXT
    nacl(contest, SIGNING, "key.sign(text)") { |library| { key: library::SigningKey.new(Keys::SEED) } }
    contest.report OPENSSL, :openssl, "key.sign(nil, text)",
                   with: { key: -> { Keys.openssl_private(:ed25519, Keys::SEED) } }
  end

  def verify(contest)
    bytes = Keys.public_bytes(:ed25519, Keys::SEED)
    contest.given text: TEXT, signature: Keys.signature(TEXT)
    nacl(contest, SIGNING, "key.verify(signature, text)") { |library| { key: library::VerifyKey.new(bytes) } }
    contest.report OPENSSL, :openssl, "key.verify(nil, signature, text)",
                   with: { key: -> { Keys.openssl_public(bytes) } }
  end

  def seal(contest)
    contest.given text: TEXT, nonce: Keys::NONCE
    nacl(contest, SEALING, "box.box(nonce, text)") { |library| { box: library::Box.new(*Keys.of_box(library)) } }
  end

  def open(contest)
    contest.given nonce: Keys::NONCE
    nacl(contest, SEALING, "box.open(nonce, sealed)") do |library|
      box = library::SecretBox.new(Keys::SECRET)
      { box:, sealed: box.box(Keys::NONCE, TEXT) }
    end
  end

  # The same code for libraries that share RbNaCl's vocabulary; the block makes the names that it uses.
  def nacl(contest, libraries, code)
    contest.baseline "RbNaCl"
    libraries.each do |label, library|
      next contest.report(label, library, code) if Bench::Library.fetch(library).absence

      contest.report label, library, code, with: yield(Object.const_get(label))
    end
  end
end
