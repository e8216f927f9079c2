# frozen_string_literal: true

RSpec.describe Oxisalt::Auth do
  it_behaves_like "an authenticator", described_class, "kK" * 16

  # Also the first half of RFC 4231's HMAC-SHA-512, test case 2.
  it "is that of NaCl's test auth.c" do
    tag = described_class.auth("Jefe".ljust(32, "\0"), "what do ya want for nothing?")
    expect(tag.unpack1("H*")).to eq("164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554")
  end

  it "is the first half of an HMAC over SHA-512, and no HMAC over SHA-512/256" do
    [1, 31, 32, 33, 127, 128, 129, 1000].each do |length|
      key = "k" * length
      tag = described_class.auth(key, "message")
      expect(tag).to eq(OpenSSL::HMAC.digest("SHA512", key, "message")[0, 32])
      expect(tag).not_to eq(Oxisalt::HMAC::SHA512_256.digest(key, "message"))
    end
  end

  it "refuses an empty key" do
    expect { described_class.new("") }.to raise_error(Oxisalt::LengthError, "key must be at least 1 bytes, got 0")
  end

  it "says what NaCl's is called" do
    object = described_class.new("k" * 32)
    expect([described_class, object].map { |each| [each.primitive, each.key_bytes, each.tag_bytes] }.uniq)
      .to eq([[:hmacsha512256, 32, 32]])
  end
end
