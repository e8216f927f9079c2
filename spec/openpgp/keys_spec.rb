# frozen_string_literal: true

require "json"
require_relative "gnupg"

RSpec.describe Oxisalt::OpenPGP::SecretKey do
  openpgp = Oxisalt::OpenPGP
  key = described_class.generate("Ünsal <u@example.org>", passphrase: "pässword")

  %i[ed25519 p256 p384 p521 rsa2048].product([4, 6]).push([:ed448, 6]).each do |algorithm, version|
    it "makes #{algorithm} of version #{version}, which does everything" do
      made = described_class.generate("A", algorithm:, version:)
      expect([made.version, made.fingerprint.size, made.subkey_fingerprints.size, made.key_id.size])
        .to eq([version, version == 6 ? 64 : 40, 1, 16])
      message = openpgp.decrypt(openpgp.encrypt("data", recipients: made, sign_with: made), keys: made,
                                                                                            verify_with: made)
      expect([message.data, message.signatures.first.fingerprint]).to eq(["data", made.fingerprint])
      expect(openpgp.verify(openpgp.clearsign("data", sign_with: made), keys: made).data).to eq("data")
      again = described_class.from_armor(made.to_armor)
      expect(again).to eq(made)
      expect(openpgp.valid?(openpgp.sign("data", sign_with: again), keys: made.public_key)).to be(true)
    end
  end

  it "is written as it was locked, under another passphrase, or under none" do
    expect(key).to be_locked
    expect(described_class.from_armor(key.to_armor, passphrase: -> { "pässword" })).to eq(key)
    expect(described_class.from_bytes(key.to_bytes(passphrase: "other"), passphrase: "other")).to eq(key)
    open = described_class.from_armor(key.to_armor(passphrase: nil))
    expect([open == key, open.locked?]).to eq([true, false])
    [nil, "", "password", "other"].each do |wrong|
      expect { described_class.from_armor(key.to_armor, passphrase: wrong) }.to raise_error(openpgp::BadPassphrase)
    end
    sealed = described_class.generate("Six", version: 6, passphrase: "six")
    expect(described_class.from_armor(sealed.to_armor, passphrase: "six")).to eq(sealed)
    expect { described_class.from_armor(sealed.to_armor, passphrase: "five") }.to raise_error(openpgp::BadPassphrase)
  end

  it "keeps its secrets" do
    expect(key.inspect).to eq("#<Oxisalt::OpenPGP::SecretKey #{key.fingerprint} Ünsal <u@example.org>>")
    expect { key.to_s }.to raise_error(NoMethodError)
    expect { "#{key}" }.to raise_error(NoMethodError) # rubocop:disable Style/RedundantInterpolation
    expect { Marshal.dump(key) }.to raise_error(TypeError)
    expect { JSON.generate(key) }.to raise_error(TypeError)
    expect { key.to_json }.to raise_error(TypeError)
    expect { described_class.new }.to raise_error(TypeError)
    expect { described_class.allocate }.to raise_error(TypeError)
    expect(key).to be_frozen
    expect(key.public_key.to_bytes).not_to include("PRIVATE")
  end

  it "tells what it is" do
    expect(key.created_at).to be_within(3600).of(Time.now)
    expect([key.expires_at, key.expired?, key.revoked?]).to eq([nil, false, false])
    expect(key.user_id).to eq("Ünsal <u@example.org>")
    expect(key.user_id.encoding).to eq(Encoding::UTF_8)
    expect(key.fingerprint).to match(/\A[0-9A-F]{40}\z/)
    expect(key.fingerprint.encoding).to eq(Encoding::US_ASCII)
    expect({ key => 1, key.public_key => 2 }.values_at(described_class.from_bytes(key.to_bytes, passphrase: "pässword"),
                                                       openpgp::PublicKey.from_armor(key.public_key.to_armor)))
      .to eq([1, 2])
    expect(key.dup).to equal(key)
    expect(key == key.public_key).to be(false)
  end

  it "refuses what makes no sense" do
    { { algorithm: :dsa } => /the names are ed25519/, { algorithm: nil } => /unknown algorithm/,
      { version: 5 } => /version must be 4 or 6/, { algorithm: :ed448 } => /version 6/,
      { expires_in: 0 } => /expires_in/,
      { expires_in: -1 } => /expires_in/, { expires_in: 2**32 } => /expires_in/, { created_at: Time.at(-1) } => /1970/,
      { created_at: Time.at(2**32) } => /2106/, { version: "x" } => /version/ }.each do |options, message|
      expect { described_class.generate("A", **options) }.to raise_error(ArgumentError, message) { |error|
        expect(error).to be_a(Oxisalt::Error)
      }
    end
    ["", " ", "\xFF"].each { |id| expect { described_class.generate(id) }.to raise_error(ArgumentError, /user ID/) }
    [nil, 1, :a].each { |id| expect { described_class.generate(id) }.to raise_error(TypeError, /user ID/) }
    expect { described_class.generate("A", passphrase: 1) }.to raise_error(TypeError, /passphrase/)
    expect { described_class.generate("A", expires_in: "1") }.to raise_error(TypeError, /expires_in/)
  end

  it "refuses what is no key, and says so" do
    armor = key.to_armor
    ["", "x", "\0", "\xC6", armor[0, 200], armor.sub("PRIVATE", "PUBLIC"), key.public_key.to_armor, armor + armor,
     armor.sub(/[A-Za-z0-9]{30}/, &:reverse), Random.new(1).bytes(500)].each do |data|
      expect { described_class.from_armor(data, passphrase: "pässword") }
        .to raise_error(openpgp::MalformedData), data.inspect
    end
    [nil, 1, :a, []].each do |data|
      expect { described_class.from_armor(data) }.to raise_error(TypeError, /key must be a String/)
      expect { openpgp::PublicKey.from_armor(data) }.to raise_error(TypeError, /key must be a String/)
    end
    expect { openpgp::PublicKey.from_armor(armor) }.to raise_error(openpgp::MalformedData, /PUBLIC KEY/)
    expect { openpgp::PublicKey.from_armor(key.public_key.to_bytes * 2) }
      .to raise_error(openpgp::MalformedData, /more than one/)
  end

  it "reads a key whose primary secret is kept elsewhere", if: GnuPG.installed? do
    gpg = GnuPG.new
    options = ["--pinentry-mode", "loopback", "--passphrase", ""]
    gpg.run(*options, "--quick-generate-key", "card@example.org", "ed25519", "cert", "0")
    gpg.run(*options, "--quick-add-key", gpg.fingerprint("card@example.org"), "ed25519", "sign")
    part = described_class.from_bytes(gpg.run("--export-secret-subkeys", "card@example.org"))
    expect(openpgp.valid?(openpgp.sign("x", sign_with: part), keys: part)).to be(true)
  ensure
    gpg&.close
  end
end
