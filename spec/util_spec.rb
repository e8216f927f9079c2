# frozen_string_literal: true

RSpec.describe Oxisalt::Util do
  [16, 32, 64].each do |length|
    describe "verify#{length}" do
      verify = ->(one, two) { Oxisalt::Util.public_send("verify#{length}", one, two) }
      insist = ->(one, two) { Oxisalt::Util.public_send("verify#{length}!", one, two) }
      right = ("é" * length).b[0, length]

      it "is true for the same bytes, whatever their encoding" do
        [right, right.dup.force_encoding("UTF-8").freeze,
         right.dup.force_encoding("UTF-16LE")].repeated_permutation(2) do |pair|
          expect([verify.call(*pair), insist.call(*pair)]).to eq([true, true])
        end
      end

      it "is false where any one bit differs" do
        wrong = Tags.flipped(right)
        expect(wrong.size).to eq(length * 8)
        wrong.each { |other| expect([verify.call(right, other), insist.call(other, right)]).to eq([false, false]) }
      end

      it "is false for whatever else comes, or an error with a mark of exclamation" do
        [length - 1, length + 1, 0].each do |other|
          expect([verify.call(right, "x" * other), verify.call("x" * other, "x" * other)]).to eq([false, false])
          expect { insist.call("x" * other, right) }
            .to raise_error(Oxisalt::LengthError, "first message must be #{length} bytes, got #{other}")
          expect { insist.call(right, "x" * other) }
            .to raise_error(Oxisalt::LengthError, "second message must be #{length} bytes, got #{other}")
        end
        Bytes::NOT_STRINGS.each do |value|
          expect([verify.call(right, value), verify.call(value, value)]).to eq([false, false])
          expect { insist.call(value, right) }
            .to raise_error(TypeError, "first message must be a String, got #{Bytes.kind(value)}")
          expect { insist.call(right, value) }
            .to raise_error(TypeError, "second message must be a String, got #{Bytes.kind(value)}")
        end
      end
    end
  end

  describe "hexadecimal" do
    it_behaves_like "a taker of bytes", "data", ->(data) { Oxisalt::Util.bin2hex(data) }

    it "goes there and back" do
      ["", "\0", [*0..255].pack("C*"), "é" * 600_000].each do |bytes|
        hex = described_class.bin2hex(bytes)
        expect(hex == bytes.unpack1("H*")).to be(true)
        expect([hex.encoding, hex.frozen?]).to eq([Encoding::US_ASCII, false])
        [hex, hex.upcase, Bytes::Convertible.new(hex)].each do |text|
          back = described_class.hex2bin(text)
          expect([back == bytes.b, back.encoding, back.frozen?]).to eq([true, Encoding::BINARY, false])
        end
      end
    end

    it "refuses what is none" do
      ["0", "000", "0x00", "00 00", "00\n", "zz", "é", "0\u0661", "g" * 3_000_000].each do |text|
        expect { described_class.hex2bin(text) }
          .to raise_error(ArgumentError, "hexadecimal must be pairs of the digits 0 to 9 and a to f") { |error|
            expect(error).to be_a(Oxisalt::Error)
          }
      end
      Bytes::NOT_STRINGS.each do |value|
        expect { described_class.hex2bin(value) }
          .to raise_error(TypeError, "hexadecimal must be a String, got #{Bytes.kind(value)}")
      end
    end
  end

  describe "zeros" do
    it "are as many as are asked for" do
      [0, 1, 32].each { |count| expect(described_class.zeros(count)).to eq(("\0" * count).b) }
      expect([described_class.zeros.bytesize, described_class.zeros.encoding]).to eq([32, Encoding::BINARY])
    end

    it "go before a message, and are taken away" do
      message = "é"
      padded = described_class.prepend_zeros(3, message)
      expect([padded, padded.encoding]).to eq(["\0\0\0\xC3\xA9".b, Encoding::BINARY])
      expect(described_class.remove_zeros(3, padded)).to eq(message.b)
      expect([message, message.encoding, padded.bytesize]).to eq(["é", Encoding::UTF_8, 5])
      expect(described_class.remove_zeros(5, padded.freeze)).to eq("")
      expect { described_class.remove_zeros(6, padded) }
        .to raise_error(Oxisalt::LengthError, "message must be at least 6 bytes, got 5")
    end

    it "fill a message up" do
      expect([2, 3, 4].map do |count|
               described_class.zero_pad(count, "é")
             end).to eq(%W[\xC3\xA9 \xC3\xA9\0 \xC3\xA9\0\0].map(&:b))
      expect { described_class.zero_pad(1, "é") }
        .to raise_error(Oxisalt::LengthError, "message must be at most 1 bytes, got 2")
    end

    it "refuse what is no number of bytes, and what is no String" do
      calls = { zeros: [], prepend_zeros: ["m"], remove_zeros: ["m"], zero_pad: ["m"] }
      calls.each do |name, rest|
        expect { described_class.public_send(name, -1, *rest) }
          .to raise_error(Oxisalt::LengthError, "number of bytes must not be negative, got -1")
        [nil, "1", 1.5, :one, BasicObject.new].each do |value|
          expect { described_class.public_send(name, value, *rest) }
            .to raise_error(TypeError, "number of bytes must be an Integer, got #{Bytes.kind(value)}") { |error|
              expect(error).to be_a(Oxisalt::Error)
            }
        end
        next if rest.empty?

        Bytes::NOT_STRINGS.each do |value|
          expect { described_class.public_send(name, 1, value) }
            .to raise_error(TypeError, "message must be a String, got #{Bytes.kind(value)}")
        end
      end
    end
  end
end
