# frozen_string_literal: true

require "oxisalt"

# FIPS 180-4's example; RFC 4231, case 2; RFC 8032, section 7.1, test 1.
Oxisalt::Digest::SHA256.hexdigest("abc") ==
  "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" or abort "digest"
Oxisalt::HMAC.hexdigest("SHA256", "Jefe", "what do ya want for nothing?") ==
  "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843" or abort "HMAC"

signing_key = Oxisalt::SigningKey.new(["9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"].pack("H*"))
signature = signing_key.sign("")
signature.unpack1("H*") ==
  "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155" \
  "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b" or abort "signature"
signing_key.verify_key.valid?(signature, "other") and abort "signature of something else"

box = Oxisalt::SimpleBox.from_secret_key(Oxisalt::Random.random_bytes(32))
ciphertext = box.encrypt("secret")
box.decrypt(ciphertext) == "secret" or abort "box"
begin
  box.decrypt(ciphertext.tap { |bytes| bytes.setbyte(-1, bytes.getbyte(-1) ^ 1) })
  abort "a changed box"
rescue Oxisalt::BadAuthenticatorError
  puts "core works"
end
