# frozen_string_literal: true

require_relative "keys"

# Signatures.
module Calls
  # By whichever library makes and verifies them.
  SIGNATURES = lambda do |library|
    signing = library::SigningKey
    verifying = library::VerifyKey
    signer = signing.new(SECRET)
    verifier = signer.verify_key
    signature = signer.sign(DATA).freeze
    attached = signer.sign_attached(DATA).freeze
    KEYS.call(signer, verifier)
    [signer, verifier].each do |key|
      kind = key.class
      call("#{kind}.signature_bytes") { kind.signature_bytes }
      call("#{kind}#signature_bytes") { key.signature_bytes }
    end
    call("#{signing}#sign", wrong: -> { signer.sign(nil) }) { signer.sign(DATA) }
    call("#{signing}#sign_attached", wrong: -> { signer.sign_attached(1) }) { signer.sign_attached(DATA) }
    call("#{signing}#keypair_bytes") { signer.keypair_bytes }
    # One that has not found its public key yet.
    call("#{signing}#verify_key") { signing.new(SECRET).verify_key == verifier }
    call("#{verifying}#verify", wrong: -> { verifier.verify(signature, SECRET) }) { verifier.verify(signature, DATA) }
    call("#{verifying}#valid?", wrong: -> { verifier.valid?(nil, DATA) }) { verifier.valid?(signature, DATA) }
    call("#{verifying}#verify_attached", wrong: -> { verifier.verify_attached(DATA) }) do
      verifier.verify_attached(attached)
    end
    call("#{verifying}.from_openssh", wrong: -> { verifying.from_openssh(DATA) }) do
      verifying.from_openssh(verifier.to_openssh) == verifier
    end
    call("#{verifying}#to_openssh", wrong: -> { verifier.to_openssh("a\n") }) { verifier.to_openssh("comment") }
  end

  SIGNATURES.call(Oxisalt)
  call("Oxisalt::SigningKey#to_curve25519_private_key") do
    Oxisalt::SigningKey.new(SECRET).to_curve25519_private_key.to_bytes
  end
  VERIFIER = Oxisalt::SigningKey.new(SECRET).verify_key
  call("Oxisalt::VerifyKey#to_curve25519_public_key",
       wrong: -> { Oxisalt::VerifyKey.new("\x01#{"\0" * 31}").to_curve25519_public_key }) do
    VERIFIER.to_curve25519_public_key.to_bytes
  end
end
