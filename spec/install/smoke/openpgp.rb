# frozen_string_literal: true

require "oxisalt/openpgp"

alice = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>")
message = Oxisalt::OpenPGP.encrypt("secret", recipients: alice.public_key, sign_with: alice)
Oxisalt::OpenPGP.decrypt(message, keys: alice).data == "secret" or abort "encryption"
signed = Oxisalt::OpenPGP.clearsign("text", sign_with: alice)
Oxisalt::OpenPGP.verify(signed, keys: alice.public_key).data == "text" or abort "signature"
puts "openpgp works"
