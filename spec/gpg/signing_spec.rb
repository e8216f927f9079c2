# frozen_string_literal: true

require "stringio"
require_relative "../support/gpg_keys"

RSpec.describe Oxisalt::GPG do
  include GPGKeys

  # Text as RFC 9580, section 7.2, sees it: the line ends and the spaces before them are not part of what is signed.
  texts = {
    "plain" => "text\n", "UTF-8" => "grüß dich, 世界\n", "empty" => "", "no line end" => "text", "CRLF" => "a\r\nb\r\n",
    "dashed" => "- dash\n-----BEGIN PGP SIGNATURE-----\n--\nFrom me\n", "trailing spaces" => "a  \nb\t\n",
    "blank lines" => "\n\n\n", "long" => "line\n" * 50_000
  }.freeze

  data_of = { "empty" => "", "all bytes" => (0..255).to_a.pack("C*") * 7, "UTF-8" => "grüß", "CRLF" => "a\r\n" }.freeze

  %i[ed25519 rsa2048].each do |kind|
    context "with a key of kind #{kind}" do
      let(:key) { GPGKeys.key(kind) }

      texts.each do |name, text|
        it "clear-signs text that gpg verifies: #{name}" do
          signed = gpg.clearsign(text, sign_with: key)
          expect(signed).to start_with("-----BEGIN PGP SIGNED MESSAGE-----\n")
          expect(home.run("--verify", input: signed)).to eq("")
          message = gpg.verify(signed)
          expect(message.signatures.map(&:primary_fingerprint)).to eq([key])
          expect(message.data).to eq(home.run("--decrypt", input: signed))
        end

        it "verifies text that gpg clear-signs: #{name}" do
          signed = home.run("--local-user", key, "--clearsign", input: text)
          expect(gpg.verify(signed, keys: key).signatures).to all(be_valid)
        end
      end

      data_of.each do |name, data|
        [true, false].each do |armor|
          it "signs data that gpg opens, and opens what gpg signs: #{name}, #{armor ? 'armored' : 'binary'}" do
            expect(home.run("--decrypt", input: gpg.sign(data, sign_with: key, armor:))).to eq(data.b)
            signed = home.run(*("--armor" if armor), "--local-user", key, "--sign", input: data)
            expect(gpg.verify(signed).data).to eq(data.b)
          end

          it "signs data apart, and verifies what gpg signs: #{name}, #{armor ? 'armored' : 'binary'}" do
            signature = gpg.detach_sign(data, sign_with: key, armor:)
            expect(gpg_verifies?(signature, data)).to be(true)
            signature = home.run(*("--armor" if armor), "--local-user", key, "--detach-sign", input: data)
            expect(gpg.verify(data, signature:).signatures.map(&:status)).to eq([:valid])
          end
        end
      end
    end
  end

  def gpg_verifies?(signature, data)
    Dir.mktmpdir do |directory|
      path = File.join(directory, "signature")
      File.binwrite(path, signature)
      home.try("--verify", path, "-", input: data).last.success?
    end
  end

  it "makes a text signature that line ends do not break" do
    signature = gpg.detach_sign("a\nb\n", text: true)
    expect(gpg.valid?("a\r\nb\r\n", signature:)).to be(true)
    expect(gpg.valid?("a\r\nc\r\n", signature:)).to be(false)
  end

  it "keeps the text's encoding in clear-signed text, and gives armored output as US-ASCII" do
    expect(gpg.clearsign("grüß\n")).to include("grüß").and have_attributes(encoding: Encoding::UTF_8)
    expect(gpg.clearsign("\xFF\n".b).encoding).to eq(Encoding::BINARY)
    expect(gpg.sign("x").encoding).to eq(Encoding::US_ASCII)
    expect(gpg.sign("x", armor: false).encoding).to eq(Encoding::BINARY)
  end

  it "signs with several keys" do
    message = gpg.verify(gpg.clearsign("text\n", sign_with: [ed, rsa]))
    expect(message.signatures.map(&:primary_fingerprint)).to contain_exactly(ed, rsa)
    expect(message).to be_signed
  end

  it "tells all about a signature" do
    signature = gpg.verify(gpg.clearsign("text\n", sign_with: "ed@example.org")).signatures.first
    expect(signature).to have_attributes(
      fingerprint: ed, primary_fingerprint: ed, key_id: ed[-16..], status: :valid, valid?: true, key_expired?: false,
      key_revoked?: false, user_id: "Ed Example <ed@example.org>", expires_at: nil, algorithm: "EdDSA",
      validity: :full, summary: start_with("good signature by #{ed} (Ed Example <ed@example.org>) at ")
    )
    expect(signature.time).to be_within(60).of(Time.now)
    expect(signature.digest).to match(/\ASHA(256|512)\z/)
    expect(signature).to be_frozen
  end

  it "knows a signature by an unknown key, and says which" do
    signed = Oxisalt::GPG.new(home: GPGKeys.other.path).clearsign("text\n")
    expect { gpg.verify(signed) }.to raise_error(described_class::KeyNotFound, /#{GPGKeys.key(:other)}/) { |error|
      expect(error.signatures.map(&:status)).to eq([:unknown_key])
      expect(error).to be_a(Oxisalt::Error)
    }
    expect(gpg.valid?(signed)).to be(false)
  end

  it "knows a signature that has expired, and one with a weak hash" do
    signed = home.run("--default-sig-expire", "seconds=1", "--clearsign", input: "text\n")
    sleep 2
    expect { gpg.verify(signed) }.to raise_error(described_class::SignatureExpired) { |error|
      expect(error.signatures.first).to have_attributes(status: :expired, expires_at: be < Time.now)
    }
    signed = home.run("--digest-algo", "MD5", "--allow-weak-digest-algos", "--clearsign", input: "text\n")
    expect { gpg.verify(signed) }.to raise_error(described_class::WeakDigest)
  end

  it "gives out no more than what is signed" do
    signed = "before\n#{gpg.clearsign("text\n")}after\n"
    expect(gpg.verify(signed).data).to eq("text\n")
    expect(gpg.verify(gpg.sign("a", armor: false) + gpg.sign("b", armor: false)).data).to eq("a")
    expect { gpg.verify(gpg.clearsign("a") + gpg.clearsign("b")) }.to raise_error(described_class::MalformedData)
    expect { gpg.verify(home.run("--store", input: "plain")) }.to raise_error(described_class::NotSigned)
    # GnuPG 2.4 says no more of an encrypted message than that it was not expected.
    newer = Gem::Version.new(gpg.version) >= Gem::Version.new("2.4")
    expect { gpg.verify(gpg.encrypt("text", recipients: ed)) }
      .to raise_error(newer ? described_class::MalformedData : described_class::NotSigned)
  end

  it "demands a signature by the key that is asked for" do
    signed = gpg.clearsign("text\n", sign_with: ed)
    expect(gpg.valid?(signed, keys: [rsa, ed])).to be(true)
    expect(gpg.valid?(signed, keys: "ed@example.org")).to be(true)
    expect { gpg.verify(signed, keys: rsa) }.to raise_error(described_class::BadSignature, /asked for/)
    expect { gpg.verify(signed, keys: "nobody@example.org") }.to raise_error(described_class::KeyNotFound, /nobody@/)
  end

  it "refuses what is not signed, and what is no message" do
    expect { gpg.verify("plain text") }.to raise_error(described_class::NoData)
    expect { gpg.verify("") }.to raise_error(described_class::NoData)
    expect { gpg.verify(gpg.export(ed)) }.to raise_error(Oxisalt::CryptoError)
    expect { gpg.verify("data", signature: "") }.to raise_error(described_class::NoData)
    expect { gpg.verify("data", signature: "junk") }.to raise_error(described_class::NoData)
    expect([nil, "", "junk", "\xFF" * 100].map { |data| gpg.valid?(data) }).to all(be(false))
  end

  it "takes Strings, IOs and paths, and names an argument of another class" do
    Dir.mktmpdir do |directory|
      path = Pathname(directory) / "data"
      path.binwrite("data")
      signature = gpg.detach_sign(path)
      expect(gpg.verify(StringIO.new("data"), signature: StringIO.new(signature))).to be_signed
      path.open("rb") { |file| expect(gpg.verify(file, signature:)).to be_signed }
    end
    [nil, 1, :text, []].each do |data|
      expect { gpg.clearsign(data) }.to raise_error(TypeError, /\Adata must be a String, a Pathname or an IO, got/)
      expect { gpg.verify("x", signature: data || 1) }.to raise_error(TypeError, /\Asignature must be/)
    end
  end

  it "leaves the caller's Strings alone" do
    text = "grüß  \n"
    gpg.verify(gpg.clearsign(text.freeze).freeze)
    expect([text, text.encoding]).to eq(["grüß  \n", Encoding::UTF_8])
  end
end
