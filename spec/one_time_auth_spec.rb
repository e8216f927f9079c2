# frozen_string_literal: true

RSpec.describe Oxisalt::OneTimeAuth do
  it_behaves_like "an authenticator", described_class, "kK" * 16

  it "is RFC 8439's" do
    rows = Vectors.rows("one_time_auth").each do |section, *columns|
      key, message, tag = columns.map { |hex| [hex].pack("H*") }
      expect(described_class.auth(key, message)).to eq(tag), section
      expect(described_class.verify(key, tag, message)).to be(true)
    end
    expect(rows.size).to eq(12)
  end

  it "refuses a key of another length, and says which came" do
    [0, 1, 31, 33, 64].each do |length|
      expect { described_class.new("k" * length) }
        .to raise_error(Oxisalt::LengthError, "key must be 32 bytes, got #{length}")
    end
  end

  it "says what RbNaCl's says" do
    object = described_class.new("k" * 32)
    expect([described_class, object].map { |each| [each.primitive, each.key_bytes, each.tag_bytes] }.uniq)
      .to eq([[:poly1305, 32, 16]])
    expect(Oxisalt::OneTimeAuths::Poly1305).to be(described_class)
  end
end
