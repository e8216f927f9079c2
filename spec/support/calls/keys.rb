# frozen_string_literal: true

require_relative "hmac"

# Keys, signatures and randomness.
module Calls
  SIGNER = Oxisalt::SigningKey.new(SECRET)
  VERIFIER = SIGNER.verify_key
  SIGNATURE = SIGNER.sign(DATA).freeze
  ATTACHED = SIGNER.sign_attached(DATA).freeze
  PRIVATE = Oxisalt::PrivateKey.new(SECRET)
  PUBLIC = PRIVATE.public_key
  LOW_ORDER = Oxisalt::PublicKey.new("\0" * 32)

  # Both halves of both kinds.
  [SIGNER, VERIFIER, PRIVATE, PUBLIC].each do |key|
    kind = key.class
    pem = key.to_pem.freeze
    der = key.to_der.freeze
    bytes = key.to_bytes.freeze
    call("#{kind}.from_pem", wrong: -> { kind.from_pem(DATA) }) { kind.from_pem(pem) == key }
    call("#{kind}.from_der", wrong: -> { kind.from_der(nil) }) { kind.from_der(der) == key }
    call("#{kind}.new", wrong: -> { kind.new(DATA) }) { kind.new(bytes) == key }
    call("#{kind}#to_pem") { key.to_pem }
    call("#{kind}#to_der") { key.to_der }
    call("#{kind}#to_bytes") { key.to_bytes }
    call("#{kind}#primitive") { key.primitive }
    call("#{kind}.primitive") { kind.primitive }
    call("#{kind}#==", wrong: -> { key == bytes }) { key == kind.new(bytes) }
  end
  [VERIFIER, PUBLIC].each do |key|
    kind = key.class
    jwk = key.to_jwk.each_value(&:freeze).freeze
    call("#{kind}.from_jwk", wrong: -> { kind.from_jwk({ "kty" => "RSA" }) }) { kind.from_jwk(jwk) == key }
    %i[to_jwk to_s inspect].each { |form| call("#{kind}##{form}") { key.public_send(form) } }
    call("#{kind}#hash") { key.hash == kind.new(key.to_bytes).hash }
    call("#{kind}#eql?", wrong: -> { key.eql?(1) }) { key.eql?(kind.new(key.to_bytes)) }
  end
  [SIGNER, VERIFIER].each do |key|
    kind = key.class
    call("#{kind}.signature_bytes") { kind.signature_bytes }
    call("#{kind}#signature_bytes") { key.signature_bytes }
  end

  [Oxisalt::SigningKey, Oxisalt::PrivateKey].each do |kind|
    call("#{kind}.generate", random: true) { kind.generate.to_bytes }
  end
  call("Oxisalt::SigningKey#sign", wrong: -> { SIGNER.sign(nil) }) { SIGNER.sign(DATA) }
  call("Oxisalt::SigningKey#sign_attached", wrong: -> { SIGNER.sign_attached(1) }) { SIGNER.sign_attached(DATA) }
  call("Oxisalt::SigningKey#keypair_bytes") { SIGNER.keypair_bytes }
  # One that has not found its public key yet.
  call("Oxisalt::SigningKey#verify_key") { Oxisalt::SigningKey.new(SECRET).verify_key == VERIFIER }
  call("Oxisalt::PrivateKey#public_key") { Oxisalt::PrivateKey.new(SECRET).public_key == PUBLIC }
  call("Oxisalt::SigningKey#to_curve25519_private_key") { SIGNER.to_curve25519_private_key.to_bytes }
  call("Oxisalt::VerifyKey#to_curve25519_public_key",
       wrong: -> { Oxisalt::VerifyKey.new("\x01#{"\0" * 31}").to_curve25519_public_key }) do
    VERIFIER.to_curve25519_public_key.to_bytes
  end
  call("Oxisalt::VerifyKey#verify", wrong: -> { VERIFIER.verify(SIGNATURE, SECRET) }) do
    VERIFIER.verify(SIGNATURE, DATA)
  end
  call("Oxisalt::VerifyKey#valid?", wrong: -> { VERIFIER.valid?(nil, DATA) }) { VERIFIER.valid?(SIGNATURE, DATA) }
  call("Oxisalt::VerifyKey#verify_attached", wrong: -> { VERIFIER.verify_attached(DATA) }) do
    VERIFIER.verify_attached(ATTACHED)
  end
  call("Oxisalt::VerifyKey.from_openssh", wrong: -> { Oxisalt::VerifyKey.from_openssh(DATA) }) do
    Oxisalt::VerifyKey.from_openssh(VERIFIER.to_openssh) == VERIFIER
  end
  call("Oxisalt::VerifyKey#to_openssh", wrong: -> { VERIFIER.to_openssh("a\n") }) { VERIFIER.to_openssh("comment") }

  call("Oxisalt::Random.random_bytes", random: true, wrong: -> { Oxisalt::Random.random_bytes(-1) }) do
    Oxisalt::Random.random_bytes(32)
  end

  # What every key that is secret has, and every one that never changes.
  call("Oxisalt::Immutable#dup") { SIGNER.dup.equal?(SIGNER) }
  call("Oxisalt::Immutable#clone", wrong: -> { PRIVATE.clone(freeze: false) }) { PRIVATE.clone.equal?(PRIVATE) }
  call("Oxisalt::Secret#inspect") { HMAC_KEY.inspect + PRIVATE.inspect }
  %i[marshal_dump to_json as_json].each do |leak|
    call("Oxisalt::Secret##{leak}", wrong: -> { PRIVATE.public_send(leak) }) { SIGNER.respond_to?(leak) }
  end
end
