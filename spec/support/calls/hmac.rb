# frozen_string_literal: true

require_relative "digests"

# HMAC, each algorithm's class too.
module Calls
  call("Oxisalt::HMAC.names") { Oxisalt::HMAC.names }
  %i[digest hexdigest base64digest].each do |form|
    call("Oxisalt::HMAC.#{form}", wrong: -> { Oxisalt::HMAC.public_send(form, "SHA256", nil, DATA) }) do
      Oxisalt::HMAC.public_send(form, "SHA256", SECRET, DATA)
    end
    call("Oxisalt::HMAC##{form}") { (Oxisalt::HMAC.new(SECRET, "SHA256") << DATA).public_send(form) }
    call("Oxisalt::HMAC::Key##{form}", wrong: -> { HMAC_KEY.public_send(form, nil) }) do
      HMAC_KEY.public_send(form, DATA)
    end
  end
  HMAC_KEY = Oxisalt::HMAC::Key.new("SHA256", SECRET)
  TAG = HMAC_KEY.digest(DATA).freeze

  call("Oxisalt::HMAC#initialize", wrong: -> { Oxisalt::HMAC.new(nil, "SHA256") }) do
    Oxisalt::HMAC.new(SECRET, "SHA256").dup.hexdigest
  end
  %i[<< update].each do |update|
    call("Oxisalt::HMAC##{update}", wrong: -> { Oxisalt::HMAC.new(SECRET, "MD5").public_send(update, nil) }) do
      Oxisalt::HMAC.new(SECRET, "MD5").public_send(update, DATA).hexdigest
    end
  end
  call("Oxisalt::HMAC#reset", wrong: -> { Oxisalt::HMAC.new(SECRET, "MD5").freeze.reset }) do
    Oxisalt::HMAC.new(SECRET, "SHA3-256").update(DATA).reset.hexdigest
  end
  %i[name inspect to_s].each do |fact|
    call("Oxisalt::HMAC##{fact}") { Oxisalt::HMAC.new(SECRET, "SHA256").public_send(fact) }
  end
  call("Oxisalt::HMAC#==", wrong: -> { Oxisalt::HMAC.new(SECRET, "MD5") == 1 }) do
    Oxisalt::HMAC.new(SECRET, "SHA1") == Oxisalt::HMAC::SHA1.new(SECRET)
  end
  call("Oxisalt::HMAC#valid?", wrong: -> { Oxisalt::HMAC.new(SECRET, "SHA256").valid?(nil) }) do
    Oxisalt::HMAC.new(SECRET, "SHA256").update(DATA).valid?(TAG)
  end
  call("Oxisalt::HMAC#verify", wrong: -> { Oxisalt::HMAC.new(SECRET, "SHA256").verify(TAG) }) do
    Oxisalt::HMAC.new(SECRET, "SHA256").update(DATA).verify(TAG)
  end
  call("Oxisalt::HMAC.valid?", wrong: -> { Oxisalt::HMAC.valid?("SHA256", SECRET, DATA, DATA) }) do
    Oxisalt::HMAC.valid?("SHA256", SECRET, DATA, TAG)
  end
  call("Oxisalt::HMAC.verify", wrong: -> { Oxisalt::HMAC.verify("SHA256", SECRET, DATA, DATA) }) do
    Oxisalt::HMAC.verify("SHA256", SECRET, DATA, TAG)
  end
  call("Oxisalt::HMAC::Key.new", wrong: -> { Oxisalt::HMAC::Key.new("SHA256", nil) }) do
    Oxisalt::HMAC::Key.new("SHA512", SECRET).digest(DATA)
  end
  call("Oxisalt::HMAC::Key#valid?", wrong: -> { HMAC_KEY.valid?(nil, DATA) }) { HMAC_KEY.valid?(TAG, DATA) }
  call("Oxisalt::HMAC::Key#verify", wrong: -> { HMAC_KEY.verify(DATA, DATA) }) { HMAC_KEY.verify(TAG, DATA) }
  call("Oxisalt::HMAC::Key#==", wrong: -> { HMAC_KEY == DATA }) do
    HMAC_KEY == Oxisalt::HMAC::Key.new("SHA256", SECRET)
  end
  %i[name inspect].each { |fact| call("Oxisalt::HMAC::Key##{fact}") { HMAC_KEY.public_send(fact) } }

  Oxisalt::HMAC.names.each do |name|
    hmac = Oxisalt::HMAC.const_get(name.tr("-", "_"))
    tag = hmac.digest(SECRET, DATA).freeze
    call("#{hmac}#initialize", wrong: -> { hmac.new(nil) }) { hmac.new(SECRET).dup.update(DATA).hexdigest }
    %i[digest hexdigest base64digest].each do |form|
      call("#{hmac}.#{form}", wrong: -> { hmac.public_send(form, nil, DATA) }) { hmac.public_send(form, SECRET, DATA) }
    end
    call("#{hmac}.valid?", wrong: -> { hmac.valid?(SECRET, DATA, nil) }) { hmac.valid?(SECRET, DATA, tag) }
    call("#{hmac}.verify", wrong: -> { hmac.verify(SECRET, DATA, DATA) }) { hmac.verify(SECRET, DATA, tag) }
  end
end
