# frozen_string_literal: true

RSpec.describe Oxisalt::Box do
  alice = Oxisalt::PrivateKey.new("a" * 32)
  bob = Oxisalt::PrivateKey.new("b" * 32)
  box = described_class.new(bob.public_key, alice)

  it_behaves_like "a keeper of a secret", -> { Oxisalt::Box.new(bob.public_key, alice) }, "a" * 32
  it_behaves_like "an agreement", ->(public_key, private_key) { Oxisalt::Box.new(public_key, private_key) }
  it_behaves_like "a box with nonces", ->(nonce, message) { box.box(nonce, message) },
                  ->(nonce, ciphertext) { described_class.new(alice.public_key, bob).open(nonce, ciphertext) }

  it "is NaCl's" do
    Vectors.rows("nacl_box").each do |row|
      private_key, public_key, _, nonce, message, ciphertext = row.map { |hex| [hex].pack("H*") }
      theirs = described_class.new(public_key, private_key)
      expect([theirs.box(nonce, message), theirs.open(nonce, ciphertext)]).to eq([ciphertext, message])
    end
  end

  it "is the same from both sides, and another with every other key" do
    nonce = "n" * 24
    ciphertext = box.encrypt(nonce, "message")
    expect(described_class.new(alice.public_key, bob).decrypt(nonce, ciphertext)).to eq("message")
    stranger = Oxisalt::PrivateKey.generate
    [[stranger.public_key, bob], [alice.public_key, stranger]].each do |keys|
      expect { described_class.new(*keys).open(nonce, ciphertext) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end
  end

  it "says what RbNaCl's says" do
    expect([described_class, box].map { |each| [each.primitive, each.nonce_bytes] }.uniq)
      .to eq([[:curve25519xsalsa20poly1305, 24]])
    expect([described_class::NONCEBYTES, described_class::PUBLICKEYBYTES, described_class::PRIVATEKEYBYTES,
            described_class::BEFORENMBYTES]).to eq([24, 32, 32, 32])
    expect(Oxisalt::Boxes::Curve25519XSalsa20Poly1305).to be(described_class)
    expect([described_class::PublicKey, described_class::PrivateKey]).to eq([Oxisalt::PublicKey, Oxisalt::PrivateKey])
    expect(Oxisalt::PublicKey.name).to eq("Oxisalt::PublicKey")
  end

  it "counts its arguments" do
    expect { described_class.new(bob.public_key) }.to raise_error(ArgumentError, /given 1, expected 2/)
    expect { box.box("n" * 24) }.to raise_error(ArgumentError, /given 1, expected 2/)
    expect { box.open("n" * 24) }.to raise_error(ArgumentError, /given 1, expected 2/)
  end
end
