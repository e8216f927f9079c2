# frozen_string_literal: true

require_relative "../sign_vs_encrypt/keys"

# The operations with key pairs that `openssl speed` counts, and who takes part in each.
module Operations
  # Each by the column's name.
  ALL = { "ed25519 sign/s" => :sign, "ed25519 verify/s" => :verify, "x25519 op/s" => :agree }.freeze

  # What the keys are made of, as in the program in Rust.
  SIGNER, OWN, OTHER = [1, 2, 3].map { |byte| (byte.chr * 32).b.freeze }

  # As many bytes as `openssl speed` signs.
  TEXT = ("x" * 20).freeze

  module_function

  def sign(contest)
    contest.given text: TEXT
    contest.report OXISALT, :oxisalt, "key.sign(text)", with: { key: -> { Oxisalt::SigningKey.new(SIGNER) } }
    contest.report OXISALT_OPENSSL, :oxisalt_openssl, "key.sign(text)",
                   with: { key: -> { Oxisalt::OpenSSL::SigningKey.new(SIGNER) } }
    core contest, "sign", "key.sign(text)"
    contest.report OPENSSL, :openssl, "key.sign(nil, text)", with: { key: signer }
    command(contest, "ed25519", 0) { OpenSSLAnswer.sign(signer, TEXT) }
  end

  def verify(contest)
    # The program in Rust says true with a byte.
    contest.accept { |answer| [true, "\x01"].include?(answer) }
    signature = signer.sign(nil, TEXT)
    contest.given(text: TEXT, signature:)
    verifiers.each { |title, kind, key| contest.report title, kind, "key.verify(signature, text)", with: { key: } }
    core contest, "verify", "key.verify(signature, text)"
    contest.report OPENSSL, :openssl, "key.verify(nil, signature, text)", with: { key: signer }
    command(contest, "ed25519", 1) { OpenSSLAnswer.verify(signer, signature, TEXT) }
  end

  # Oxisalt agrees on a key within a box, so its answer is judged by what the other side's box makes of it.
  def agree(contest)
    own, other = [OWN, OTHER].map { |bytes| Keys.openssl_private(:x25519, bytes) }
    secret = own.derive(other)
    contest.accept { |answer| answer.is_a?(String) ? answer == secret : opened?(answer) }
    contest.report OXISALT, :oxisalt, "Oxisalt::Box.new(public_key, private_key)", with: keys_of_box
    core contest, "agree", "private_key.agree(public_key)"
    contest.report(OPENSSL, :openssl, "own.derive(other)", with: { own:, other: })
    command(contest, "ecdhx25519", 0) { OpenSSLAnswer.agree(own, other) }
  end

  def signer
    Keys.openssl_private(:ed25519, SIGNER)
  end

  def verifiers
    [[OXISALT, :oxisalt, -> { Oxisalt::SigningKey.new(SIGNER).verify_key }],
     [OXISALT_OPENSSL, :oxisalt_openssl, -> { Oxisalt::OpenSSL::SigningKey.new(SIGNER).verify_key }]]
  end

  def keys_of_box
    { public_key: -> { Oxisalt::PrivateKey.new(OTHER).public_key }, private_key: -> { Oxisalt::PrivateKey.new(OWN) } }
  end

  # By RbNaCl, where it is installed.
  def opened?(box)
    library = Bench::Library.fetch(:rbnacl).absence ? Oxisalt : RbNaCl
    theirs = library::Box.new(*Keys.of_box(library, other: OWN, own: OTHER))
    theirs.open(Keys::NONCE, box.box(Keys::NONCE, TEXT)) == TEXT
  end

  def core(contest, kind, code)
    contest.outside CORE, :oxisalt_core, Core.job(kind, "-", TEXT.bytesize), code:
  end

  def command(contest, name, cell, &)
    contest.outside COMMAND, :openssl_command, OpenSSLSpeed.new([name], cell:, &), code: "`openssl speed #{name}`"
  end
end
