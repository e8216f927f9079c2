# frozen_string_literal: true

module Oxisalt
  # The long names of RbNaCl, for code that spells them out.
  module Signatures
    # {Oxisalt::SigningKey} and {Oxisalt::VerifyKey}, and the lengths of what they work with in bytes.
    module Ed25519
      # {Oxisalt::SigningKey}.
      SigningKey = Oxisalt::SigningKey

      # {Oxisalt::VerifyKey}.
      VerifyKey = Oxisalt::VerifyKey

      # Of a seed, which is what {SigningKey#to_bytes} gives.
      SEEDBYTES = 32

      # Of what {SigningKey#keypair_bytes} gives.
      SIGNINGKEYBYTES = 64

      # Of a public key.
      VERIFYKEYBYTES = 32

      # Of a signature.
      SIGNATUREBYTES = 64
    end
  end
end
