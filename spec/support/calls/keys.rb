# frozen_string_literal: true

require_relative "digests"

# Keys and their forms, and keys of Curve25519.
module Calls
  # A pair of keys, whichever it is.
  KEYS = lambda do |secret, public|
    [secret, public].each do |key|
      kind = key.class
      pem = key.to_pem.freeze
      der = key.to_der.freeze
      bytes = key.to_bytes.freeze
      call("#{kind}.from_pem", wrong: -> { kind.from_pem(DATA) }) { kind.from_pem(pem) == key }
      call("#{kind}.from_der", wrong: -> { kind.from_der(nil) }) { kind.from_der(der) == key }
      call("#{kind}.new", wrong: -> { kind.new(DATA) }) { kind.new(bytes) == key }
      %i[to_pem to_der to_bytes primitive].each { |form| call("#{kind}##{form}") { key.public_send(form) } }
      call("#{kind}.primitive") { kind.primitive }
      call("#{kind}#==", wrong: -> { key == bytes }) { key == kind.new(bytes) }
    end
    secret_kind = secret.class
    call("#{secret_kind}.generate", random: true) { secret_kind.generate.to_bytes }
    kind = public.class
    jwk = public.to_jwk.each_value(&:freeze).freeze
    call("#{kind}.from_jwk", wrong: -> { kind.from_jwk({ "kty" => "RSA" }) }) { kind.from_jwk(jwk) == public }
    %i[to_jwk to_s inspect].each { |form| call("#{kind}##{form}") { public.public_send(form) } }
    call("#{kind}#hash") { public.hash == kind.new(public.to_bytes).hash }
    call("#{kind}#eql?", wrong: -> { public.eql?(1) }) { public.eql?(kind.new(public.to_bytes)) }
  end

  PRIVATE = Oxisalt::PrivateKey.new(SECRET)
  PUBLIC = PRIVATE.public_key
  LOW_ORDER = Oxisalt::PublicKey.new("\0" * 32)

  KEYS.call(PRIVATE, PUBLIC)
  call("Oxisalt::PrivateKey#public_key") { Oxisalt::PrivateKey.new(SECRET).public_key == PUBLIC }

  # What every key that is secret has, and every one that never changes.
  call("Oxisalt::Immutable#dup") { PRIVATE.dup.equal?(PRIVATE) }
  call("Oxisalt::Immutable#clone", wrong: -> { PRIVATE.clone(freeze: false) }) { PRIVATE.clone.equal?(PRIVATE) }
  call("Oxisalt::Secret#inspect") { PRIVATE.inspect }
  %i[marshal_dump to_json as_json].each do |leak|
    call("Oxisalt::Secret##{leak}", wrong: -> { PRIVATE.public_send(leak) }) { PRIVATE.respond_to?(leak) }
  end
end
