# frozen_string_literal: true

# Digests, each algorithm's class too.
module Calls
  DATA = "data"
  SECRET = ("k" * 32).freeze

  # By whichever library computes them.
  DIGESTS = lambda do |library|
    digest = library::Digest
    call("#{digest}.names") { digest.names }
    call("#{digest}.file", wrong: -> { digest.file("none", File::NULL) }) do
      digest.file("SHA256", File::NULL).hexdigest
    end
    call("#{digest}.digest", wrong: -> { digest.digest("none", DATA) }) { digest.digest("SHA256", DATA) }
    call("#{digest}.hexdigest", wrong: -> { digest.hexdigest("SHA256", nil) }) { digest.hexdigest("sha-256", DATA) }
    call("#{digest}.base64digest", wrong: -> { digest.base64digest(1, DATA) }) { digest.base64digest(:sha256, DATA) }
    call("#{digest}#initialize", wrong: -> { digest.new("none") }) { digest.new("SHA1").name }
    %i[digest hexdigest base64digest].each do |form|
      call("#{digest}##{form}", wrong: -> { digest::SHA1.new.public_send(form, nil) }) do
        digest::SHA1.new.update(DATA).public_send(form)
      end
    end
    %i[name digest_length block_length].each do |fact|
      call("#{digest}##{fact}") { digest::SHA256.new.public_send(fact) }
    end
    %i[<< update].each do |update|
      call("#{digest}##{update}", wrong: -> { digest::MD5.new.public_send(update, nil) }) do
        digest::SHA512.new.public_send(update, DATA).dup.hexdigest
      end
    end
    call("#{digest}#reset", wrong: -> { digest::MD5.new.freeze.reset }) do
      digest::SHA512.new.update(DATA).reset.hexdigest
    end
    call("#{digest}#file", wrong: -> { digest::SHA256.new.file(nil) }) do
      digest::SHA256.new.file(File::NULL).hexdigest
    end

    digest.names.each do |name|
      algorithm = digest.const_get(name.tr("-", "_"))
      call("#{algorithm}#initialize") { (algorithm.new << DATA).hexdigest }
      call("#{algorithm}.file", wrong: -> { algorithm.file(nil) }) { algorithm.file(File::NULL).hexdigest }
      %i[digest hexdigest base64digest].each do |form|
        call("#{algorithm}.#{form}", wrong: -> { algorithm.public_send(form, nil) }) do
          algorithm.public_send(form, DATA)
        end
      end
    end
  end

  DIGESTS.call(Oxisalt)
  call("Oxisalt::Digest::BLAKE3.derive_key", wrong: -> { Oxisalt::Digest::BLAKE3.derive_key(nil, DATA) }) do
    Oxisalt::Digest::BLAKE3.derive_key("context", DATA, digest_size: 100)
  end
  # With everything that these can be given.
  call("Oxisalt::Digest::BLAKE3#initialize", wrong: -> { Oxisalt::Digest::BLAKE3.new(key: "") }) do
    Oxisalt::Digest::BLAKE3.new(key: SECRET, digest_size: 100).update(DATA).hexdigest
  end
  { Oxisalt::Digest::BLAKE2b => 16, Oxisalt::Digest::BLAKE2s => 8 }.each do |blake, length|
    salt = ("s" * length).freeze
    call("#{blake}#initialize", wrong: -> { blake.new(salt: SECRET, personal: DATA) }) do
      blake.new(key: SECRET, digest_size: 20, salt:, personal: DATA).update(DATA).dup.reset.hexdigest
    end
    call("#{blake}.digest", wrong: -> { blake.digest(DATA, personal: SECRET) }) do
      blake.digest(DATA, salt:, personal: DATA)
    end
  end
end
