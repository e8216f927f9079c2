# frozen_string_literal: true

require_relative "../support/gpg_keys"

begin
  require "gpgme"
rescue LoadError
  return
end

# ruby-gpgme over the same keyring: each opens what the other makes.
RSpec.describe Oxisalt::GPG do
  include GPGKeys

  let(:rival) { GPGME::Crypto.new(armor: true) }

  around do |example|
    # Not by GPGME::Engine.home_dir, which holds for the whole process and cannot be taken back.
    before = ENV.fetch("GNUPGHOME", nil)
    ENV["GNUPGHOME"] = home.path
    example.run
  ensure
    ENV["GNUPGHOME"] = before
  end

  %i[ed25519 rsa2048].each do |kind|
    it "agrees with ruby-gpgme, with a key of kind #{kind}" do
      key = GPGKeys.key(kind)
      seen = []
      signed = gpg.clearsign("grüß\n", sign_with: key)
      rival.verify(signed) { |signature| seen << [signature.fingerprint, signature.valid?] }
      expect(seen).to eq([[key, true]])
      message = gpg.verify(rival.clearsign("grüß\n", signer: key).to_s)
      expect([message.data, message.signatures.first.fingerprint]).to eq(["grüß\n".b, key])

      expect(rival.decrypt(gpg.encrypt("text", recipients: key, sign: key)).to_s).to eq("text")
      theirs = rival.encrypt("text", recipients: key, sign: true, signers: key).to_s
      expect(gpg.decrypt(theirs, verify_with: key).data).to eq("text")
      expect(gpg.keys.map(&:fingerprint)).to match_array(GPGME::Key.find(:public).map(&:fingerprint))
    end
  end
end
