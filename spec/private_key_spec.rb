# frozen_string_literal: true

RSpec.describe Oxisalt::PrivateKey do
  it_behaves_like "a keeper of a secret", -> { Oxisalt::PrivateKey.new("s" * 32) }, "s" * 32
  it_behaves_like "a copier of a key", "private key", ->(bytes) { Oxisalt::PrivateKey.new(bytes) },
                  ->(key) { [key.to_bytes, key.public_key.to_bytes] }

  it "generates keys, each another" do
    keys = Array.new(1000) { described_class.generate }
    expect(keys.map(&:to_bytes).uniq.size).to eq(1000)
    expect(keys.map(&:public_key).uniq.size).to eq(1000)
    expect(keys.first.to_bytes).to have_attributes(bytesize: 32, encoding: Encoding::BINARY)
  end

  it "has the public key that RFC 7748, section 6.1, gives" do
    private_key = described_class.new(["77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"].pack("H*"))
    expect(private_key.public_key)
      .to eq(Oxisalt::PublicKey.new(["8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"].pack("H*")))
    expect(private_key.public_key).to be_an_instance_of(Oxisalt::PublicKey)
  end

  it "refuses what is no String, a public key above all" do
    [*Bytes::NOT_STRINGS, described_class.generate.public_key, described_class.generate].each do |value|
      expect { described_class.new(value) }
        .to raise_error(TypeError, "private key must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "equals a key of the same bytes alone" do
    key = described_class.generate
    expect(key == described_class.new(key.to_bytes)).to be(true)
    others = Boxes.flips(key.to_bytes).map { |bytes| described_class.new(bytes) }
    others.push(key.to_bytes, key.public_key, Oxisalt::SigningKey.new(key.to_bytes), nil, 1)
    expect(others.map { |other| key == other }.uniq).to eq([false])
  end

  it "says its primitive and its length, as RbNaCl does" do
    expect([described_class.primitive, described_class.generate.primitive].uniq).to eq([:curve25519xsalsa20poly1305])
    expect(described_class::BYTES).to eq(32)
  end

  describe "written for other software" do
    let(:key) { described_class.generate }

    it "is what OpenSSL reads, and reads what OpenSSL writes" do
      theirs = OpenSSL::PKey.read(key.to_pem)
      expect(theirs.oid).to eq("X25519")
      expect(theirs.public_to_pem).to eq(key.public_key.to_pem)
      [theirs.private_to_der, key.to_der].each { |der| expect(described_class.from_der(der)).to eq(key) }
      expect(described_class.from_pem(theirs.private_to_pem)).to eq(key)
      expect([key.to_pem.encoding, key.to_der.encoding]).to eq([Encoding::US_ASCII, Encoding::BINARY])
    end

    it "is refused where it is something else, which the error names" do
      {
        key.public_key.to_pem => "an X25519 public key",
        Oxisalt::SigningKey.generate.to_pem => "an Ed25519 private key",
        "no key" => "no PEM block"
      }.each do |pem, found|
        expect { described_class.from_pem(pem) }
          .to raise_error(Oxisalt::KeyFormatError, /\Aexpected an X25519 private key in PEM, found #{found}/)
      end
      expect { described_class.from_pem(nil) }.to raise_error(TypeError, "PEM must be a String, got nil")
      expect { described_class.from_der(nil) }.to raise_error(TypeError, "DER must be a String, got nil")
      expect { described_class.from_der(key.public_key.to_der) }.to raise_error(Oxisalt::KeyFormatError)
    end
  end
end
