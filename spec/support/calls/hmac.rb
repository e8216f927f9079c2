# frozen_string_literal: true

require_relative "digests"

# HMAC, each algorithm's class too.
module Calls
  # By whichever library computes it.
  HMACS = lambda do |library|
    hmac = library::HMAC
    key = hmac::Key.new("SHA256", SECRET)
    tag = key.digest(DATA).freeze
    call("#{hmac}.names") { hmac.names }
    %i[digest hexdigest base64digest].each do |form|
      call("#{hmac}.#{form}", wrong: -> { hmac.public_send(form, "SHA256", nil, DATA) }) do
        hmac.public_send(form, "SHA256", SECRET, DATA)
      end
      call("#{hmac}##{form}") { (hmac.new(SECRET, "SHA256") << DATA).public_send(form) }
      call("#{hmac}::Key##{form}", wrong: -> { key.public_send(form, nil) }) { key.public_send(form, DATA) }
    end

    call("#{hmac}#initialize", wrong: -> { hmac.new(nil, "SHA256") }) { hmac.new(SECRET, "SHA256").dup.hexdigest }
    %i[<< update].each do |update|
      call("#{hmac}##{update}", wrong: -> { hmac.new(SECRET, "MD5").public_send(update, nil) }) do
        hmac.new(SECRET, "MD5").public_send(update, DATA).hexdigest
      end
    end
    call("#{hmac}#reset", wrong: -> { hmac.new(SECRET, "MD5").freeze.reset }) do
      hmac.new(SECRET, "SHA3-256").update(DATA).reset.hexdigest
    end
    %i[name inspect to_s].each { |fact| call("#{hmac}##{fact}") { hmac.new(SECRET, "SHA256").public_send(fact) } }
    call("#{hmac}#==", wrong: -> { hmac.new(SECRET, "MD5") == 1 }) do
      hmac.new(SECRET, "SHA1") == hmac::SHA1.new(SECRET)
    end
    call("#{hmac}#valid?", wrong: -> { hmac.new(SECRET, "SHA256").valid?(nil) }) do
      hmac.new(SECRET, "SHA256").update(DATA).valid?(tag)
    end
    call("#{hmac}#verify", wrong: -> { hmac.new(SECRET, "SHA256").verify(tag) }) do
      hmac.new(SECRET, "SHA256").update(DATA).verify(tag)
    end
    call("#{hmac}.valid?", wrong: -> { hmac.valid?("SHA256", SECRET, DATA, DATA) }) do
      hmac.valid?("SHA256", SECRET, DATA, tag)
    end
    call("#{hmac}.verify", wrong: -> { hmac.verify("SHA256", SECRET, DATA, DATA) }) do
      hmac.verify("SHA256", SECRET, DATA, tag)
    end

    call("#{hmac}::Key.new", wrong: -> { hmac::Key.new("SHA256", nil) }) do
      hmac::Key.new("SHA512", SECRET).digest(DATA)
    end
    call("#{hmac}::Key#valid?", wrong: -> { key.valid?(nil, DATA) }) { key.valid?(tag, DATA) }
    call("#{hmac}::Key#verify", wrong: -> { key.verify(DATA, DATA) }) { key.verify(tag, DATA) }
    call("#{hmac}::Key#==", wrong: -> { key == DATA }) { key == hmac::Key.new("SHA256", SECRET) }
    %i[name inspect].each { |fact| call("#{hmac}::Key##{fact}") { key.public_send(fact) } }

    hmac.names.each do |name|
      algorithm = hmac.const_get(name.tr("-", "_"))
      own = algorithm.digest(SECRET, DATA).freeze
      call("#{algorithm}#initialize", wrong: -> { algorithm.new(nil) }) do
        algorithm.new(SECRET).dup.update(DATA).hexdigest
      end
      %i[digest hexdigest base64digest].each do |form|
        call("#{algorithm}.#{form}", wrong: -> { algorithm.public_send(form, nil, DATA) }) do
          algorithm.public_send(form, SECRET, DATA)
        end
      end
      call("#{algorithm}.valid?", wrong: -> { algorithm.valid?(SECRET, DATA, nil) }) do
        algorithm.valid?(SECRET, DATA, own)
      end
      call("#{algorithm}.verify", wrong: -> { algorithm.verify(SECRET, DATA, DATA) }) do
        algorithm.verify(SECRET, DATA, own)
      end
    end
  end

  HMACS.call(Oxisalt)
end
