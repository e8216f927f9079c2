# frozen_string_literal: true

RSpec.describe Oxisalt::SealedBox do
  private_key = Oxisalt::PrivateKey.new("p" * 32)
  public_key = private_key.public_key
  sealing = described_class.from_public_key(public_key)
  opening = described_class.from_private_key(private_key)

  it_behaves_like "a keeper of a secret", -> { Oxisalt::SealedBox.from_private_key("p" * 32) }, "p" * 32
  it_behaves_like "a box", ->(message) { sealing.box(message) }, ->(ciphertext) { opening.open(ciphertext) }, 48

  it "opens what libsodium sealed" do
    Vectors.rows("sealed_box").each do |row|
      theirs, message, sealed = row.map { |hex| [hex.delete("-")].pack("H*") }
      expect(described_class.from_private_key(theirs).open(sealed)).to eq(message)
    end
  end

  it "takes keys and their bytes alike" do
    ciphertext = sealing.encrypt("message")
    [described_class.from_private_key(private_key.to_bytes), described_class.from_private_key(private_key, public_key),
     described_class.from_private_key(private_key, public_key.to_bytes), described_class.new(nil, private_key),
     described_class.new(public_key, private_key), described_class.from_private_key(private_key, nil)].each do |box|
      expect(box.decrypt(ciphertext)).to eq("message")
      expect(opening.open(box.box("message"))).to eq("message")
    end
    [described_class.from_public_key(public_key.to_bytes), described_class.new(public_key),
     described_class.new(public_key, nil)].each do |box|
      expect(opening.open(box.box("message"))).to eq("message")
    end
  end

  it "seals each message under a key of its own" do
    expect(Array.new(1000) { sealing.box("message")[0, 32] }.uniq.size).to eq(1000)
  end

  it "cannot open without a private key, and says so" do
    [described_class.from_public_key(public_key), described_class.new(public_key, nil)].each do |box|
      expect { box.open(sealing.box("message")) }
        .to raise_error(Oxisalt::CryptoError, "this box has no private key: it seals, and cannot open")
    end
  end

  it "opens with its own key alone" do
    expect { described_class.from_private_key("q" * 32).open(sealing.box("message")) }
      .to raise_error(Oxisalt::BadAuthenticatorError)
  end

  it "refuses keys that do not belong together" do
    [-> { described_class.new("k" * 32, private_key) }, -> { described_class.from_private_key(private_key, "k" * 32) }]
      .each do |call|
      expect(&call).to raise_error(ArgumentError, "the public key is not that of the private key")
    end
  end

  it "refuses a key of the wrong kind, and says which came" do
    [private_key, Oxisalt::SigningKey.generate, *Boxes::NO_KEYS].each do |wrong|
      [-> { described_class.from_public_key(wrong) }, -> { described_class.new(wrong) }].each do |call|
        expect(&call).to raise_error(TypeError, /\Apublic key must be .* 32 bytes, got #{Bytes.kind(wrong)}\z/)
      end
    end
    [public_key, *Boxes::NO_KEYS].each do |wrong|
      expect { described_class.from_private_key(wrong) }
        .to raise_error(TypeError, /\Aprivate key must be .* 32 bytes, got #{Bytes.kind(wrong)}\z/)
    end
    expect { described_class.new(public_key, public_key) }.to raise_error(TypeError, /\Aprivate key must be/)
    expect { described_class.new }.to raise_error(ArgumentError)
    expect { described_class.from_public_key("k") }
      .to raise_error(Oxisalt::LengthError, "public key must be 32 bytes, got 1")
    expect { described_class.from_private_key("k") }
      .to raise_error(Oxisalt::LengthError, "private key must be 32 bytes, got 1")
  end

  it "does not seal for a key of low order, and does not open what was sealed with one" do
    Boxes::LOW_ORDER.each do |low|
      expect { described_class.from_public_key(low).box("message") }
        .to raise_error(Oxisalt::CryptoError, /low order/)
      expect { opening.open(low + ("\0" * 30)) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end
  end

  it "says what RbNaCl's says" do
    expect([described_class.primitive, sealing.primitive]).to eq([:curve25519xsalsa20poly1305] * 2)
    expect(described_class::SEALBYTES).to eq(48)
    expect(Oxisalt::Boxes::Sealed).to be(described_class)
  end
end
