# frozen_string_literal: true

require "openssl"

# Keys for what is opened, and for the calls with keys at hand: the same in every run, in the form of each library.
module Keys
  RANDOM = Random.new(155)
  SEED, SENDER, RECEIVER, SECRET = Array.new(4) { RANDOM.bytes(32).freeze }
  NONCE = RANDOM.bytes(24).freeze

  # What stands before the bytes of a key in PKCS #8 and in SubjectPublicKeyInfo (RFC 8410).
  PRIVATE = { ed25519: "302e020100300506032b657004220420", x25519: "302e020100300506032b656e04220420" }.freeze
  PUBLIC_ED25519 = ["302a300506032b6570032100"].pack("H*").freeze

  module_function

  def openssl_private(kind, bytes)
    OpenSSL::PKey.read([PRIVATE.fetch(kind)].pack("H*") + bytes)
  end

  def openssl_public(bytes)
    OpenSSL::PKey.read(PUBLIC_ED25519 + bytes)
  end

  def public_bytes(kind, bytes)
    openssl_private(kind, bytes).public_to_der.byteslice(-32, 32)
  end

  def signature(text)
    openssl_private(:ed25519, SEED).sign(nil, text)
  end

  # What a box of this library is made from: the other's public key and one's own private key, for the sender unless
  # it says otherwise.
  def of_box(library, other: RECEIVER, own: SENDER)
    [library::PublicKey.new(public_bytes(:x25519, other)), library::PrivateKey.new(own)]
  end

  def simple_box(library)
    library::SimpleBox.from_keypair(*of_box(library))
  end
end
