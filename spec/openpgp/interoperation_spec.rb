# frozen_string_literal: true

require_relative "gnupg"

RSpec.describe Oxisalt::OpenPGP, if: GnuPG.installed? do
  let(:gpg) { GnuPG.shared }

  messages = { "text" => "Grüße\nund Küsse\n", "binary" => Random.new(1).bytes(3000), "nothing" => "",
               "much" => "all work and no play\n" * 70_000 }

  %i[ed25519 rsa2048 p256 p384 p521].each do |algorithm|
    describe "with GnuPG's #{algorithm}" do
      let!(:key) { GnuPG.key(algorithm) }
      let(:name) { "#{algorithm}@example.org" }

      messages.each do |kind, data|
        bytes = data.b

        it "verifies what gpg signed: #{kind}" do
          [[], ["--armor"]].each do |armor|
            signed = gpg.run(*armor, "--local-user", name, "--sign", input: data)
            expect(described_class.verify(signed, keys: key).data).to eq(bytes)
            signature = gpg.run(*armor, "--local-user", name, "--detach-sign", input: data)
            expect(described_class.verify(data, keys: key, signature:).signatures.size).to eq(1)
          end
          signature = gpg.run("--textmode", "--local-user", name, "--detach-sign", input: data)
          expect(described_class.valid?(data, keys: key, signature:)).to be(true)
        end

        it "decrypts what gpg encrypted: #{kind}" do
          [[], %w[--armor], %w[--sign], %w[--compress-algo none], %w[--compress-algo bzip2]].each do |options|
            sealed = gpg.run(*options, "--local-user", name, "--recipient", name, "--encrypt", input: data)
            signed = options == %w[--sign]
            message = described_class.decrypt(sealed, keys: key, verify_with: (key if signed))
            expect([message.data, message.signed?]).to eq([bytes, signed])
          end
        end

        it "makes what gpg verifies: #{kind}" do
          [true, false].each do |armor|
            signed = described_class.sign(data, sign_with: key, armor:)
            expect(gpg.run("--decrypt", input: signed)).to eq(bytes)
            [true, false].each do |text|
              signature = described_class.detach_sign(data, sign_with: key, armor:, text:)
              gpg.run("--verify", gpg.file(signature), gpg.file(data))
            end
          end
        end

        it "makes what gpg decrypts: #{kind}" do
          [true, false].each do |armor|
            sealed = described_class.encrypt(data, recipients: key.public_key, sign_with: key, armor:)
            output, errors, status = gpg.try("--decrypt", input: sealed)
            expect([output, status.success?]).to eq([bytes, true]), errors
            expect(errors).to include("Good signature")
          end
        end
      end
    end
  end

  describe "with several recipients" do
    let(:names) { %i[ed25519 rsa2048 p256] }
    let!(:keys) { names.map { |name| GnuPG.key(name) } }

    it "lets each of them read" do
      sealed = described_class.encrypt("for three", recipients: keys.map(&:public_key))
      expect(keys.map { |key| described_class.decrypt(sealed, keys: key).data }).to all(eq("for three"))
      names.each do |name|
        only = GnuPG.new
        only.run("--import", input: GnuPG.key(name).to_bytes)
        expect(only.run("--decrypt", input: sealed)).to eq("for three")
      ensure
        only&.close
      end
      recipients = names.flat_map { |name| ["--recipient", "#{name}@example.org"] }
      sealed = gpg.run(*recipients, "--encrypt", input: "from gpg")
      expect(keys.map { |key| described_class.decrypt(sealed, keys: key).data }).to all(eq("from gpg"))
      sealed = gpg.run(*recipients, "--throw-keyids", "--encrypt", input: "to nobody")
      expect(keys.map { |key| described_class.decrypt(sealed, keys: key).data }).to all(eq("to nobody"))
    end

    it "takes several signatures" do
      signed = described_class.sign("by three", sign_with: keys)
      expect(described_class.verify(signed, keys:).signatures.map(&:status)).to eq(%i[valid valid valid])
      expect(gpg.try("--verify", input: signed)[1].scan("Good signature").size).to eq(3)
      cleartext = described_class.clearsign("by three", sign_with: keys)
      expect(gpg.try("--verify", input: cleartext)[1].scan("Good signature").size).to eq(3)
      signers = names.flat_map { |name| ["--local-user", "#{name}@example.org"] }
      [gpg.run(*signers, "--clearsign", input: "by three"),
       gpg.run(*signers, "--sign", input: "by three")].each do |from|
        expect(described_class.verify(from, keys:).signatures.map(&:status)).to eq(%i[valid valid valid])
      end
    end
  end

  describe "with a passphrase" do
    before { GnuPG.key(:ed25519) }

    it "goes both ways" do
      sealed = described_class.encrypt("secret", passphrase: "pässword")
      options = ["--pinentry-mode", "loopback", "--passphrase", "pässword"]
      expect(gpg.run(*options, "--decrypt", input: sealed)).to eq("secret")
      sealed = gpg.run(*options, "--symmetric", input: "secret")
      expect(described_class.decrypt(sealed, passphrase: "pässword").data).to eq("secret")
      expect { described_class.decrypt(sealed, passphrase: "password") }
        .to raise_error(described_class::BadPassphrase)
      expect { described_class.decrypt(sealed, keys: GnuPG.key(:ed25519)) }
        .to raise_error(described_class::BadPassphrase, /no passphrase was given/)
      both = gpg.run(*options, "--recipient", "ed25519@example.org", "--symmetric", "--encrypt", input: "both")
      expect(described_class.decrypt(both, passphrase: "pässword").data).to eq("both")
      expect(described_class.decrypt(both, keys: GnuPG.key(:ed25519)).data).to eq("both")
    end

    it "reads keys that gpg locked, and writes keys that gpg unlocks" do
      gpg.generate("Lou <lou@example.org>", passphrase: "long phrase")
      key = gpg.secret_key("lou@example.org", passphrase: "long phrase")
      expect(key).to be_locked
      other = GnuPG.new
      options = ["--pinentry-mode", "loopback", "--passphrase"]
      other.run(*options, "another", "--import", input: key.to_armor(passphrase: "another"))
      signed = other.run(*options, "another", "--clearsign", input: "signed")
      expect(described_class.verify(signed, keys: key).data).to eq("signed")
      again = Oxisalt::OpenPGP::SecretKey.from_armor(key.to_armor(passphrase: nil))
      expect(again).not_to be_locked
    ensure
      other&.close
    end
  end

  describe "keys that we make" do
    %i[ed25519 rsa2048 p256 p384 p521].each do |algorithm|
      it "are imported by gpg, which reads the same of them: #{algorithm}" do
        key = described_class::SecretKey.generate("Zoë <#{algorithm}@example.net>", algorithm:,
                                                                                    expires_in: 86_400)
        gpg.run("--import", input: key.to_armor)
        listed = gpg.run("--with-colons", "--list-keys", key.fingerprint)
        expect(listed[/^fpr:+(\w+):/, 1]).to eq(key.fingerprint)
        expect(listed[/^uid:.*:(Zo.*?):/, 1].force_encoding("UTF-8")).to eq(key.user_id)
        expect(listed[/^pub:(?:[^:]*:){5}(\d+):/, 1].to_i).to eq(key.expires_at.to_i)
        expect(listed[/^pub:(?:[^:]*:){10}(\w+):/, 1]).to eq("scESC")
        message = "both ways"
        expect(gpg.run("--decrypt", input: key.public_key.then do |to|
                                             described_class.encrypt(message, recipients: to)
                                           end))
          .to eq(message)
        signed = gpg.run("--local-user", key.fingerprint, "--clearsign", input: message)
        expect(described_class.verify(signed, keys: key).data).to eq(message)
        again = described_class::PublicKey.from_bytes(gpg.run("--export", key.fingerprint))
        expect([again.fingerprint, again.user_ids, again.expires_at])
          .to eq([key.fingerprint, key.user_ids, key.expires_at])
      end
    end
  end
end
