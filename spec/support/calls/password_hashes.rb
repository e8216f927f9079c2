# frozen_string_literal: true

require_relative "digests"

# Hashes of passwords, at the least cost that each may have.
module Calls
  hash = Oxisalt::PasswordHash
  argon2 = hash.argon2_str(DATA, 1, 8192).freeze
  # N = 2, r = 1 and p = 1, which no limits come down to, hashed by OpenSSL.
  scrypt = "$7$//..../....salt$XNIwC89wvLfFcSIb8xodgsBCdtVzwCf/sX2TIXMxIMD"
  { argon2: [16, 1, 8192], argon2id: [16, 1, 8192], argon2i: [16, 3, 8192], scrypt: [32, 1 << 15, 1 << 11] }
    .each do |name, (salt_length, *cost)|
    salt = ("s" * salt_length).freeze
    cost.freeze
    call("#{hash}.#{name}", slow: name == :scrypt, wrong: -> { hash.public_send(name, DATA, DATA, *cost) }) do
      hash.public_send(name, DATA, salt, *cost)
    end
  end
  call("#{hash}.argon2_str", random: true, wrong: -> { hash.argon2_str(DATA, 0) }) { hash.argon2_str(DATA, 1, 8192) }
  call("#{hash}.scrypt_str", random: true, slow: true, wrong: -> { hash.scrypt_str(nil) }) do
    hash.scrypt_str(DATA, 1 << 15, 1 << 11)
  end
  call("#{hash}.valid?", wrong: -> { hash.valid?(SECRET, scrypt) }) { hash.valid?(DATA, argon2) }
  call("#{hash}.verify", wrong: -> { hash.verify(SECRET, argon2) }) { hash.verify(DATA, argon2) }
  call("#{hash}.argon2_valid?", wrong: -> { hash.argon2_valid?(DATA, scrypt) }) { hash.argon2_valid?(DATA, argon2) }
  call("#{hash}.scrypt_valid?", wrong: -> { hash.scrypt_valid?(DATA, argon2) }) { hash.scrypt_valid?(DATA, scrypt) }
  call("#{hash}.needs_rehash?", wrong: -> { hash.needs_rehash?(DATA) }) { hash.needs_rehash?(argon2, 2, 8192) }
end
