# frozen_string_literal: true

RSpec.describe Oxisalt::HKDF do
  it_behaves_like "a taker of bytes", "input key material",
                  ->(material) { Oxisalt::HKDF.derive("SHA256", material, length: 20) }
  it_behaves_like "a taker of bytes", "input key material", ->(material) { Oxisalt::HKDF.extract("SHA256", material) }
  it_behaves_like "a taker of bytes", "salt", ->(salt) { Oxisalt::HKDF.derive("SHA256", "m", length: 20, salt:) }
  it_behaves_like "a taker of bytes", "salt", ->(salt) { Oxisalt::HKDF.extract("SHA256", "m", salt:) }
  it_behaves_like "a taker of bytes", "info", ->(info) { Oxisalt::HKDF.derive("SHA256", "m", length: 20, info:) }
  it_behaves_like "a taker of bytes", "info",
                  ->(info) { Oxisalt::HKDF.expand("SHA256", "k" * 32, length: 20, info:) }

  it "is RFC 5869's" do
    rows = Vectors.rows("hkdf").each do |section, digest, *columns|
      material, salt, info, key, output = columns.map { |hex| hex == "-" ? "".b : [hex].pack("H*") }
      length = output.bytesize
      expect(described_class.extract(digest, material, salt:)).to eq(key), section
      expect(described_class.expand(digest, key, length:, info:)).to eq(output), section
      expect(described_class.derive(digest, material, length:, salt:, info:)).to eq(output), section
    end
    expect(rows.size).to eq(7)
  end

  it "is OpenSSL's, 1,000 times" do
    random = Random.new(RSpec.configuration.seed)
    wrong = Array.new(1000) do
      digest = %w[SHA1 SHA256 SHA384 SHA512][random.rand(4)]
      material, salt, info = Array.new(3) { random.bytes(random.rand(100)) }
      material << "m"
      length = 1 + random.rand(300)
      ours = described_class.derive(digest, material, length:, salt:, info:)
      [digest, material, salt, info, length] if ours != OpenSSL::KDF.hkdf(material, salt:, info:, length:, hash: digest)
    end
    expect(wrong.compact).to be_empty
  end

  Catalogue::HMACS.each_key do |name|
    it "derives as much as #{name} has to give, and no more" do
      size = Oxisalt::Digest.const_get(Catalogue.constant(name)).new.digest_length
      long = described_class.derive(name, "m", length: 255 * size)
      expect([long.bytesize, long.encoding, long.frozen?]).to eq([255 * size, Encoding::BINARY, false])
      expect(described_class.derive(name, "m", length: 1)).to eq(long[0])
      expect(described_class.extract(name, "m").bytesize).to eq(size)
      [0, -1, (255 * size) + 1, 2**70].each do |length|
        [-> { described_class.derive(name, "m", length:) }, -> { described_class.expand(name, "k" * size, length:) }]
          .each do |call|
            expect(&call).to raise_error(Oxisalt::LengthError, "length must be 1 to #{255 * size} bytes, got #{length}")
          end
      end
      expect { described_class.expand(name, "k" * (size - 1), length: 1) }
        .to raise_error(Oxisalt::LengthError, "pseudorandom key must be at least #{size} bytes, got #{size - 1}")
    end
  end

  it "takes a digest as HMAC does, and refuses those that HMAC is not offered over" do
    expected = described_class.derive("SHA256", "m", length: 8)
    [:sha256, "sha-256", OpenSSL::Digest.new("SHA256"), Digest::SHA256, Oxisalt::Digest::SHA256].each do |digest|
      expect(described_class.derive(digest, "m", length: 8)).to eq(expected)
    end
    calls = [->(digest) { described_class.derive(digest, "m", length: 8) }, lambda { |digest|
                                                                              described_class.extract(digest, "m")
                                                                            },
             ->(digest) { described_class.expand(digest, "k" * 64, length: 8) }]
    calls.each do |call|
      expect { call.call("BLAKE3") }.to raise_error(ArgumentError, /\AHMAC is not offered over BLAKE3/)
      expect { call.call("SHA257") }.to raise_error(ArgumentError, /\Aunknown digest "SHA257"/)
      expect { call.call(nil) }.to raise_error(TypeError, /\Adigest must be/)
    end
  end

  it "refuses a length that is no Integer, and keys that are no String" do
    Bytes::NOT_STRINGS.reject { |value| Integer === value }.each do |value| # rubocop:disable Style/CaseEquality
      expect { described_class.derive("SHA256", "m", length: value) }
        .to raise_error(TypeError, "length must be an Integer, got #{Bytes.kind(value)}")
    end
    Bytes::NOT_STRINGS.each do |value|
      expect { described_class.expand("SHA256", value, length: 8) }
        .to raise_error(TypeError, "pseudorandom key must be a String, got #{Bytes.kind(value)}")
    end
    expect { described_class.derive("SHA256", "m") }.to raise_error(ArgumentError, /missing keyword: :length/)
  end
end
