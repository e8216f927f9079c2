# frozen_string_literal: true

RSpec.describe "The BLAKE family" do
  ranges = { "BLAKE2b" => [1..64, 1..64], "BLAKE2s" => [1..32, 1..32], "BLAKE3" => [32..32, 1..1_048_576] }

  Catalogue::BLAKES.each do |name, digest|
    describe digest do
      keys, sizes = ranges.fetch(name)
      key = "k" * 32

      it_behaves_like "a taker of bytes", "data", ->(data) { digest.digest(data, key:, digest_size: 20) }
      it_behaves_like "output in three forms", ->(form) { digest.public_send(form, "data", key:, digest_size: 31) }
      it_behaves_like "a stream", make: -> { digest.new(key:, digest_size: 20) },
                                  whole: ->(data) { digest.hexdigest(data, key:, digest_size: 20) }

      it "takes a key and a digest size, in one call and as a stream" do
        options = { key:, digest_size: 17 }
        result = digest.digest("data", **options)
        expect(result.bytesize).to eq(17)
        expect(digest.new(**options).update("data").digest).to eq(result)
        expect(digest.new(**options).digest_length).to eq(17)
        expect(digest.digest("data", digest_size: 17)).not_to eq(result)
      end

      it "takes nil for what is not given" do
        expect(digest.digest("data", key: nil, digest_size: nil)).to eq(digest.digest("data"))
        expect(digest.new(key: nil, digest_size: nil).update("data")).to eq(digest.new.update("data"))
      end

      it "takes a key of every length in its range, and no other" do
        lengths = keys.minmax.uniq
        expect(lengths.map { |length| digest.digest("", key: "k" * length) }.uniq.size).to eq(lengths.size)
        [0, keys.min - 1, keys.max + 1, 1000].uniq.each do |length|
          allowed = keys.min == keys.max ? keys.max.to_s : "#{keys.min} to #{keys.max}"
          [-> { digest.digest("", key: "k" * length) }, -> { digest.new(key: "k" * length) }].each do |call|
            expect(&call).to raise_error(Oxisalt::LengthError, "key must be #{allowed} bytes, got #{length}")
          end
        end
      end

      it "gives every digest size in its range, and no other" do
        [sizes.min, 63, 64, 65, sizes.max].grep(sizes).each do |size|
          expect(digest.digest("", digest_size: size).bytesize).to eq(size)
          expect(digest.new(digest_size: size).hexdigest.length).to eq(size * 2)
        end
        [0, sizes.max + 1].each do |size|
          expect { digest.digest("", digest_size: size) }
            .to raise_error(Oxisalt::LengthError, "digest size must be 1 to #{sizes.max} bytes, got #{size}")
        end
        [-1, 2**70, -2**70].each do |size|
          expect { digest.new(digest_size: size) }
            .to raise_error(Oxisalt::LengthError, "digest size must be a positive number of bytes, got #{size}")
        end
      end

      it "refuses a key that is no String, and a digest size that is no Integer" do
        Bytes::NOT_STRINGS.drop(1).each do |value|
          expect { digest.digest("", key: value) }
            .to raise_error(TypeError, "key must be a String, got #{Bytes.kind(value)}")
        end
        ["1", 1.5, :a, [], true].each do |value|
          expect { digest.new(digest_size: value) }
            .to raise_error(TypeError, "digest size must be an Integer, got #{value.class}")
        end
      end

      if name == "BLAKE3"
        it "takes neither salt nor personalization" do
          %i[salt personal].each do |keyword|
            expect { digest.digest("", keyword => "s") }.to raise_error(ArgumentError, /unknown keyword: :#{keyword}/)
          end
        end
      else
        most = name == "BLAKE2b" ? 16 : 8

        %i[salt personal].each do |keyword|
          it "takes a #{keyword} of up to #{most} bytes, as if zeros followed" do
            results = [nil, "", "\0", "\0" * most].map { |value| digest.digest("data", keyword => value) }
            expect(results.uniq).to eq([digest.digest("data")])
            long = ("é" * most).b[0, most]
            expect(digest.digest("data", keyword => long)).not_to eq(digest.digest("data"))
            [long.dup.force_encoding("UTF-8"), long.dup.freeze, Bytes::Convertible.new(long)].each do |value|
              expect(digest.digest("data", keyword => value)).to eq(digest.digest("data", keyword => long))
              expect(digest.new(keyword => value).update("data").digest).to eq(digest.digest("data", keyword => long))
            end
            expect { digest.digest("", keyword => "x" * (most + 1)) }
              .to raise_error(Oxisalt::LengthError, "#{keyword} must be 0 to #{most} bytes, got #{most + 1}")
            Bytes::NOT_STRINGS.drop(1).each do |value|
              expect { digest.new(keyword => value) }
                .to raise_error(TypeError, "#{keyword} must be a String, got #{Bytes.kind(value)}")
            end
          end
        end

        it "is Python's, with key, salt and personalization" do
          rows = Vectors.rows("blake2_tailored").select { |row| row.first == name }
          expect(rows.size).to eq(8)
          rows.each do |_, *columns, expected|
            given, salt, personal, data = columns.map { |hex| hex == "-" ? "".b : [hex].pack("H*") }
            options = { key: given.empty? ? nil : given, salt:, personal:, digest_size: expected.length / 2 }
            expect(digest.hexdigest(data, **options)).to eq(expected)
            expect(digest.new(**options).update("x").reset.update(data).dup.hexdigest).to eq(expected)
            expect(digest.file(File::NULL, **options).digest).to eq(digest.digest("", **options))
          end
        end
      end

      it "takes a key of any encoding as its bytes" do
        expect(digest.digest("", key: "é" * 16)).to eq(digest.digest("", key: ("é" * 16).b))
      end

      it "knows no other keyword or argument" do
        expect { digest.digest("", sugar: "s") }.to raise_error(ArgumentError, /unknown keyword: :sugar/)
        expect { digest.digest }.to raise_error(ArgumentError, /given 0, expected 1/)
        expect { digest.new("MD5") }.to raise_error(ArgumentError)
      end

      it "does not show its key" do
        expect(digest.new(key: "very secret key!" * 2).inspect).not_to include("secret")
      end
    end
  end

  describe Oxisalt::Digest::BLAKE3 do
    describe ".derive_key" do
      it_behaves_like "a taker of bytes", "key material", ->(bytes) { described_class.derive_key("context", bytes) }

      it "gives the length that is asked for" do
        long = described_class.derive_key("context", "material", digest_size: 1_048_576)
        expect([long.bytesize, long.encoding]).to eq([1_048_576, Encoding::BINARY])
        expect(described_class.derive_key("context", "material")).to eq(long[0, 32])
        [0, -1, 1_048_577, 2**70].each do |digest_size|
          expect { described_class.derive_key("", "", digest_size:) }
            .to raise_error(Oxisalt::LengthError, /got #{digest_size}\z/)
        end
        expect { described_class.derive_key("", "", digest_size: nil) }.to raise_error(TypeError)
      end

      it "separates contexts, which are UTF-8" do
        expect(described_class.derive_key("é", "")).not_to eq(described_class.derive_key("e", ""))
        expect(described_class.derive_key("é".b, "")).to eq(described_class.derive_key("é", ""))
        expect { described_class.derive_key("\xFF", "") }.to raise_error(ArgumentError, "context must be valid UTF-8")
        Bytes::NOT_STRINGS.each do |value|
          expect { described_class.derive_key(value, "") }
            .to raise_error(TypeError, "context must be a String, got #{Bytes.kind(value)}")
        end
      end
    end
  end
end
