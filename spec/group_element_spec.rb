# frozen_string_literal: true

RSpec.describe Oxisalt::GroupElement do
  base = described_class.base
  point = base.mult("q" * 32)

  it_behaves_like "a keeper of a secret", -> { Oxisalt::GroupElement.new("k" * 32) }, "k" * 32
  it_behaves_like "a copier of a key", "group element", ->(bytes) { Oxisalt::GroupElement.new(bytes) },
                  ->(taken) { [taken.to_bytes, taken.mult("s" * 32).to_bytes] }
  it_behaves_like "a copier of a key", "scalar", ->(bytes) { Oxisalt::GroupElement.base.mult(bytes) }, :to_bytes.to_proc

  it "is RFC 7748's" do
    rows = Vectors.rows("x25519_rfc7748").each do |row|
      scalar, element, product = row.map { |hex| [hex].pack("H*") }
      expect(described_class.new(element).mult(scalar).to_bytes).to eq(product)
    end
    expect(rows.size).to be >= 6
  end

  it "starts at the base point" do
    expect(described_class.base_point).to eq(base)
    expect(base.to_bytes).to eq("\x09#{"\0" * 31}".b)
    expect(described_class::STANDARD_GROUP_ELEMENT).to eq(base.to_bytes)
    expect(described_class::STANDARD_GROUP_ORDER).to eq((2**252) + 27_742_317_777_372_353_535_851_937_790_883_648_493)
  end

  it "is the public key of a scalar, and what two sides agree on" do
    expect(base.mult("s" * 32).to_bytes).to eq(Oxisalt::PrivateKey.new("s" * 32).public_key.to_bytes)
    expect(base.mult("s" * 32).mult("t" * 32)).to eq(base.mult("t" * 32).mult("s" * 32))
  end

  it "refuses every point of low order" do
    Boxes::LOW_ORDER.each do |low|
      [low, low.dup.tap { |bytes| bytes.setbyte(31, bytes.getbyte(31) | 0x80) }].each do |bytes|
        expect { described_class.new(bytes) }.to raise_error(Oxisalt::CryptoError, /of low order/)
      end
    end
  end

  it "refuses what is no String" do
    Bytes::NOT_STRINGS.each do |value|
      expect { described_class.new(value) }
        .to raise_error(TypeError, "group element must be a String, got #{Bytes.kind(value)}")
      expect { point.mult(value) }.to raise_error(TypeError, "scalar must be a String, got #{Bytes.kind(value)}")
    end
  end

  it "is equal to a point of the same bytes alone" do
    expect(described_class.new(point.to_bytes)).to eq(point)
    [base, point.to_bytes, nil, BasicObject.new].each { |other| expect(point == other).to be(false) }
    expect([point.to_bytes.encoding, point.to_bytes.frozen?]).to eq([Encoding::BINARY, false])
  end

  it "says what RbNaCl's says" do
    expect([described_class.primitive, point.primitive]).to eq(%i[curve25519 curve25519])
    expect([described_class::SCALARBYTES, described_class::BYTES]).to eq([32, 32])
    expect(Oxisalt::GroupElements::Curve25519).to be(described_class)
  end
end
