# frozen_string_literal: true

require_relative "gnupg"

RSpec.describe Oxisalt::OpenPGP, "when a byte is changed" do
  data = "attack at dawn\n- or later\n"
  keys = { "Ed25519" => { algorithm: :ed25519 }, "RSA" => { algorithm: :rsa2048 }, "P-256" => { algorithm: :p256 },
           "version 6" => { version: 6 } }
         .transform_values { |options| described_class::SecretKey.generate("T <t@example.org>", **options) }

  # Every byte with each of these bits changed.
  def each_change(bytes, masks = [0x01, 0x80, 0x20])
    bytes = bytes.b
    bytes.bytesize.times do |index|
      masks.each do |mask|
        changed = bytes.dup
        changed.setbyte(index, bytes.getbyte(index) ^ mask)
        around = bytes[[index - 9, 0].max, 19].inspect
        yield changed, "byte #{index} of #{bytes.bytesize} ^ #{mask}: #{bytes[index].inspect} in #{around}"
      end
    end
  end

  def refused(place)
    yield
  rescue Oxisalt::CryptoError
    nil
  else
    raise "accepted: #{place}"
  end

  keys.each do |name, key|
    it "refuses the signature: #{name}" do
      [true, false].each do |armor|
        each_change(described_class.detach_sign(data, sign_with: key, armor:)) do |changed, place|
          refused(place) { described_class.verify(data, keys: key, signature: changed) }
        end
      end
    end

    it "refuses the clear-signed text: #{name}" do
      each_change(described_class.clearsign(data, sign_with: key)) do |changed, place|
        refused(place) { described_class.verify(changed, keys: key) }
      end
    end

    # No signature covers the name and the date that a message gives its data, and nobody is told of them.
    it "refuses the signed message: #{name}" do
      signed = described_class.sign(data, sign_with: key, armor: false)
      header = signed.index("b\0\0\0\0\0#{data}".b)
      each_change(signed, [0x01]) do |changed, place|
        next if place[/\d+/].to_i.between?(header, header + 5)

        refused(place) { described_class.verify(changed, keys: key) }
      end
      each_change(described_class.sign(data, sign_with: key), [0x01]) do |changed, place|
        refused(place) { described_class.verify(changed, keys: key) }
      end
    end

    it "refuses the ciphertext: #{name}" do
      masks = name == "RSA" ? [0x01] : [0x01, 0x80]
      [true, false].each do |armor|
        sealed = described_class.encrypt(data, recipients: key, sign_with: key, armor:)
        each_change(sealed, masks) do |changed, place|
          refused(place) { described_class.decrypt(changed, keys: key, verify_with: key) }
        end
      end
    end

    it "refuses every beginning of a message: #{name}" do
      [true, false].each do |armor|
        sealed = described_class.encrypt(data, recipients: key, armor:)
        (0...(sealed.bytesize - 2)).step(3) do |size|
          refused("#{size} bytes") { described_class.decrypt(sealed.byteslice(0, size), keys: key) }
        end
        refused("more") { described_class.decrypt("#{sealed}x", keys: key) }
      end
    end
  end

  it "refuses a message locked by passphrase, and that of GnuPG", if: GnuPG.installed? do
    gpg = GnuPG.shared
    options = ["--pinentry-mode", "loopback", "--passphrase", "pw", "--s2k-count", "1024"]
    [gpg.run(*options, "--symmetric", input: data),
     gpg.run(*options, "--armor", "--symmetric", input: data)].each do |sealed|
      each_change(sealed, [0x01]) do |changed, place|
        refused(place) { described_class.decrypt(changed, passphrase: "pw") }
      end
    end
    key = GnuPG.key(:ed25519)
    sealed = gpg.run("--recipient", "ed25519@example.org", "--encrypt", input: data)
    each_change(sealed) { |changed, place| refused(place) { described_class.decrypt(changed, keys: key) } }
  end

  it "writes nothing of a message that was changed to a stream" do
    key = keys.fetch("Ed25519")
    sealed = described_class.encrypt("x" * 1_000_000, recipients: key, armor: false)
    sealed.setbyte(-1, sealed.getbyte(-1) ^ 1)
    Dir.mktmpdir do |directory|
      path = File.join(directory, "out")
      expect { described_class.decrypt(StringIO.new(sealed), keys: key, to: path) }
        .to raise_error(described_class::DecryptionFailed)
      expect(Dir.children(directory)).to be_empty
      out = StringIO.new
      expect { described_class.decrypt(StringIO.new(sealed), keys: key, to: out) }
        .to raise_error(described_class::DecryptionFailed)
      expect(out.string).to be_empty
    end
  end

  it "refuses a key with any byte changed, or reads the same of it" do
    key = keys.fetch("Ed25519").public_key
    each_change(key.to_bytes, [0x01]) do |changed, place|
      read = described_class::PublicKey.from_bytes(changed)
      sealed = described_class.encrypt("x", recipients: read)
      expect(read.fingerprint).to eq(key.fingerprint), place
      expect(described_class.decrypt(sealed, keys: keys.fetch("Ed25519")).data).to eq("x"), place
    rescue Oxisalt::CryptoError
      next
    end
  end
end
