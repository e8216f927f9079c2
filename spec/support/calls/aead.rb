# frozen_string_literal: true

require_relative "digests"

# Authenticated encryption with additional data.
module Calls
  ciphers = Oxisalt::AEAD.constants.map { |name| Oxisalt::AEAD.const_get(name) }.grep(Class)
  ciphers.each do |kind|
    key = kind.new(SECRET)
    nonce = ("n" * kind.nonce_bytes).freeze
    ciphertext = key.encrypt(nonce, DATA, DATA).freeze
    call("#{kind}.new", wrong: -> { kind.new(DATA) }) { kind.new(SECRET).inspect }
    call("#{kind}.primitive") { kind.primitive }
    call("Oxisalt::AEAD#encrypt", wrong: -> { key.encrypt(DATA, DATA) }) { key.encrypt(nonce, DATA, SECRET) }
    call("Oxisalt::AEAD#decrypt", wrong: -> { key.decrypt(nonce, ciphertext) }) { key.decrypt(nonce, ciphertext, DATA) }
    %i[nonce_bytes key_bytes tag_bytes].each do |fact|
      call("Oxisalt::AEAD.#{fact}") { kind.public_send(fact) }
      call("Oxisalt::AEAD##{fact}") { key.public_send(fact) }
    end
    call("Oxisalt::AEAD#primitive") { key.primitive }
  end
end
