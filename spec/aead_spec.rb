# frozen_string_literal: true

RSpec.describe Oxisalt::AEAD do
  key = "k" * 32

  it "is what its classes have in common, and has no instances of its own" do
    expect { described_class.new(key) }.to raise_error(TypeError)
    expect(described_class.constants.map { |name| described_class.const_get(name) }.grep(Class))
      .to all(be < described_class)
    expect([described_class.key_bytes, described_class.tag_bytes]).to eq([32, 16])
  end

  {
    Oxisalt::AEAD::ChaCha20Poly1305IETF => [12, :chacha20poly1305_ietf, "ietf"],
    Oxisalt::AEAD::ChaCha20Poly1305Legacy => [8, :chacha20poly1305, "legacy"],
    Oxisalt::AEAD::XChaCha20Poly1305IETF => [24, :xchacha20poly1305_ietf, "extended"]
  }.each do |cipher, (nonce_bytes, primitive, name)|
    describe cipher do
      aead = cipher.new(key)
      nonce = "n" * nonce_bytes

      it_behaves_like "a keeper of a secret", -> { cipher.new(key) }, key
      it_behaves_like "a copier of a key", "secret key", ->(bytes) { cipher.new(bytes) },
                      ->(taken) { taken.encrypt(nonce, "message") }
      it_behaves_like "a box", ->(message) { aead.encrypt(nonce, message, "data") },
                      ->(ciphertext) { aead.decrypt(nonce, ciphertext, "data") }, 16

      it "takes additional data of any encoding as its bytes" do
        ciphertexts = Bytes::STRINGS.values.map do |data|
          given = data.dup
          ciphertext = aead.encrypt(nonce, "message", given)
          expect([given.b, given.encoding, given.frozen?]).to eq([data.b, data.encoding, false])
          expect(aead.decrypt(nonce, ciphertext, data.b.freeze)).to eq("message")
          expect(aead.decrypt(nonce, ciphertext, Bytes::Convertible.new(data))).to eq("message")
          ciphertext
        end
        expect(ciphertexts.uniq.size).to eq(Bytes::STRINGS.size)
      end

      it "is what is published" do
        rows = Vectors.rows("aead").select { |row| row.first == name }
        expect(rows.size).to be >= 15
        rows.each do |_, *columns|
          secret, number, data, message, ciphertext = columns.map { |hex| hex == "-" ? "".b : [hex].pack("H*") }
          theirs = cipher.new(secret)
          expect(theirs.encrypt(number, message, data)).to eq(ciphertext)
          expect(theirs.decrypt(number, ciphertext, data)).to eq(message)
        end
      end

      it "takes no additional data, nil and none at all for the same" do
        ciphertexts = [aead.encrypt(nonce, "m"), aead.encrypt(nonce, "m", nil), aead.encrypt(nonce, "m", "")]
        expect(ciphertexts.uniq.size).to eq(1)
        ciphertext = ciphertexts.first
        expect([aead.decrypt(nonce, ciphertext), aead.decrypt(nonce, ciphertext, nil),
                aead.decrypt(nonce, ciphertext, "")]).to eq(["m"] * 3)
        expect { aead.decrypt(nonce, ciphertext, "\0") }.to raise_error(Oxisalt::BadAuthenticatorError)
      end

      it "authenticates every bit of additional data, and where they end" do
        ciphertext = aead.encrypt(nonce, "message", "additional")
        [*Boxes.flips("additional"), *Boxes.truncations("additional"), "additional\0"].each do |data|
          expect { aead.decrypt(nonce, ciphertext, data) }.to raise_error(Oxisalt::BadAuthenticatorError)
        end
      end

      it "takes additional data of any length" do
        [0, 1, 15, 16, 17, 1000, 1_100_000].each do |length|
          data = "d" * length
          expect(aead.decrypt(nonce, aead.encrypt(nonce, "message", data), data)).to eq("message")
        end
        long = "m" * 1_100_000
        expect(aead.decrypt(nonce, aead.encrypt(nonce, long, long), long)).to eq(long)
      end

      it "is another with every nonce and every key, and decrypts with these alone" do
        ciphertext = aead.encrypt(nonce, "message")
        Boxes.flips(nonce).each do |other|
          expect { aead.decrypt(other, ciphertext) }.to raise_error(Oxisalt::BadAuthenticatorError)
        end
        Boxes.flips(key).each do |other|
          expect { cipher.new(other).decrypt(nonce, ciphertext) }.to raise_error(Oxisalt::BadAuthenticatorError)
        end
      end

      it "refuses a nonce of another length, and says which came" do
        ([0, 7, 8, 12, 23, 24, 25] - [nonce_bytes]).product(%i[encrypt decrypt]) do |length, call|
          expect { aead.public_send(call, "n" * length, "x" * 20) }
            .to raise_error(Oxisalt::LengthError, "nonce must be #{nonce_bytes} bytes, got #{length}")
        end
      end

      it "refuses a nonce, a key and additional data that are no String" do
        Bytes::NOT_STRINGS.product(%i[encrypt decrypt]) do |value, call|
          expect { aead.public_send(call, value, "x" * 20) }
            .to raise_error(TypeError, "nonce must be a String, got #{Bytes.kind(value)}")
        end
        Bytes::NOT_STRINGS.drop(1).product(%i[encrypt decrypt]) do |value, call|
          expect { aead.public_send(call, nonce, "x" * 20, value) }
            .to raise_error(TypeError, "additional data must be a String, got #{Bytes.kind(value)}")
        end
        Bytes::NOT_STRINGS.each do |value|
          expect do
            cipher.new(value)
          end.to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(value)}")
        end
      end

      it "refuses another number of arguments" do
        [[], [nonce], [nonce, "m", "d", "x"]].product(%i[encrypt decrypt]) do |arguments, call|
          expect { aead.public_send(call, *arguments) }.to raise_error(ArgumentError, /\Awrong number of arguments/)
        end
      end

      it "says what RbNaCl's says" do
        expect([cipher, aead].map { |each| [each.primitive, each.nonce_bytes, each.key_bytes, each.tag_bytes] }.uniq)
          .to eq([[primitive, nonce_bytes, 32, 16]])
        expect([cipher::NPUBBYTES, cipher::KEYBYTES, cipher::ABYTES]).to eq([nonce_bytes, 32, 16])
      end
    end
  end
end
