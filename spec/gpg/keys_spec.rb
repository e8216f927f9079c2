# frozen_string_literal: true

require "stringio"
require_relative "../support/gpg_keys"

RSpec.describe Oxisalt::GPG do
  include GPGKeys

  # A home of the example's own, for keys that go bad.
  def with_home
    GPGHome.open { |home| yield home, Oxisalt::GPG.new(home: home.path) }
  end

  it "lists keys" do
    key = gpg.keys("rae@example.org").first
    expect(gpg.keys("rae@example.org")).to eq([key])
    expect(key).to have_attributes(
      fingerprint: rsa, key_id: rsa[-16..], expires_at: nil, expired?: false, revoked?: false, disabled?: false,
      invalid?: false, can_sign?: true, can_encrypt?: true, owner_trust: :ultimate
    )
    expect(key.user_id).to have_attributes(id: "Rae Example <rae@example.org>", name: "Rae Example",
                                           email: "rae@example.org", comment: "", revoked: false, validity: :ultimate)
    expect(key.subkeys.map(&:algorithm)).to eq(%w[rsa2048 rsa2048])
    expect(key.subkeys.map { |subkey| [subkey.can_sign, subkey.can_encrypt] }).to eq([[true, false], [false, true]])
    expect(key.time).to be_within(600).of(Time.now)
    expect(gpg.keys.map(&:fingerprint)).to contain_exactly(ed, rsa, third, locked)
    expect(gpg.keys(secret: true)).to all(be_secret)
    expect(gpg.keys("nobody@example.org")).to eq([])
  end

  it "knows a key by its fingerprint, its ID, its address, its name, and by a Key" do
    [ed, "0x#{ed}", ed.downcase, ed[-16..], ed.scan(/..../).join(" "), "ed@example.org", "<ed@example.org>",
     "Ed Example", "=Ed Example <ed@example.org>", gpg.keys("ed@example.org").first].each do |pattern|
      expect(gpg.verify(gpg.clearsign("text\n", sign_with: pattern)).signatures.first.fingerprint).to eq(ed)
      expect(gpg.decrypt(gpg.encrypt("text", recipients: pattern)).to_s).to eq("text")
    end
  end

  # ruby-gpgme#114, #47: an expired or unknown key was "Invalid value".
  it "names an unknown key" do
    %w[nobody@example.org 0123456789ABCDEF Nobody].each do |pattern|
      expect { gpg.encrypt("x", recipients: [ed, pattern]) }.to raise_error(described_class::KeyNotFound, /#{pattern}/)
      expect { gpg.sign("x", sign_with: pattern) }.to raise_error(described_class::KeyNotFound, /#{pattern}/)
    end
    expect { gpg.sign("x", sign_with: "example") }.to raise_error(described_class::AmbiguousKey, /example.*#{ed}/)
  end

  it "takes an address for that address and no other" do
    with_home do |home, gpg|
      home.generate("Not Bob <notbob@example.org>")
      expect { gpg.encrypt("x", recipients: "bob@example.org") }.to raise_error(described_class::KeyNotFound)
      bob = home.generate("Bob <bob@example.org>")
      expect(gpg.decrypt(gpg.encrypt("x", recipients: "bob@example.org", sign: bob)).to_s).to eq("x")
    end
  end

  it "refuses a pattern that several keys match, and names them" do
    with_home do |home, gpg|
      pair = Array.new(2) { |index| home.generate("Twin <twin@example.org>#{' ' * index}(#{index})") }
      pair.each do |fingerprint|
        expect { gpg.encrypt("x", recipients: "Twin") }
          .to raise_error(described_class::AmbiguousKey, /Twin.*#{fingerprint}/)
      end
    end
  end

  it "refuses an expired key, when it has expired before and when it does meanwhile" do
    with_home do |home, gpg|
      fingerprint = home.generate("Eve <eve@example.org>", expire: "seconds=3")
      signed = gpg.clearsign("text\n", sign_with: "eve@example.org")
      expect(gpg.encrypt("x", recipients: "eve@example.org")).to start_with("-----BEGIN")
      sleep 4
      expect { gpg.encrypt("x", recipients: "eve@example.org") }.to raise_error(described_class::KeyExpired, /eve@/)
      expect { gpg.sign("x", sign_with: fingerprint) }.to raise_error(described_class::KeyExpired, /#{fingerprint}/)
      expect { gpg.sign("x") }.to raise_error(Oxisalt::CryptoError)
      expect { gpg.verify(signed) }.to raise_error(described_class::KeyExpired) { |error|
        expect(error.signatures).to contain_exactly(have_attributes(key_expired?: true, valid?: false))
      }
      expect(gpg.keys("eve@example.org").first).to be_expired
    end
  end

  it "refuses a key that another process revokes meanwhile" do
    with_home do |home, gpg|
      fingerprint = home.generate("Ron <ron@example.org>")
      signed = gpg.clearsign("text\n", sign_with: "ron@example.org")
      expect(gpg.encrypt("x", recipients: "ron@example.org")).to start_with("-----BEGIN")
      home.revoke(fingerprint)
      expect { gpg.encrypt("x", recipients: "ron@example.org") }.to raise_error(described_class::KeyRevoked, /ron@/)
      expect { gpg.sign("x", sign_with: fingerprint) }.to raise_error(described_class::KeyRevoked, /#{fingerprint}/)
      expect { gpg.verify(signed) }.to raise_error(described_class::KeyRevoked) { |error|
        expect(error.signatures).to contain_exactly(have_attributes(key_revoked?: true, valid?: false))
      }
    end
  end

  it "takes the usable key where an older one of the same address has been revoked" do
    with_home do |home, gpg|
      home.revoke(home.generate("Uma <uma@example.org>"))
      fingerprint = home.generate("Uma 2 <uma@example.org>")
      signed = gpg.clearsign("text\n", sign_with: "uma@example.org")
      expect(gpg.verify(signed).signatures.first.fingerprint).to eq(fingerprint)
    end
  end

  it "refuses a key that cannot do what it is wanted for" do
    with_home do |home, gpg|
      home.generate("Sam <sam@example.org>", encrypt: false)
      expect { gpg.encrypt("x", recipients: "sam@example.org") }.to raise_error(described_class::WrongKeyUsage, /sam@/)
    end
  end

  it "refuses a key that nothing says whose it is, unless told that it is trusted" do
    with_home do |_home, gpg|
      gpg.import(self.gpg.export(ed))
      expect { gpg.encrypt("x", recipients: ed) }.to raise_error(described_class::UntrustedKey, /always_trust/)
      message = gpg.encrypt("x", recipients: ed, always_trust: true)
      expect(self.gpg.decrypt(message).to_s).to eq("x")
      expect { gpg.sign("x", sign_with: ed) }.to raise_error(described_class::KeyNotFound, /secret key/)
      expect { gpg.sign("x") }.to raise_error(described_class::KeyNotFound)
    end
  end

  it "imports and exports, and sees at once what was imported" do
    with_home do |home, gpg|
      expect { gpg.encrypt("x", recipients: ed, always_trust: true) }.to raise_error(described_class::KeyNotFound)
      result = gpg.import(self.gpg.export(ed, rsa))
      expect(result).to have_attributes(considered: 2, imported: 2, unchanged: 0, secret_imported: 0)
      expect(result.fingerprints).to contain_exactly(ed, rsa)
      expect(gpg.encrypt("x", recipients: ed, always_trust: true)).to start_with("-----BEGIN PGP MESSAGE")
      expect(gpg.import(StringIO.new(home.run("--export", ed))).unchanged).to eq(1)
      expect(gpg.import(self.gpg.export(third, secret: true)).secret_imported).to eq(1)
      expect(gpg.sign("x", sign_with: third)).to start_with("-----BEGIN")
      expect(gpg.export(ed, armor: false)).to eq(home.run("--export", ed))
    end
  end

  it "exports to a path, and names what it does not find" do
    Dir.mktmpdir do |directory|
      path = File.join(directory, "key.asc")
      expect(gpg.export(ed, to: path)).to eq(path)
      expect(File.read(path)).to eq(gpg.export(ed))
    end
    expect { gpg.export("nobody@example.org") }.to raise_error(described_class::KeyNotFound, /nobody@/)
    ["", "junk", gpg.sign("x")].each do |data|
      expect { gpg.import(data) }.to raise_error(described_class::NoData)
    end
    expect { gpg.import(nil) }.to raise_error(TypeError)
  end
end
