# frozen_string_literal: true

require "json"

# What the boxes' specs have in common.
module Boxes
  # Public keys of low order (https://cr.yp.to/ecdh.html#validate), without those that differ in the highest bit.
  LOW_ORDER = %w[
    0000000000000000000000000000000000000000000000000000000000000000
    0100000000000000000000000000000000000000000000000000000000000000
    e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800
    5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157
    ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
    edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
    eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
  ].map { |hex| [hex].pack("H*") }.freeze

  # What is neither a key nor bytes.
  NO_KEYS = [nil, 1, :symbol, ["a"], Object.new, Class].freeze

  # Every way to flip one bit of `bytes`.
  def self.flips(bytes)
    Array.new(bytes.bytesize * 8) do |bit|
      bytes.dup.tap { |flipped| flipped.setbyte(bit / 8, flipped.getbyte(bit / 8) ^ (1 << (bit % 8))) }
    end
  end

  # `bytes` cut short in every way.
  def self.truncations(bytes)
    Array.new(bytes.bytesize) { |length| bytes.byteslice(0, length) }
  end
end

# `make` returns a new one, and `secret` the bytes that it must not show.
RSpec.shared_examples "a keeper of a secret" do |make, secret|
  subject(:keeper) { make.call }

  it "is frozen, shareable between Ractors, and its own copy" do
    expect(keeper).to be_frozen
    expect(Ractor.shareable?(keeper)).to be(true)
    expect([keeper.dup, keeper.clone, keeper.clone(freeze: true)]).to all(be(keeper))
    expect { keeper.clone(freeze: false) }.to raise_error(ArgumentError, "can't unfreeze #{described_class}")
    expect { described_class.allocate }.to raise_error(TypeError)
  end

  it "does not show itself" do
    expect(keeper.inspect).to eq("#<#{described_class}>")
    expect([keeper.inspect, [keeper].to_s, "#{{ keeper => 1 }}"].join.b).not_to include(secret.b[0, 8]) # rubocop:disable Style/RedundantInterpolation
    expect { keeper.to_s }.to raise_error(NoMethodError)
    expect { "#{keeper}" }.to raise_error(NoMethodError) # rubocop:disable Style/RedundantInterpolation
    expect(keeper).not_to respond_to(:to_str)
    expect(keeper.instance_variables).to be_empty
  end

  it "cannot be dumped or written as JSON, alone or within something else" do
    [-> { Marshal.dump(keeper) }, -> { Marshal.dump([{ keeper: }]) }, -> { keeper.to_json }, -> { [keeper].to_json },
     -> { JSON.generate("keeper" => keeper) }, -> { keeper.as_json }].each do |leak|
      expect(&leak).to raise_error(TypeError, /\A#{described_class} holds a secret: it cannot be/)
    end
  end
end

# `make` takes 32 bytes that the caller names `argument`, and `result` returns what depends on them.
RSpec.shared_examples "a copier of a key" do |argument, make, result|
  it "takes 32 bytes of any encoding, and leaves them as they were" do
    bytes = "é" * 16
    taken = make.call(bytes)
    expect([bytes, bytes.encoding, bytes.frozen?]).to eq(["é" * 16, Encoding::UTF_8, false])
    expect(result.call(taken)).to eq(result.call(make.call(bytes.b.freeze)))
    expect(result.call(make.call(Bytes::Convertible.new(bytes)))).to eq(result.call(taken))
  end

  it "keeps a copy of them" do
    bytes = "k" * 32
    taken = make.call(bytes)
    expect { bytes.setbyte(0, 0) }.not_to(change { result.call(taken) })
  end

  it "refuses another number of bytes, and says how many came" do
    [0, 1, 31, 33, 64].each do |length|
      expect { make.call("k" * length) }
        .to raise_error(Oxisalt::LengthError, "#{argument} must be 32 bytes, got #{length}")
    end
  end
end

# `seal` and `open` take a message and a ciphertext; both are pure but for a nonce that `seal` chooses.
RSpec.shared_examples "a box" do |seal, open, overhead|
  it_behaves_like "a taker of bytes", "message", ->(message) { open.call(seal.call(message)) }

  it "takes messages of every length, and returns new binary Strings" do
    [*0..130, 255, 256, 1000, 65_536, 1_048_559, 1_048_560, 1_048_575, 1_048_576, 1_048_577, 3_000_000].each do |length|
      message = ("é" * length).b[0, length]
      ciphertext = seal.call(message)
      expect([ciphertext.bytesize, ciphertext.encoding, ciphertext.frozen?])
        .to eq([length + overhead, Encoding::BINARY, false])
      opened = open.call(ciphertext)
      expect([opened == message, opened.encoding, opened.frozen?]).to eq([true, Encoding::BINARY, false])
    end
  end

  it "opens what was sealed, whatever encoding it is said to have" do
    ciphertext = seal.call("message")
    expect(open.call(ciphertext.dup.force_encoding("UTF-8").freeze)).to eq("message")
    expect(open.call(Bytes::Convertible.new(ciphertext))).to eq("message")
  end

  it "refuses a ciphertext in which any one bit was changed" do
    ["", "message", "m" * 40].each do |message|
      Boxes.flips(seal.call(message)).each do |changed|
        expect { open.call(changed) }.to raise_error(Oxisalt::BadAuthenticatorError)
      end
    end
  end

  it "refuses a ciphertext that was cut short or appended to, with the same error" do
    ciphertext = seal.call("message")
    [*Boxes.truncations(ciphertext), "#{ciphertext}\0", ciphertext * 2].each do |changed|
      expect { open.call(changed) }
        .to raise_error(Oxisalt::BadAuthenticatorError,
                        "the ciphertext was changed, or sealed with another key or nonce")
    end
  end

  it "refuses a ciphertext of a MiB with a wrong tag" do
    changed = seal.call("m" * 2_000_000).tap { |ciphertext| ciphertext.setbyte(-1, ciphertext.getbyte(-1) ^ 1) }
    expect { open.call(changed) }.to raise_error(Oxisalt::BadAuthenticatorError)
  end

  it "refuses a ciphertext that is no String" do
    Bytes::NOT_STRINGS.each do |value|
      expect { open.call(value) }.to raise_error(TypeError, "ciphertext must be a String, got #{Bytes.kind(value)}")
    end
  end
end

# `seal` and `open` take a nonce and a message or ciphertext.
RSpec.shared_examples "a box with nonces" do |seal, open|
  it_behaves_like "a box", ->(message) { seal.call("n" * 24, message) },
                  ->(ciphertext) { open.call("n" * 24, ciphertext) }, 16

  it "is another with every nonce, and opens with that nonce alone" do
    nonce = ("é" * 12).b
    ciphertext = seal.call(nonce, "message")
    expect(open.call("é" * 12, ciphertext)).to eq("message")
    Boxes.flips(nonce).each do |other|
      expect(seal.call(other, "message")).not_to eq(ciphertext)
      expect { open.call(other, ciphertext) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end
  end

  it "refuses a nonce of another length, and says which came" do
    [0, 23, 25, 32].product([seal, open]) do |length, call|
      expect { call.call("n" * length, "x" * 20) }
        .to raise_error(Oxisalt::LengthError, "nonce must be 24 bytes, got #{length}")
    end
  end

  it "refuses a nonce that is no String" do
    Bytes::NOT_STRINGS.product([seal, open]) do |value, call|
      expect { call.call(value, "x" * 20) }
        .to raise_error(TypeError, "nonce must be a String, got #{Bytes.kind(value)}")
    end
  end
end

# `make` takes a public and a private key.
RSpec.shared_examples "an agreement" do |make|
  private_key = Oxisalt::PrivateKey.new("p" * 32)
  public_key = Oxisalt::PrivateKey.new("q" * 32).public_key

  it "takes keys and their bytes alike" do
    [public_key, public_key.to_bytes, Bytes::Convertible.new(public_key.to_bytes)]
      .product([private_key, private_key.to_bytes, Bytes::Convertible.new(private_key.to_bytes)]) do |keys|
      expect(make.call(*keys)).to be_a(described_class)
    end
  end

  it "refuses a key of the wrong kind, and says which came" do
    signing_key = Oxisalt::SigningKey.generate
    [private_key, signing_key, signing_key.verify_key, *Boxes::NO_KEYS].each do |wrong|
      expect { make.call(wrong, private_key) }
        .to raise_error(TypeError, "public key must be an Oxisalt::PublicKey or a String of 32 bytes, " \
                                   "got #{Bytes.kind(wrong)}") { |error| expect(error).to be_a(Oxisalt::Error) }
    end
    [public_key, signing_key, signing_key.verify_key, *Boxes::NO_KEYS].each do |wrong|
      expect { make.call(public_key, wrong) }
        .to raise_error(TypeError, "private key must be an Oxisalt::PrivateKey or a String of 32 bytes, " \
                                   "got #{Bytes.kind(wrong)}")
    end
  end

  it "refuses bytes of another length, and says which key they were for" do
    expect { make.call("k" * 31, private_key) }
      .to raise_error(Oxisalt::LengthError, "public key must be 32 bytes, got 31")
    expect { make.call(public_key, "k" * 64) }
      .to raise_error(Oxisalt::LengthError, "private key must be 32 bytes, got 64")
  end

  it "refuses a public key of low order" do
    Boxes::LOW_ORDER.each do |low|
      [low, low.dup.tap { |bytes| bytes.setbyte(31, bytes.getbyte(31) | 0x80) }].each do |bytes|
        expect { make.call(bytes, private_key) }
          .to raise_error(Oxisalt::CryptoError, "the public key is of low order: what is agreed with it is no secret")
      end
    end
  end
end
