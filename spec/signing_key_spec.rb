# frozen_string_literal: true

RSpec.describe Oxisalt::SigningKey do
  let(:seed) { (0..31).to_a.pack("C*") }
  let(:key) { described_class.new(seed) }

  describe ".generate" do
    it "makes another key each time" do
      expect(Array.new(100) { described_class.generate.to_bytes }.uniq.size).to eq(100)
    end

    it "takes nothing" do
      expect { described_class.generate(32) }.to raise_error(ArgumentError, /given 1, expected 0/)
    end
  end

  describe ".new" do
    it "takes a seed" do
      expect(key.to_bytes).to eq(seed)
    end

    it "takes a seed followed by its public key" do
      expect(described_class.new(key.keypair_bytes)).to eq(key)
    end

    it "refuses 64 bytes whose halves do not belong together, and names both forms" do
      another = described_class.generate.verify_key
      [seed * 2, key.verify_key.to_bytes + seed, seed + another.to_bytes].each do |pair|
        expect { described_class.new(pair) }
          .to raise_error(Oxisalt::KeyFormatError, /64-byte secret key is a seed followed by.*32-byte seed, or the key/)
      end
    end

    it "refuses a key pair with any one bit changed" do
      Tags.flipped(key.keypair_bytes).each do |pair|
        expect { described_class.new(pair) }.to raise_error(Oxisalt::KeyFormatError)
      end
    end

    it "refuses every other length, and names both" do
      [*0..31, *33..63, *65..100].each do |length|
        expect { described_class.new("k" * length) }
          .to raise_error(Oxisalt::LengthError,
                          "secret key must be a 32-byte seed or a 64-byte key pair, got #{length} bytes")
      end
    end

    it "refuses what is no String: nil, and keys of any kind" do
      [*Bytes::NOT_STRINGS, key, key.verify_key].each do |value|
        expect { described_class.new(value) }
          .to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(value)}")
      end
    end

    it "takes a seed of any encoding, and keeps its own copy" do
      given = ("é" * 16).dup
      made = described_class.new(given)
      given.setbyte(0, 0)
      expect(made).to eq(described_class.new(("é" * 16).b))
    end

    it "makes nothing by allocate" do
      expect { described_class.allocate }.to raise_error(TypeError)
    end

    it "makes instances of classes below it" do
      below = Class.new(described_class)
      expect([below.new(seed), below.generate, below.from_pem(key.to_pem)]).to all(be_instance_of(below))
    end
  end

  describe "#sign" do
    it_behaves_like "a taker of bytes", "message", ->(message) { described_class.new("s" * 32).sign(message) }

    it "returns 64 bytes, the same for the same message" do
      Bytes::STRINGS.each_value do |message|
        signature = key.sign(message)
        expect([signature.bytesize, signature.encoding, signature.frozen?]).to eq([64, Encoding::BINARY, false])
        expect(key.sign(message)).to eq(signature)
      end
    end
  end

  describe "#sign_attached" do
    it_behaves_like "a taker of bytes", "message", ->(message) { described_class.new("s" * 32).sign_attached(message) }

    it "returns the signature and the message" do
      Bytes::STRINGS.each_value do |message|
        signed = key.sign_attached(message)
        expect(signed).to eq(key.sign(message) + message.b)
        expect(signed.encoding).to eq(Encoding::BINARY)
      end
    end
  end

  it "gives its bytes, its key pair and its public key as new Strings" do
    %i[to_bytes keypair_bytes].each do |name|
      one, other = Array.new(2) { key.public_send(name) }
      one << "changed"
      expect(key.public_send(name)).to eq(other)
      expect(other.encoding).to eq(Encoding::BINARY)
    end
    expect(key.keypair_bytes).to eq(seed + key.verify_key.to_bytes)
    expect(key.verify_key).to be_instance_of(Oxisalt::VerifyKey)
  end

  it "says what it is and how long its signatures are" do
    [described_class, key].each { |object| expect([object.primitive, object.signature_bytes]).to eq([:ed25519, 64]) }
  end

  it "equals a key of the same seed alone" do
    expect(key).to eq(described_class.new(seed))
    others = [described_class.generate, *Tags.flipped(seed).map { |other| described_class.new(other) }, seed,
              key.verify_key, nil, 1, Object.new]
    expect(others.map { |other| key == other }.uniq).to eq([false])
  end

  it_behaves_like "a secret that never changes",
                  make: -> { described_class.new("s" * 32) }, shown: "#<Oxisalt::SigningKey>"

  describe "#to_curve25519_private_key" do
    it "belongs to the public key's conversion" do
      100.times do
        key = described_class.generate
        expect(key.to_curve25519_private_key.public_key).to eq(key.verify_key.to_curve25519_public_key)
      end
    end
  end

  describe "as PKCS#8" do
    it "is read by OpenSSL, and read from it" do
      100.times do
        key = described_class.generate
        [key.to_pem, key.to_der].each do |text|
          theirs = OpenSSL::PKey.read(text)
          expect(theirs.oid).to eq("ED25519")
          expect(theirs.sign(nil, "message")).to eq(key.sign("message"))
          expect([theirs.private_to_pem, theirs.private_to_der]).to eq([key.to_pem, key.to_der])
        end
        theirs = OpenSSL::PKey.generate_key("ED25519")
        ours = [described_class.from_pem(theirs.private_to_pem), described_class.from_der(theirs.private_to_der)]
        expect(ours.map(&:to_pem)).to eq([theirs.private_to_pem] * 2)
      end
    end

    it "is US-ASCII in PEM and 48 bytes in DER" do
      expect([key.to_pem.encoding, key.to_der.encoding, key.to_der.bytesize])
        .to eq([Encoding::US_ASCII, Encoding::BINARY, 48])
    end

    it "is taken in any encoding, and with text around it" do
      pem = key.to_pem
      texts = [pem.b, pem.encode("UTF-8"), pem.gsub("\n", "\r\n"), "é\n#{pem}é", pem + described_class.generate.to_pem]
      expect(texts.map { |text| described_class.from_pem(text) }.uniq(&:to_bytes)).to eq([key])
    end

    own = described_class.generate
    public_pem = own.verify_key.to_pem
    public_der = own.verify_key.to_der
    x25519 = OpenSSL::PKey.generate_key("X25519")

    it_behaves_like "a reader of one kind of key", "an Ed25519 private key in PEM",
                    ForeignKeys::NOT_PEM.merge(public_pem => "an Ed25519 public key",
                                               x25519.private_to_pem => "an X25519 private key",
                                               own.to_der => "DER: an Ed25519 private key"),
                    ->(text) { described_class.from_pem(text) }
    it_behaves_like "a reader of one kind of key", "an Ed25519 private key in DER",
                    ForeignKeys::NOT_DER.merge(public_der => "an Ed25519 public key",
                                               x25519.private_to_der => "an X25519 private key"),
                    ->(der) { described_class.from_der(der) }

    it "wants a String" do
      Bytes::NOT_STRINGS.each do |value|
        { from_pem: "PEM", from_der: "DER" }.each do |name, argument|
          expect { described_class.public_send(name, value) }
            .to raise_error(TypeError, "#{argument} must be a String, got #{Bytes.kind(value)}")
        end
      end
    end
  end
end
