# frozen_string_literal: true

require_relative "support"

RSpec.describe Oxisalt::OpenSSL::SigningKey do
  let(:seed) { (0..31).to_a.pack("C*") }
  let(:key) { described_class.new(seed) }
  let(:own) { Oxisalt::SigningKey.new(seed) }

  it_behaves_like "a secret that never changes",
                  make: -> { described_class.new("s" * 32) }, shown: "#<Oxisalt::OpenSSL::SigningKey>"
  it_behaves_like "a taker of bytes", "message", ->(message) { described_class.new("s" * 32).sign(message) }
  it_behaves_like "a taker of bytes", "message", ->(message) { described_class.new("s" * 32).sign_attached(message) }

  it "makes another key each time" do
    expect(Array.new(100) { described_class.generate.to_bytes }.uniq.size).to eq(100)
    expect { described_class.allocate }.to raise_error(TypeError)
  end

  it "takes a seed, and a seed followed by its public key" do
    expect([key.to_bytes, key.keypair_bytes]).to eq([seed, own.keypair_bytes])
    expect(described_class.new(own.keypair_bytes)).to eq(key)
  end

  it "refuses every other length, a pair that is none, and what is no String" do
    [*0..31, *33..63, *65..100].each do |length|
      expect { described_class.new("k" * length) }
        .to raise_error(Oxisalt::LengthError,
                        "secret key must be a 32-byte seed or a 64-byte key pair, got #{length} bytes")
    end
    Tags.flipped(key.keypair_bytes).each do |pair|
      expect { described_class.new(pair) }.to raise_error(Oxisalt::KeyFormatError, /do not belong together/)
    end
    [*Bytes::NOT_STRINGS, key, own].each do |value|
      expect { described_class.new(value) }
        .to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "signs and writes what the gem's own key does" do
    ["", "message", "é", "m" * 2_000_000].each do |message|
      expect([key.sign(message), key.sign_attached(message)]).to eq([own.sign(message), own.sign_attached(message)])
    end
    expect([key.to_pem, key.to_der, key.signature_bytes, key.primitive]).to eq([own.to_pem, own.to_der, 64, :ed25519])
    expect([described_class.from_pem(own.to_pem), described_class.from_der(own.to_der)]).to eq([key] * 2)
  end

  it "equals a key of the same seed alone" do
    others = [*Tags.flipped(seed).map { |other| described_class.new(other) }, seed, key.verify_key, own, nil]
    expect([key == described_class.new(seed), *others.map { |other| key == other }.uniq]).to eq([true, false])
  end

  # RFC 5958: a private key of version 2 has its public key with it. libcrypto computes the one that it has to be.
  it "reads the form with a public key in it, which has to be its own" do
    head = ["3051020101300506032b657004220420"].pack("H*")
    with = ->(public_key) { head + seed + ["812100"].pack("H*") + public_key }
    expect(described_class.from_der(with.call(key.verify_key.to_bytes))).to eq(key)
    expect { described_class.from_der(with.call("k" * 32)) }
      .to raise_error(Oxisalt::KeyFormatError, /a public key that is not its own/)
  end

  it_behaves_like "a reader of one kind of key", "an Ed25519 private key in PEM", ForeignKeys::NOT_PEM,
                  ->(text) { described_class.from_pem(text) }
end

RSpec.describe Oxisalt::OpenSSL::VerifyKey do
  signer = Oxisalt::SigningKey.new((0..31).to_a.pack("C*"))
  own = signer.verify_key
  key = described_class.new(own.to_bytes)

  let(:signature) { signer.sign("message") }

  it "takes any 32 bytes, and no other number of them" do
    ["\0" * 32, "\xFF" * 32, "é" * 16].each { |text| expect(described_class.new(text).to_bytes).to eq(text.b) }
    [*0..31, *33..70].each do |length|
      expect { described_class.new("k" * length) }
        .to raise_error(Oxisalt::LengthError, "verify key must be 32 bytes, got #{length}")
    end
    [*Bytes::NOT_STRINGS, key, own].each do |value|
      expect { described_class.new(value) }
        .to raise_error(TypeError, "verify key must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "accepts the signature, and refuses every bit of it changed, every other length and what is none" do
    expect([key.valid?(signature, "message"), key.verify(signature, "message")]).to eq([true, true])
    wrong = [*Tags.flipped(signature), *(0..63).map { |length| signature[0, length] }, "#{signature}\0".b]
    wrong.each do |given|
      expect(key.valid?(given, "message")).to be(false)
      expect { key.verify(given, "message") }
        .to raise_error(Oxisalt::BadSignatureError, "the signature is not one of this message under this key")
    end
    Bytes::NOT_STRINGS.each do |value|
      expect(key.valid?(value, "message")).to be(false)
      expect { key.verify(value, "message") }
        .to raise_error(TypeError, "signature must be a String, got #{Bytes.kind(value)}")
      expect { key.valid?(signature, value) }
        .to raise_error(TypeError, "message must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "verifies long messages and attached ones" do
    message = "m" * 2_000_000
    signed = signer.sign_attached(message)
    expect(key.verify_attached(signed)).to be(true)
    signed.setbyte(1_000_000, 0)
    expect { key.verify_attached(signed) }.to raise_error(Oxisalt::BadSignatureError)
    expect(key.valid?(signer.sign(message), message)).to be(true)
  end

  it "writes what the gem's own key does, and reads it" do
    forms = %i[to_pem to_der to_openssh to_jwk to_bytes to_s]
    expect(forms.map { |form| key.public_send(form) }).to eq(forms.map { |form| own.public_send(form) })
    read = [described_class.from_pem(own.to_pem), described_class.from_der(own.to_der),
            described_class.from_openssh(own.to_openssh("me")), described_class.from_jwk(own.to_jwk)]
    expect(read).to all(eq(key))
    expect(key.to_openssh("me")).to eq(own.to_openssh("me"))
    expect(key.inspect).to eq("#<Oxisalt::OpenSSL::VerifyKey #{own.to_bytes.unpack1('H*')}>")
  end

  it "is frozen, its own copy, and finds its like in a Hash" do
    same = described_class.new(own.to_bytes)
    expect([key.frozen?, key.dup.equal?(key), key == same, key.eql?(same), { key => 1 }[same]])
      .to eq([true, true, true, true, 1])
    expect([own, nil, own.to_bytes].map { |other| key == other }.uniq).to eq([false])
    expect(Ractor.shareable?(key)).to be(true) if defined?(Ractor)
  end

  it_behaves_like "a reader of one kind of key", "an Ed25519 public key in PEM", ForeignKeys::NOT_PEM,
                  ->(text) { described_class.from_pem(text) }
end
