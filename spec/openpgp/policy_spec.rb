# frozen_string_literal: true

require "stringio"
require_relative "gnupg"

RSpec.describe Oxisalt::OpenPGP, "policy" do
  openpgp = Oxisalt::OpenPGP
  day = 86_400
  now = Time.now

  def refusal(error, message = //)
    raise_error(error, message)
  end

  describe "of keys that we make" do
    let(:expired) { openpgp::SecretKey.generate("Old", created_at: now - (10 * day), expires_in: 5 * day) }
    let(:future) { openpgp::SecretKey.generate("New", created_at: now + day) }
    let(:good) { openpgp::SecretKey.generate("Good", created_at: now - (10 * day)) }

    it "refuses a key that has expired, for everything but to decrypt" do
      at = now - (7 * day)
      sealed = openpgp.encrypt("x", recipients: expired, sign_with: expired, at:)
      signed = openpgp.clearsign("x", sign_with: expired, at:)
      expired_at = /#{expired.fingerprint} expired at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/
      expect { openpgp.clearsign("x", sign_with: expired) }.to refusal(openpgp::KeyExpired, expired_at)
      expect { openpgp.encrypt("x", recipients: expired) }.to refusal(openpgp::KeyExpired, expired_at)
      expect { openpgp.verify(signed, keys: expired) }.to refusal(openpgp::KeyExpired, expired_at)
      expect { openpgp.decrypt(sealed, keys: expired, verify_with: expired) }.to refusal(openpgp::KeyExpired)
      expect(openpgp.decrypt(sealed, keys: expired).data).to eq("x")
      expect(openpgp.verify(signed, keys: expired, at:).data).to eq("x")
      expect(expired).to be_expired
    end

    it "refuses a key that is from the future" do
      before = /#{future.fingerprint} is not valid before/
      expect { openpgp.clearsign("x", sign_with: future) }.to refusal(openpgp::KeyNotYetValid, before)
      expect { openpgp.encrypt("x", recipients: future) }.to refusal(openpgp::KeyNotYetValid, before)
      signed = openpgp.clearsign("x", sign_with: future, at: now + (2 * day))
      expect { openpgp.verify(signed, keys: future) }.to refusal(openpgp::SignatureNotYetValid)
      expect(openpgp.verify(signed, keys: future, at: now + (3 * day)).data).to eq("x")
    end

    it "refuses a signature that has expired, or is from the future" do
      signed = openpgp.sign("x", sign_with: good, at: now - (2 * day), expires_in: day)
      expect { openpgp.verify(signed, keys: good) }.to refusal(openpgp::SignatureExpired, /expired at/)
      expect(openpgp.verify(signed, keys: good, at: now - (1.5 * day)).signatures.first.expires_at.to_i)
        .to eq((now - day).to_i)
      signed = openpgp.sign("x", sign_with: good, at: now + day)
      expect { openpgp.verify(signed, keys: good) }.to refusal(openpgp::SignatureNotYetValid, /not valid before/)
      expect(openpgp.valid?(openpgp.sign("x", sign_with: good, at: now + 30), keys: good)).to be(true)
    end

    it "tells with the error what the signatures are" do
      other = openpgp::SecretKey.generate("Other")
      expect { openpgp.verify(openpgp.sign("x", sign_with: good), keys: other) }
        .to raise_error(openpgp::KeyNotFound) { |error|
          expect(error.signatures.map(&:status)).to eq([:unknown_key])
          expect(error.signatures.first.fingerprint).to eq(good.fingerprint)
          expect(error).to be_a(Oxisalt::Error)
        }
    end

    it "refuses all where one signature is bad, even beside a valid one" do
      other = openpgp::SecretKey.generate("Other", created_at: now - (10 * day))
      one = openpgp.detach_sign("x", sign_with: good, armor: false)
      two = openpgp.detach_sign("y", sign_with: other, armor: false)
      expect { openpgp.verify("x", keys: [good, other], signature: one + two) }.to refusal(openpgp::BadSignature)
      expect(openpgp.verify("x", keys: good, signature: one + two).signatures.map(&:status))
        .to eq(%i[valid unknown_key])
    end

    it "demands a signature where one is asked for" do
      sealed = openpgp.encrypt("x", recipients: good)
      expect { openpgp.decrypt(sealed, keys: good, verify_with: good) }.to refusal(openpgp::NotSigned)
      expect { openpgp.decrypt(openpgp.sign("x", sign_with: good), keys: good) }
        .to refusal(openpgp::MalformedData, /not encrypted/)
      expect { openpgp.verify(sealed, keys: good) }.to refusal(openpgp::MalformedData, /is encrypted/)
    end
  end

  describe "of keys and messages that gpg makes", if: GnuPG.installed? do
    let(:gpg) { GnuPG.new }

    after { gpg.close }

    def faked(time)
      ["--faked-system-time", time.utc.strftime("%Y%m%dT%H%M%S")]
    end

    def signed_by_gpg(user_id, options = [])
      gpg.run(*options, "--local-user", user_id, "--clearsign", input: "x")
    end

    it "refuses those that have expired" do
      gpg.generate("old@example.org", expire: "seconds=#{2 * day}", options: faked(now - (10 * day)))
      signed = signed_by_gpg("old@example.org", faked(now - (9 * day)))
      key = gpg.public_key("old@example.org")
      expect { openpgp.verify(signed, keys: key) }.to refusal(openpgp::KeyExpired)
      expect { openpgp.encrypt("x", recipients: key) }.to refusal(openpgp::KeyExpired)
      expect(openpgp.valid?(signed, keys: key, at: now - (9 * day))).to be(true)
    end

    it "refuses those that are from the future" do
      gpg.generate("new@example.org", options: faked(now + (10 * day)))
      signed = signed_by_gpg("new@example.org", faked(now + (11 * day)))
      key = gpg.public_key("new@example.org")
      expect { openpgp.verify(signed, keys: key) }.to refusal(openpgp::SignatureNotYetValid)
      expect { openpgp.encrypt("x", recipients: key) }.to refusal(openpgp::KeyNotYetValid)
    end

    it "refuses those that were revoked" do
      fingerprint = gpg.generate("gone@example.org")
      signed = signed_by_gpg("gone@example.org")
      before = gpg.public_key("gone@example.org")
      secret = gpg.secret_key("gone@example.org")
      certificate = File.read(File.join(gpg.home, "openpgp-revocs.d", "#{fingerprint}.rev")).sub(/^:(?=---)/, "")
      gpg.run("--import", input: certificate)
      key = gpg.public_key("gone@example.org")
      expect([before.revoked?, key.revoked?]).to eq([false, true])
      expect(openpgp.valid?(signed, keys: before)).to be(true)
      expect { openpgp.verify(signed, keys: key) }.to refusal(openpgp::KeyRevoked, /#{fingerprint} was revoked/)
      expect { openpgp.encrypt("x", recipients: key) }.to refusal(openpgp::KeyRevoked)
      expect { openpgp.clearsign("x", sign_with: gpg.secret_key("gone@example.org")) }.to refusal(openpgp::KeyRevoked)
      sealed = openpgp.encrypt("x", recipients: before)
      expect(openpgp.decrypt(sealed, keys: secret).data).to eq("x")
    end

    it "refuses a subkey that was revoked, and takes another" do
      fingerprint = gpg.generate("sub@example.org")
      gpg.run("--pinentry-mode", "loopback", "--passphrase", "", "--quick-add-key", fingerprint, "cv25519", "encrypt")
      Open3.capture3("gpg", "--homedir", gpg.home, "--no-tty", "--yes", "--command-fd", "0",
                     "--pinentry-mode", "loopback", "--passphrase", "", "--edit-key", fingerprint,
                     stdin_data: "key 2\nrevkey\ny\n0\n\ny\nsave\n")
      key = gpg.public_key(fingerprint)
      expect(key.subkey_fingerprints.size).to eq(2)
      sealed = openpgp.encrypt("x", recipients: key)
      packets = gpg.run("--list-packets", input: sealed)
      expect(packets).to include(key.subkey_fingerprints.first[-16..])
    end

    it "refuses weak digests" do
      key = GnuPG.key(:rsa2048)
      %w[SHA1 RIPEMD160 MD5].each do |digest|
        options = ["--digest-algo", digest, "--allow-weak-digest-algos", "--local-user", "rsa2048@example.org"]
        signed, _, status = GnuPG.shared.try(*options, "--sign", input: "x")
        next unless status.success?

        expect { openpgp.verify(signed, keys: key) }.to refusal(openpgp::WeakDigest, /#{digest}/)
      end
      %w[SHA224 SHA256 SHA384 SHA512].each do |digest|
        options = ["--digest-algo", digest, "--local-user", "rsa2048@example.org"]
        signed = GnuPG.shared.run(*options, "--clearsign", input: "x")
        expect(openpgp.verify(signed, keys: key).signatures.first.digest).to eq(digest)
      end
    end

    it "refuses keys whose self-signatures rest on a weak digest" do
      gpg.generate("weak@example.org", :rsa2048, options: ["--cert-digest-algo", "SHA1"])
      expect { gpg.public_key("weak@example.org") }.to refusal(openpgp::WeakDigest, /broken digest/)
    end

    it "refuses messages that nothing protects against changes, before it decrypts any of them" do
      # A session key made of a passphrase (simple S2K, SHA-256, AES-256), and a packet of type 9 (RFC 9580, 5.7).
      sealed = "\xC3\x04\x04\x09\x00\x08\xC9\x28".b + Random.new(1).bytes(40)
      expect { openpgp.decrypt(sealed, passphrase: "x") }.to refusal(openpgp::MissingIntegrity, /nothing protects/)
      expect { openpgp.decrypt(StringIO.new(sealed), passphrase: "x", to: StringIO.new) }
        .to refusal(openpgp::MissingIntegrity, /nothing protects/)
    end

    it "refuses a key for what its flags do not allow" do
      options = ["--pinentry-mode", "loopback", "--passphrase", ""]
      gpg.run(*options, "--quick-generate-key", "flags@example.org", "rsa2048", "cert", "0")
      fingerprint = gpg.fingerprint("flags@example.org")
      certify_only = gpg.secret_key(fingerprint)
      expect { openpgp.clearsign("x", sign_with: certify_only) }.to refusal(openpgp::WrongKeyUsage, /may sign/)
      expect { openpgp.encrypt("x", recipients: certify_only) }.to refusal(openpgp::WrongKeyUsage, /be encrypted to/)
      gpg.run(*options, "--quick-add-key", fingerprint, "rsa2048", "sign")
      gpg.run(*options, "--quick-add-key", fingerprint, "rsa2048", "encrypt")
      key = gpg.secret_key(fingerprint)
      signed = openpgp.clearsign("x", sign_with: key)
      signature = openpgp.verify(signed, keys: key).signatures.first
      expect(signature.fingerprint).to eq(key.subkey_fingerprints[0])
      expect(signature.primary_fingerprint).to eq(fingerprint)
      sealed = openpgp.encrypt("x", recipients: key)
      expect(gpg.run("--list-packets", input: sealed)).to include(key.subkey_fingerprints[1][-16..])
      expect { openpgp.verify(signed, keys: certify_only) }.to refusal(openpgp::KeyNotFound)
    end
  end

  describe "of what a subkey must consent to" do
    it "refuses a signing subkey whose signature in return is wrong", if: GnuPG.installed? do
      gpg = GnuPG.new
      options = ["--pinentry-mode", "loopback", "--passphrase", ""]
      gpg.run(*options, "--quick-generate-key", "cross@example.org", "ed25519", "cert", "0")
      gpg.run(*options, "--quick-add-key", gpg.fingerprint("cross@example.org"), "ed25519", "sign")
      key = gpg.secret_key("cross@example.org")
      signed = openpgp.clearsign("x", sign_with: key)
      expect(openpgp.valid?(signed, keys: key)).to be(true)
      # gpg puts the embedded signature where the binding does not cover it.
      bytes = key.public_key.to_bytes
      place = bytes.index("\x04\x19\x16".b) + 12
      stripped = openpgp::PublicKey.from_bytes(bytes.tap { bytes.setbyte(place, bytes.getbyte(place) ^ 1) })
      expect { openpgp.verify(signed, keys: stripped) }.to refusal(openpgp::InvalidKey, /0x19/)
    ensure
      gpg&.close
    end
  end
end
