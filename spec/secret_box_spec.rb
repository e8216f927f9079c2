# frozen_string_literal: true

RSpec.describe Oxisalt::SecretBox do
  box = described_class.new("k" * 32)

  it_behaves_like "a keeper of a secret", -> { Oxisalt::SecretBox.new("k" * 32) }, "k" * 32
  it_behaves_like "a copier of a key", "secret key", ->(bytes) { Oxisalt::SecretBox.new(bytes) },
                  ->(taken) { taken.box("n" * 24, "message") }
  it_behaves_like "a box with nonces", ->(nonce, message) { box.box(nonce, message) },
                  ->(nonce, ciphertext) { box.open(nonce, ciphertext) }

  it "is NaCl's" do
    Vectors.rows("nacl_box").each do |row|
      _, _, key, nonce, message, ciphertext = row.map { |hex| [hex].pack("H*") }
      theirs = described_class.new(key)
      expect([theirs.encrypt(nonce, message), theirs.decrypt(nonce, ciphertext)]).to eq([ciphertext, message])
    end
  end

  it "refuses a key that is no String, a public key above all" do
    [*Bytes::NOT_STRINGS, Oxisalt::PrivateKey.generate, Oxisalt::PrivateKey.generate.public_key].each do |value|
      expect { described_class.new(value) }
        .to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "opens with its own key alone" do
    ciphertext = box.box("n" * 24, "message")
    Boxes.flips("k" * 32).each do |key|
      expect { described_class.new(key).open("n" * 24, ciphertext) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end
  end

  it "says what RbNaCl's says" do
    expect([described_class, box].map { |each| [each.primitive, each.nonce_bytes, each.key_bytes] }.uniq)
      .to eq([[:xsalsa20poly1305, 24, 32]])
    expect([described_class::NONCEBYTES, described_class::KEYBYTES]).to eq([24, 32])
    expect(Oxisalt::SecretBoxes::XSalsa20Poly1305).to be(described_class)
  end
end
