# frozen_string_literal: true

require "json"

# The published reports as code, which every library with RbNaCl's vocabulary runs with its own constants, and the
# figures that were published for them.
module Reports
  # A document of the published size.
  RECORD = { "id" => 48_151_623, "from" => "alice@example.org", "to" => "bob@example.org", "amount" => "1299.00",
             "currency" => "EUR", "reference" => "invoice 2016-04-18, item 12", "paid" => true }.freeze
  DOCUMENT = JSON.generate(RECORD).freeze
  raise "the published document has 155 bytes" unless DOCUMENT.bytesize == 155

  TITLES = { sign: "generate and sign", verify: "verify", encrypt: "four keys and encrypt",
             decrypt: "box from keys and decrypt" }.freeze

  # Per second.
  PUBLISHED = { rbnacl: { sign: 7715, verify: 5481, encrypt: 3460, decrypt: 12_935 },
                gpgme: { sign: 7.239, verify: 53.012, encrypt: 6.243, decrypt: 6.55 } }.freeze

  NACL = {
    sign: <<~RUBY,
      key = %<library>s::SigningKey.generate
      signature = key.sign(JSON.generate(record))
      [key.verify_key.to_bytes, signature].map { |bytes| Base64.strict_encode64(bytes) }
    RUBY
    verify: <<~RUBY,
      key = %<library>s::VerifyKey.new(Base64.strict_decode64(key64))
      key.verify(Base64.strict_decode64(signature64), document) && JSON.parse(document)
    RUBY
    encrypt: <<~RUBY,
      sender = %<library>s::PrivateKey.generate
      sender_public = sender.public_key
      receiver = %<library>s::PrivateKey.generate
      receiver_public = receiver.public_key
      box = %<library>s::SimpleBox.from_keypair(receiver_public, sender)
      [sender_public, receiver, Base64.strict_encode64(box.encrypt(JSON.generate(record)))]
    RUBY
    decrypt: <<~RUBY
      box = %<library>s::SimpleBox.from_keypair(sender_public, receiver)
      JSON.parse(box.decrypt(Base64.strict_decode64(sealed64)))
    RUBY
  }.transform_values(&:chomp).freeze

  OPENSSL = {
    sign: <<~RUBY,
      key = OpenSSL::PKey.generate_key("ED25519")
      signature = key.sign(nil, JSON.generate(record))
      [key.public_to_der.byteslice(-32, 32), signature].map { |bytes| Base64.strict_encode64(bytes) }
    RUBY
    verify: <<~RUBY
      key = OpenSSL::PKey.read(prefix + Base64.strict_decode64(key64))
      key.verify(nil, Base64.strict_decode64(signature64), document) && JSON.parse(document)
    RUBY
  }.transform_values(&:chomp).freeze

  # The four calls of Bench::OpenPGP's ways.
  OPENPGP = { sign: :clearsign, verify: :verify, encrypt: :encrypt, decrypt: :decrypt }.freeze
end
