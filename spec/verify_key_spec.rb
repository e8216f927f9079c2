# frozen_string_literal: true

require "json"
require "open3"
require "tmpdir"

RSpec.describe Oxisalt::VerifyKey do
  signer = Oxisalt::SigningKey.new((0..31).to_a.pack("C*"))
  key = signer.verify_key

  describe ".new" do
    it "takes any 32 bytes, which it copies" do
      bytes = key.to_bytes
      made = described_class.new(bytes)
      bytes.setbyte(0, bytes.getbyte(0) ^ 1)
      expect(made).to eq(key)
      expect(["\0" * 32, "\xFF" * 32, "é" * 16].map { |text| described_class.new(text).to_bytes })
        .to eq(["\0" * 32, "\xFF" * 32, "é" * 16].map(&:b))
    end

    it "refuses every other length" do
      [*0..31, *33..70].each do |length|
        expect { described_class.new("k" * length) }
          .to raise_error(Oxisalt::LengthError, "verify key must be 32 bytes, got #{length}")
      end
    end

    it "refuses what is no String: nil, and keys of any kind" do
      [*Bytes::NOT_STRINGS, key, signer].each do |value|
        expect { described_class.new(value) }
          .to raise_error(TypeError, "verify key must be a String, got #{Bytes.kind(value)}")
      end
    end
  end

  describe "#valid? and #verify" do
    let(:signature) { signer.sign("message") }

    it "accept the signature, whatever its encoding says" do
      [signature, signature.dup.force_encoding("UTF-8"), signature.dup.force_encoding("UTF-16LE"), signature.dup.freeze]
        .each { |given| expect([key.valid?(given, "message"), key.verify(given, "message")]).to eq([true, true]) }
    end

    it "take a message of any encoding as its bytes" do
      Bytes::STRINGS.each_value do |message|
        signature = signer.sign(message.b)
        expect([key.valid?(signature, message.dup), key.verify(signature, message.dup)]).to eq([true, true])
        expect(key.verify_attached(signature + message.b)).to be(true)
      end
    end

    it "refuse a signature with any one bit changed, and one of any other length" do
      wrong = [*Tags.flipped(signature), *(0..63).map { |length| signature[0, length] }, "#{signature}\0".b,
               signature * 2, signature.unpack1("H*"), [signature].pack("m0"), "\0" * 64, "\xFF" * 64, "é"]
      expect(wrong.size).to be > 512 + 64
      wrong.each do |given|
        expect(key.valid?(given, "message")).to be(false)
        expect { key.verify(given, "message") }
          .to raise_error(Oxisalt::BadSignatureError, "the signature is not one of this message under this key")
      end
    end

    it "refuse every message with one bit changed, and every key" do
      Tags.flipped(+"message").each { |message| expect(key.valid?(signature, message)).to be(false) }
      Tags.flipped(key.to_bytes).each do |bytes|
        expect(described_class.new(bytes).valid?(signature, "message")).to be(false)
      end
    end

    it "tell what is no signature at all by false and by TypeError" do
      Bytes::NOT_STRINGS.each do |value|
        expect(key.valid?(value, "message")).to be(false)
        expect { key.verify(value, "message") }
          .to raise_error(TypeError, "signature must be a String, got #{Bytes.kind(value)}")
      end
    end

    it "want a String for the message" do
      Bytes::NOT_STRINGS.product(%i[valid? verify]) do |value, judge|
        expect { key.public_send(judge, signature, value) }
          .to raise_error(TypeError, "message must be a String, got #{Bytes.kind(value)}")
      end
    end

    it "leave their arguments as they were" do
      arguments = [signature, +"é"]
      before = arguments.map { |argument| [argument.b, argument.encoding] }
      key.valid?(*arguments)
      expect(arguments.map { |argument| [argument.b, argument.encoding] }).to eq(before)
    end

    it "verify long messages, and find what is wrong with them" do
      message = "é1" * 400_000
      signature = signer.sign(message)
      expect(key.valid?(signature, message)).to be(true)
      message.setbyte(1_000_000, 0)
      expect([key.valid?(signature, message), key.valid?(signature[0, 63], message)]).to eq([false, false])
      expect { key.verify_attached(signature + message.b) }.to raise_error(Oxisalt::BadSignatureError)
    end
  end

  describe "#verify_attached" do
    it "accepts what sign_attached returns" do
      ["", "message", "é"].each { |message| expect(key.verify_attached(signer.sign_attached(message))).to be(true) }
    end

    it "refuses it with any one bit changed, and cut anywhere" do
      signed = signer.sign_attached("message")
      wrong = Tags.flipped(signed) + Array.new(signed.bytesize) { |length| signed[0, length] }
      wrong.each { |given| expect { key.verify_attached(given) }.to raise_error(Oxisalt::BadSignatureError) }
    end

    it "wants a String" do
      Bytes::NOT_STRINGS.each do |value|
        expect { key.verify_attached(value) }
          .to raise_error(TypeError, "signed message must be a String, got #{Bytes.kind(value)}")
      end
    end
  end

  it "is frozen and its own copy" do
    expect([key.dup, key.clone, key.clone(freeze: true)]).to all(be(key))
    expect(key).to be_frozen
    expect { key.clone(freeze: false) }.to raise_error(ArgumentError, "can't unfreeze Oxisalt::VerifyKey")
    expect(Ractor.shareable?(key)).to be(true) if defined?(Ractor)
  end

  it "shows itself" do
    hex = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"
    expect(key.inspect).to eq("#<Oxisalt::VerifyKey #{hex}>")
    expect([key.to_bytes, key.to_s]).to eq([[hex].pack("H*")] * 2)
    expect(key.to_bytes.encoding).to eq(Encoding::BINARY)
  end

  # A String wherever one is wanted would let it pass for a secret.
  it "converts to no String by itself" do
    expect(key).not_to respond_to(:to_str)
  end

  it "equals a key of the same bytes alone, and finds it in a Hash" do
    same = described_class.new(key.to_bytes)
    expect([key == same, key.eql?(same), key.hash == same.hash, { key => 1 }[same]]).to eq([true, true, true, 1])
    others = [*Tags.flipped(key.to_bytes).map { |bytes| described_class.new(bytes) }, key.to_bytes, signer, nil, 1]
    expect(others.flat_map { |other| [key == other, key.eql?(other)] }.uniq).to eq([false])
  end

  it "says what it is and how long its signatures are" do
    [described_class, key].each { |object| expect([object.primitive, object.signature_bytes]).to eq([:ed25519, 64]) }
  end

  describe "#to_curve25519_public_key" do
    it "raises for what no secret key belongs to" do
      # No point, of order 1, of order 8, of mixed order (out of ed25519-speccheck), not canonical.
      %w[0200000000000000000000000000000000000000000000000000000000000000
         0100000000000000000000000000000000000000000000000000000000000000
         c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a
         f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43
         f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f].each do |hex|
        expect { described_class.new([hex].pack("H*")).to_curve25519_public_key }
          .to raise_error(Oxisalt::CryptoError, "the verify key is not a point that a secret key belongs to")
      end
    end
  end

  describe "as SPKI" do
    it "is read by OpenSSL, and read from it" do
      100.times do
        signer = Oxisalt::SigningKey.generate
        key = signer.verify_key
        [key.to_pem, key.to_der].each do |text|
          theirs = OpenSSL::PKey.read(text)
          expect(theirs.verify(nil, signer.sign("message"), "message")).to be(true)
          expect([theirs.public_to_pem, theirs.public_to_der]).to eq([key.to_pem, key.to_der])
        end
        theirs = OpenSSL::PKey.generate_key("ED25519")
        ours = [described_class.from_pem(theirs.public_to_pem), described_class.from_der(theirs.public_to_der)]
        expect(ours).to all(satisfy { |read| read.valid?(theirs.sign(nil, "message"), "message") })
      end
    end

    it "is US-ASCII in PEM and 44 bytes in DER" do
      expect([key.to_pem.encoding, key.to_der.encoding, key.to_der.bytesize])
        .to eq([Encoding::US_ASCII, Encoding::BINARY, 44])
    end

    x25519 = OpenSSL::PKey.generate_key("X25519")

    it_behaves_like "a reader of one kind of key", "an Ed25519 public key in PEM",
                    ForeignKeys::NOT_PEM.merge(signer.to_pem => "an Ed25519 private key",
                                               x25519.public_to_pem => "an X25519 public key",
                                               key.to_openssh => "an OpenSSH Ed25519 public key"),
                    ->(text) { described_class.from_pem(text) }
    it_behaves_like "a reader of one kind of key", "an Ed25519 public key in DER",
                    ForeignKeys::NOT_DER.merge(signer.to_der => "an Ed25519 private key",
                                               x25519.public_to_der => "an X25519 public key"),
                    ->(der) { described_class.from_der(der) }

    it "wants a String" do
      { from_pem: "PEM", from_der: "DER" }.each do |name, argument|
        expect { described_class.public_send(name, key) }
          .to raise_error(TypeError, "#{argument} must be a String, got Oxisalt::VerifyKey")
      end
    end
  end

  describe "as OpenSSH's line" do
    it "has the comment that is given, and no line break" do
      expect(key.to_openssh).to match(%r{\Assh-ed25519 [A-Za-z0-9+/]{68}\z})
      expect(key.to_openssh(nil)).to eq(key.to_openssh)
      expect(key.to_openssh("é @ home")).to eq("#{key.to_openssh} é @ home")
      expect([key.to_openssh, key.to_openssh("é")].map(&:encoding).uniq).to eq([Encoding::UTF_8])
    end

    it "has no comment that would begin another line" do
      ["a\nssh-rsa AAAA", "a\r", "\0"].each do |comment|
        expect { key.to_openssh(comment) }
          .to raise_error(ArgumentError, "comment must not have line breaks or NUL bytes") { |error|
            expect(error).to be_a(Oxisalt::Error)
          }
      end
      expect { key.to_openssh(1) }.to raise_error(TypeError, "comment must be a String, got Integer")
    end

    it "is read whatever its comment" do
      [key.to_openssh, "#{key.to_openssh('me')}\n", key.to_openssh("é").b].each do |line|
        expect(described_class.from_openssh(line)).to eq(key)
      end
    end

    it "is what ssh-keygen reads and writes" do
      skip "ssh-keygen is not installed" unless system("which ssh-keygen > /dev/null 2>&1")

      Dir.mktmpdir do |directory|
        path = File.join(directory, "key")
        Open3.capture2e("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "a comment", "-f", path)
        line = File.read("#{path}.pub")
        expect("#{described_class.from_openssh(line).to_openssh('a comment')}\n").to eq(line)
        File.write("#{path}.pub", key.to_openssh)
        output, status = Open3.capture2e("ssh-keygen", "-l", "-f", "#{path}.pub")
        expect(status).to be_success
        fingerprint = [Digest::SHA256.digest(key.to_openssh.split[1].unpack1("m"))].pack("m0").delete("=")
        expect(output).to include("256 SHA256:#{fingerprint} ")
      end
    end

    it_behaves_like "a reader of one kind of key", "an Ed25519 public key as OpenSSH writes it",
                    { "" => "nothing", "ssh-ed25519" => "a damaged OpenSSH Ed25519 public key",
                      "ssh-rsa AAAA" => "an OpenSSH RSA public key", signer.to_pem => "a private key in PEM",
                      key.to_pem => "a public key in PEM", "#{key.to_openssh}\n#{key.to_openssh}" => "several lines",
                      "no-pty #{key.to_openssh}" => "a line that does not begin with ssh-ed25519",
                      ForeignKeys::RSA.to_pem => "an RSA private key" },
                    ->(line) { described_class.from_openssh(line) }

    it "wants a String" do
      expect { described_class.from_openssh(nil) }.to raise_error(TypeError, "OpenSSH key must be a String, got nil")
    end
  end

  describe "as a JWK" do
    # RFC 8037, appendix A.2.
    let(:published) { { "kty" => "OKP", "crv" => "Ed25519", "x" => "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" } }
    let(:public_key) do
      described_class.new(["d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"].pack("H*"))
    end

    it "is a Hash of the published members" do
      expect(public_key.to_jwk).to eq(published)
    end

    it "is read from a Hash by String or by Symbol, and from JSON" do
      forms = [published, published.transform_keys(&:to_sym), published.merge("use" => "sig", "kid" => "1"),
               JSON.generate(published), JSON.pretty_generate(published).b, published.merge("d" => nil)]
      expect(forms.map { |jwk| described_class.from_jwk(jwk) }.uniq).to eq([public_key])
    end

    it "names what it finds in its place" do
      { {} => "no key type (kty)", published.merge("kty" => "RSA") => "an RSA key",
        published.merge("crv" => "X25519") => "an X25519 public key", published.except("x") => "no public key (x)",
        published.merge("x" => "11") => "a damaged Ed25519 public key",
        published.merge("x" => 1) => "no public key (x)",
        published.merge("d" => "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A") => "an Ed25519 private key",
        published.transform_keys(&:to_sym).merge(d: "") => "an Ed25519 private key",
        published.merge("kty" => :OKP) => "no key type (kty)" }.each do |jwk, description|
        expect { described_class.from_jwk(jwk) }
          .to raise_error(Oxisalt::KeyFormatError, "expected an Ed25519 public key in a JWK, found #{description}")
      end
    end

    it "refuses text that is no JSON object" do
      ["", "no", "[]", "1", "\xFF", "{\"kty\":\"\xFF\"}".b, "{" * 1000, "é".encode("UTF-16LE")].each do |text|
        expect { described_class.from_jwk(text) }.to raise_error(Oxisalt::KeyFormatError)
      end
    end

    it "wants a Hash or a String" do
      [nil, 1, [], :a, key].each do |value|
        expect { described_class.from_jwk(value) }
          .to raise_error(TypeError, "JWK must be a Hash, or JSON in a String, got #{Bytes.kind(value)}")
      end
    end
  end
end
