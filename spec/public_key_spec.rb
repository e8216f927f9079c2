# frozen_string_literal: true

RSpec.describe Oxisalt::PublicKey do
  key = Oxisalt::PrivateKey.new("s" * 32).public_key

  it_behaves_like "a copier of a key", "public key", ->(bytes) { Oxisalt::PublicKey.new(bytes) },
                  ->(taken) { taken.to_bytes }

  it "refuses what is no String, a private key above all" do
    [*Bytes::NOT_STRINGS, Oxisalt::PrivateKey.generate, key].each do |value|
      expect { described_class.new(value) }
        .to raise_error(TypeError, "public key must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "is frozen, shareable between Ractors, and its own copy" do
    expect(key).to be_frozen
    expect(Ractor.shareable?(key)).to be(true)
    expect([key.dup, key.clone]).to all(be(key))
    expect { described_class.allocate }.to raise_error(TypeError)
  end

  it "equals a key of the same bytes alone, and is the same key of a Hash" do
    same = described_class.new(key.to_bytes)
    expect([key == same, key.eql?(same), key.hash == same.hash, { key => 1 }[same]]).to eq([true, true, true, 1])
    others = Boxes.flips(key.to_bytes).map { |bytes| described_class.new(bytes) }
    others.push(key.to_bytes, Oxisalt::VerifyKey.new(key.to_bytes), nil, 1)
    expect(others.flat_map { |other| [key == other, key.eql?(other)] }.uniq).to eq([false])
  end

  it "shows its bytes, and is no String by itself" do
    expect(key.inspect).to eq("#<Oxisalt::PublicKey #{key.to_bytes.unpack1('H*')}>")
    expect(key.to_s).to eq(key.to_bytes)
    expect(key.to_bytes).to have_attributes(bytesize: 32, encoding: Encoding::BINARY)
    expect(key).not_to respond_to(:to_str)
  end

  it "says its primitive and its length, as RbNaCl does" do
    expect([described_class.primitive, key.primitive].uniq).to eq([:curve25519xsalsa20poly1305])
    expect(described_class::BYTES).to eq(32)
  end

  describe "written for other software" do
    it "is what OpenSSL reads, and reads what OpenSSL writes" do
      theirs = OpenSSL::PKey.read(key.to_pem)
      expect(theirs.oid).to eq("X25519")
      [theirs.public_to_der, key.to_der].each { |der| expect(described_class.from_der(der)).to eq(key) }
      expect(described_class.from_pem(theirs.public_to_pem)).to eq(key)
    end

    # RFC 8037, appendix A.6: the ephemeral key.
    it "is the JWK of RFC 8037" do
      jwk = { "kty" => "OKP", "crv" => "X25519", "x" => "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo" }
      bytes = ["8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"].pack("H*")
      expect(described_class.from_jwk(jwk).to_bytes).to eq(bytes)
      expect(described_class.new(bytes).to_jwk).to eq(jwk)
      expect(described_class.from_jwk(JSON.generate(jwk))).to eq(described_class.new(bytes))
    end

    it "is refused where it is something else, which the error names" do
      other = Oxisalt::SigningKey.generate.verify_key
      { Oxisalt::PrivateKey.generate.to_pem => "an X25519 private key", other.to_pem => "an Ed25519 public key" }
        .each do |pem, found|
        expect { described_class.from_pem(pem) }
          .to raise_error(Oxisalt::KeyFormatError, /\Aexpected an X25519 public key in PEM, found #{found}/)
      end
      expect { described_class.from_jwk(other.to_jwk) }.to raise_error(Oxisalt::KeyFormatError, /Ed25519/)
      expect { described_class.from_pem(nil) }.to raise_error(TypeError, "PEM must be a String, got nil")
      expect { described_class.from_der(1) }.to raise_error(TypeError, "DER must be a String, got Integer")
      expect { described_class.from_jwk(1) }.to raise_error(TypeError, /\AJWK must be a Hash/)
    end
  end
end
