# frozen_string_literal: true

require "openssl"
require "stringio"
require_relative "../support/gpg_keys"

RSpec.describe Oxisalt::GPG do
  include GPGKeys

  data_of = { "text" => "grüß dich\n", "empty" => "", "all bytes" => (0..255).to_a.pack("C*") * 7 }.freeze

  data_of.each do |name, data|
    [true, false].each do |armor|
      it "encrypts what gpg decrypts, and the other way round: #{name}, #{armor ? 'armored' : 'binary'}" do
        [[ed], [rsa], [ed, rsa, third]].each do |recipients|
          message = gpg.encrypt(data, recipients:, armor:)
          expect(home.run("--decrypt", input: message)).to eq(data.b)
          options = [*("--armor" if armor), *recipients.flat_map { |key| ["--recipient", key] }]
          expect(gpg.decrypt(home.run(*options, "--encrypt", input: data)).data).to eq(data.b)
        end
      end
    end
  end

  it "encrypts to each of three recipients" do
    message = gpg.encrypt("text", recipients: [ed, rsa, third], armor: false)
    packets = home.run("--list-packets", "--list-only", input: message)
    expect(packets.scan("pubkey enc packet").size).to eq(3)
  end

  it "signs what it encrypts, and tells who signed" do
    message = gpg.encrypt("text", recipients: ed, sign: rsa)
    decrypted = gpg.decrypt(message)
    expect(decrypted.to_s).to eq("text")
    expect(decrypted.signatures).to contain_exactly(have_attributes(primary_fingerprint: rsa, status: :valid))
    expect(home.try("--decrypt", input: message)[1]).to include("Good signature")
    expect(gpg.decrypt(gpg.encrypt("text", recipients: ed, sign: true))).to be_signed
    expect(gpg.decrypt(gpg.encrypt("text", recipients: ed, sign_with: rsa))).to be_signed
    expect(gpg.decrypt(gpg.encrypt("text", recipients: ed))).not_to be_signed
  end

  it "demands a signature by whom it is asked for" do
    signed = gpg.encrypt("text", recipients: ed, sign: rsa)
    expect(gpg.decrypt(signed, verify_with: rsa).to_s).to eq("text")
    expect { gpg.decrypt(signed, verify_with: ed) }.to raise_error(described_class::BadSignature)
    expect { gpg.decrypt(gpg.encrypt("text", recipients: ed), verify_with: rsa) }
      .to raise_error(described_class::NotSigned)
  end

  it "encrypts to a passphrase, as gpg does" do
    message = gpg.encrypt("text", symmetric: "tea for two")
    options = ["--pinentry-mode", "loopback", "--no-symkey-cache", "--passphrase", "tea for two"]
    expect(home.run(*options, "--decrypt", input: message)).to eq("text")
    theirs = home.run(*options, "--symmetric", input: "theirs")
    expect(gpg.decrypt(theirs, passphrase: "tea for two").to_s).to eq("theirs")
    expect(gpg.decrypt(message, passphrase: -> { "tea for two" }).to_s).to eq("text")
    expect { gpg.decrypt(message, passphrase: "tea for one") }.to raise_error(described_class::BadPassphrase, /wrong/)
    expect { gpg.decrypt(message) }.to raise_error(described_class::BadPassphrase, /none was given/)
  end

  it "encrypts to keys and a passphrase at once" do
    message = gpg.encrypt("text", recipients: ed, symmetric: "tea for two")
    other = Oxisalt::GPG.new(home: GPGKeys.other.path)
    expect(other.decrypt(message, passphrase: "tea for two").to_s).to eq("text")
  end

  it "decrypts with a key what a passphrase opens too" do
    message = gpg.encrypt("text", recipients: ed, symmetric: "tea for two")
    if Gem::Version.new(gpg.version) >= Gem::Version.new("2.4")
      pending "GnuPG 2.4 asks for the passphrase first, and gpgme takes the refusal for the end"
    end
    expect(gpg.decrypt(message).to_s).to eq("text")
  end

  # mail-gpg#31, hiera-eyaml-gpg#37: an empty list meant every usable key, or the default one.
  it "refuses recipients that are empty or blank" do
    [[], nil, "", " ", [""], ["ed@example.org", " \t"]].each do |recipients|
      expect { gpg.encrypt("hi", recipients:) }.to raise_error(ArgumentError, /recipients must/) { |error|
        expect(error).to be_a(Oxisalt::Error)
      }
    end
    expect { gpg.encrypt("hi") }.to raise_error(ArgumentError, /recipients must/)
    expect { gpg.encrypt("hi", recipients: [], symmetric: "pass") }.to raise_error(ArgumentError, /recipients must/)
    [[nil], 1, [:ed]].each { |recipients| expect { gpg.encrypt("hi", recipients:) }.to raise_error(TypeError) }
    ["a\0b", "\xFF"].each { |recipients| expect { gpg.encrypt("hi", recipients:) }.to raise_error(ArgumentError) }
  end

  it "refuses a message for others, and names their keys" do
    message = Oxisalt::GPG.new(home: GPGKeys.other.path).encrypt("text", recipients: GPGKeys.key(:other))
    expect { gpg.decrypt(message) }.to raise_error(described_class::KeyNotFound, /none of the secret keys.*\h{16}/)
  end

  it "refuses what is no message" do
    ["", "junk", "\xFF" * 100].each { |data| expect { gpg.decrypt(data) }.to raise_error(described_class::NoData) }
    expect { gpg.decrypt(gpg.export(ed)) }.to raise_error(Oxisalt::CryptoError)
    expect { gpg.decrypt(nil) }.to raise_error(TypeError, /\Adata must be/)
  end

  # Without a modification detection code anyone can change the text (EFAIL).
  it "refuses a message without integrity protection" do
    # A literal data packet: binary, no name, no date.
    message = unprotected([0xCB, 10, "b", 0, 0, "text"].pack("CCACNa4"))
    expect { gpg.decrypt(message, passphrase: "x") }
      .to raise_error(Oxisalt::GPG::DecryptionFailed) { |error|
            expect(error).to be_a(described_class::MissingIntegrity)
          }
  end

  it "refuses two messages in one" do
    message = gpg.encrypt("a", recipients: ed, armor: false) + gpg.encrypt("b", recipients: ed, armor: false)
    expect { gpg.decrypt(message) }.to raise_error(described_class::DecryptionFailed)
    expect { gpg.decrypt(gpg.sign("x")) }.to raise_error(described_class::NoData)
  end

  # A symmetrically encrypted data packet (tag 9) by a passphrase "x": AES-128 in OpenPGP's CFB mode (RFC 4880, 13.9).
  def unprotected(plain)
    # Version 4, AES-128, salted, SHA-256.
    session = "#{[4, 7, 1, 8].pack('C*')}saltsalt"
    key = Digest::SHA256.digest("saltsaltx")[0, 16]
    head = cfb(key, "\0" * 16, "0123456789abcdefef")
    body = head + cfb(key, head[2, 16], plain)
    [0xC3, session.bytesize, session, 0xC9, body.bytesize, body].pack("CCa*CCa*")
  end

  def cfb(key, start, plain)
    cipher = OpenSSL::Cipher.new("aes-128-cfb").encrypt
    cipher.key = key
    cipher.iv = start
    cipher.update(plain)
  end

  describe "tampering" do
    def flip(text, index)
      text.dup.tap { |changed| changed.setbyte(index, changed.getbyte(index) ^ 1) }
    end

    it "is refused in any character of an armored message" do
      message = gpg.encrypt("secret", recipients: ed)
      start = message.index("\n\n") + 2
      sample(message[start...message.index("-----END")], 30).each do |index|
        next if message[start + index] == "\n"

        expect { gpg.decrypt(flip(message, start + index)) }.to raise_error(Oxisalt::CryptoError)
      end
    end

    def sample(text, count)
      (0...text.bytesize).to_a.sample(count, random: Random.new(1))
    end

    it "is refused in any byte of a ciphertext, and gives out nothing" do
      secret = "a secret that must not leak " * 4
      message = gpg.encrypt(secret, recipients: ed, armor: false)
      sample(message, 60).each do |index|
        output = StringIO.new
        changed = flip(message, index)
        # Where a packet's form is left as it is, what is decrypted must be what was encrypted.
        begin
          gpg.decrypt(changed, to: output)
          raise "byte #{index} does not count" unless output.string == secret
        rescue Oxisalt::CryptoError
          expect(output.string).to eq("")
        end
      end
    end

    it "is refused in the encrypted data of a long message" do
      message = gpg.encrypt(Random.new(2).bytes(300_000), recipients: ed, armor: false)
      [message.bytesize - 1, message.bytesize - 30, message.bytesize / 2, message.bytesize - 1000].each do |index|
        output = StringIO.new
        expect { gpg.decrypt(flip(message, index), to: output) }.to raise_error(Oxisalt::CryptoError)
        expect(output.string).to eq("")
      end
      expect { gpg.decrypt(message[0...-1]) }.to raise_error(Oxisalt::CryptoError)
    end

    it "is refused in any byte of clear-signed text" do
      signed = gpg.clearsign("some text\nthat is signed\n", sign_with: ed)
      start = signed.index("\n\n") + 2
      (start...signed.index("-----BEGIN PGP SIGNATURE")).each do |index|
        changed = flip(signed, index)
        expect(gpg.valid?(changed)).to be(false), "byte #{index} does not count" unless signed[index] == "\n"
      end
    end

    it "is refused in any byte of a signature that counts, and in its data" do
      signature = gpg.detach_sign("data", sign_with: ed, armor: false)
      sample(signature, 40).each do |index|
        valid = gpg.valid?("data", signature: flip(signature, index))
        # What helps to find the key and to read the numbers is not covered.
        expect(valid).to be(false), "byte #{index} does not count" unless uncovered?(signature, index)
      end
      4.times { |index| expect(gpg.valid?(flip("data", index), signature:)).to be(false) }
    end

    # Version 4: a header of 2 bytes, 4 of version, type and algorithms, the hashed part after its length, the unhashed
    # one after its length, the start of the hash, and two numbers, each after its length in bits.
    def uncovered?(signature, index)
      start = 8 + number(signature, 6)
      first = start + 4 + number(signature, start)
      second = first + 2 + ((number(signature, first) + 7) / 8)
      [start...(first + 2), second...(second + 2)].any? { |range| range.cover?(index) }
    end

    def number(signature, position)
      signature[position, 2].unpack1("n")
    end

    it "is refused in a signed message, whose text is not handed out" do
      signed = gpg.sign("a text that is signed", sign_with: ed, armor: false)
      sample(signed, 20).each do |index|
        output = StringIO.new
        gpg.verify(flip(signed, index), to: output)
        expect(output.string).to eq("a text that is signed")
      rescue Oxisalt::CryptoError
        expect(output.string).to eq("")
      end
    end
  end
end
