# frozen_string_literal: true

require_relative "../calls"

# Digests, each algorithm's class too.
module Calls
  DATA = "data"
  SECRET = ("k" * 32).freeze

  call("Oxisalt.build_info") { Oxisalt.build_info }
  call("Oxisalt::Digest.names") { Oxisalt::Digest.names }
  call("Oxisalt::Digest.file", wrong: -> { Oxisalt::Digest.file("none", File::NULL) }) do
    Oxisalt::Digest.file("SHA256", File::NULL).hexdigest
  end
  call("Oxisalt::Digest.digest", wrong: -> { Oxisalt::Digest.digest("none", DATA) }) do
    Oxisalt::Digest.digest("SHA256", DATA)
  end
  call("Oxisalt::Digest.hexdigest", wrong: -> { Oxisalt::Digest.hexdigest("SHA256", nil) }) do
    Oxisalt::Digest.hexdigest("sha-256", DATA)
  end
  call("Oxisalt::Digest.base64digest", wrong: -> { Oxisalt::Digest.base64digest(1, DATA) }) do
    Oxisalt::Digest.base64digest(:sha256, DATA)
  end
  call("Oxisalt::Digest#initialize", wrong: -> { Oxisalt::Digest.new("none") }) { Oxisalt::Digest.new("SHA1").name }
  call("Oxisalt::Digest::BLAKE3.derive_key", wrong: -> { Oxisalt::Digest::BLAKE3.derive_key(nil, DATA) }) do
    Oxisalt::Digest::BLAKE3.derive_key("context", DATA, digest_size: 100)
  end
  %i[digest hexdigest base64digest].each do |form|
    call("Oxisalt::Digest##{form}", wrong: -> { Oxisalt::Digest::SHA1.new.public_send(form, nil) }) do
      Oxisalt::Digest::SHA1.new.update(DATA).public_send(form)
    end
  end
  %i[name digest_length block_length].each do |fact|
    call("Oxisalt::Digest##{fact}") { Oxisalt::Digest::SHA256.new.public_send(fact) }
  end
  %i[<< update].each do |update|
    call("Oxisalt::Digest##{update}", wrong: -> { Oxisalt::Digest::MD5.new.public_send(update, nil) }) do
      Oxisalt::Digest::SHA512.new.public_send(update, DATA).dup.hexdigest
    end
  end
  call("Oxisalt::Digest#reset", wrong: -> { Oxisalt::Digest::MD5.new.freeze.reset }) do
    Oxisalt::Digest::SHA512.new.update(DATA).reset.hexdigest
  end
  call("Oxisalt::Digest#file", wrong: -> { Oxisalt::Digest::SHA256.new.file(nil) }) do
    Oxisalt::Digest::SHA256.new.file(File::NULL).hexdigest
  end

  Oxisalt::Digest.names.each do |name|
    digest = Oxisalt::Digest.const_get(name.tr("-", "_"))
    wrong = -> { digest.new(key: "") } if name.start_with?("BLAKE")
    call("#{digest}#initialize", wrong:) { (digest.new << DATA).hexdigest }
    %i[digest hexdigest base64digest].each do |form|
      call("#{digest}.#{form}", wrong: -> { digest.public_send(form, nil) }) { digest.public_send(form, DATA) }
    end
  end
end
