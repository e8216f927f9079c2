# frozen_string_literal: true

require_relative "support"

# RSpec prints its seed at the end of a run, and `rspec --seed` takes it to repeat the same inputs.
RSpec.describe "By libcrypto, published values" do
  library = Oxisalt::OpenSSL

  include_examples "a library with the published values",
                   library, digests: LibcryptoCatalogue::DIGESTS, hmacs: LibcryptoCatalogue::HMACS,
                            without: %w[BLAKE3 SHA256d]

  it "are the signatures of RFC 8032" do
    rows = Vectors.rows("ed25519_rfc8032").map { |row| row.map { |column| [column.delete("-")].pack("H*") } }
    rows.each do |secret, public_key, message, signature|
      key = library::SigningKey.new(secret)
      expect([key.verify_key.to_bytes, key.keypair_bytes, key.sign(message)])
        .to eq([public_key, secret + public_key, signature])
      expect(library::VerifyKey.new(public_key).verify(signature, message)).to be(true)
    end
    report("ed25519_rfc8032", rows.size)
  end

  it "are the strict verdicts of ed25519-speccheck" do
    verdicts = Vectors.rows("ed25519_speccheck").map do |_, *columns|
      public_key, message, signature = columns.map { |column| [column].pack("H*") }
      library::VerifyKey.new(public_key).valid?(signature, message) ? "V" : "X"
    end
    expect(verdicts.join(" ")).to eq("X X X V X X X X X X X X")
  end

  describe "agree with the gem's own, for random input:" do
    let(:random) { Random.new(RSpec.configuration.seed) }

    def length = random.rand(20).zero? ? random.rand(5000) : random.rand(300)

    it "5,000 digests" do
      agreed = Array.new(5000) do
        name = library::Digest.names.sample(random:)
        data = random.bytes(length)
        expected = Oxisalt::Digest.digest(name, data)
        split = random.rand(data.bytesize + 1)
        library::Digest.digest(name, data) == expected &&
          (library::Digest.new(name) << data[0, split] << data[split..]).digest == expected
      end
      expect(agreed.tally).to eq(true => 5000)
    end

    it "5,000 HMACs" do
      agreed = Array.new(5000) do
        name = library::HMAC.names.sample(random:)
        key = random.bytes(length)
        data = random.bytes(length)
        expected = Oxisalt::HMAC.digest(name, key, data)
        library::HMAC.digest(name, key, data) == expected && library::HMAC::Key.new(name, key).digest(data) == expected
      end
      expect(agreed.tally).to eq(true => 5000)
    end

    it "1,000 signatures, and their verdicts with a bit changed" do
      agreed = Array.new(1000) do
        seed = random.bytes(32)
        message = random.bytes(1 + length)
        ours, theirs = [Oxisalt, library].map { |one| one::SigningKey.new(seed) }
        signature = ours.sign(message)
        wrong = Tags.flipped(signature).sample(random:)
        verdicts = [signature, wrong].map { |given| theirs.verify_key.valid?(given, message) }
        [theirs.sign(message) == signature, ours.verify_key.to_bytes == theirs.verify_key.to_bytes, *verdicts]
      end
      expect(agreed.tally).to eq([true, true, true, false] => 1000)
    end
  end
end
