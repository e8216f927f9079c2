# frozen_string_literal: true

RSpec.describe Oxisalt::SimpleBox do
  alice = Oxisalt::PrivateKey.new("a" * 32)
  bob = Oxisalt::PrivateKey.new("b" * 32)
  between = described_class.from_keypair(bob.public_key, alice)
  secret = described_class.from_secret_key("k" * 32)

  it_behaves_like "a keeper of a secret", -> { Oxisalt::SimpleBox.from_secret_key("k" * 32) }, "k" * 32

  describe "of a key pair" do
    it_behaves_like "an agreement", ->(*keys) { Oxisalt::SimpleBox.from_keypair(*keys) }
    it_behaves_like "a box", ->(message) { between.box(message) },
                    ->(ciphertext) { described_class.from_keypair(alice.public_key, bob).open(ciphertext) }, 40
  end

  describe "of a secret key" do
    # By each of the two keys that the examples try.
    sealed = ["é" * 16, "k" * 32].map { |key| Oxisalt::SecretBox.new(key).box("n" * 24, "message") }
    opened = lambda do |box|
      sealed.map do |ciphertext|
        box.open(("n" * 24) + ciphertext)
      rescue Oxisalt::BadAuthenticatorError
        nil
      end
    end
    it_behaves_like "a copier of a key", "secret key", ->(bytes) { Oxisalt::SimpleBox.from_secret_key(bytes) }, opened
    it_behaves_like "a box", ->(message) { secret.encrypt(message) }, ->(ciphertext) { secret.decrypt(ciphertext) }, 40

    it "refuses a key that is no String" do
      [nil, 1, alice, alice.public_key].each do |value|
        expect { described_class.from_secret_key(value) }
          .to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(value)}")
      end
    end
  end

  it "puts a nonce before the ciphertext, each time another" do
    sealed = Array.new(1000) { secret.box("message") }
    expect(sealed.map { |each| each[0, 24] }.uniq.size).to eq(1000)
    expect(Oxisalt::SecretBox.new("k" * 32).open(sealed[0][0, 24], sealed[0][24..])).to eq("message")
    box = Oxisalt::Box.new(bob.public_key, alice)
    expect(between.open(("n" * 24) + box.box("n" * 24, "message"))).to eq("message")
  end

  it "takes the key of another box" do
    box = Oxisalt::Box.new(alice.public_key, bob)
    expect(described_class.new(box).open(between.box("message"))).to eq("message")
    expect(described_class.new(Oxisalt::SecretBox.new("k" * 32)).open(secret.box("message"))).to eq("message")
    [*Boxes::NO_KEYS, "k" * 32, secret, alice].each do |wrong|
      expect { described_class.new(wrong) }
        .to raise_error(TypeError, "box must be an Oxisalt::Box or an Oxisalt::SecretBox, got #{Bytes.kind(wrong)}")
    end
  end

  it "says what RbNaCl's says" do
    expect([between, secret].map { |box| [box.primitive, box.nonce_bytes] })
      .to eq([[:curve25519xsalsa20poly1305, 24], [:xsalsa20poly1305, 24]])
    expect(Oxisalt::RandomNonceBox).to be(described_class)
  end
end
