# frozen_string_literal: true

module Oxisalt
  # The long names of RbNaCl, for code that spells them out.
  module Boxes
    # {Box}, with the keys below it.
    Curve25519XSalsa20Poly1305 = Box

    # {SealedBox}.
    Sealed = SealedBox
  end

  # As {Boxes}.
  module SecretBoxes
    # {SecretBox}.
    XSalsa20Poly1305 = SecretBox
  end

  class Box
    # {Oxisalt::PublicKey}.
    PublicKey = Oxisalt::PublicKey

    # {Oxisalt::PrivateKey}.
    PrivateKey = Oxisalt::PrivateKey
  end
end
