# frozen_string_literal: true

require_relative "digests"

# Authenticators of messages, as NaCl has them.
module Calls
  [Oxisalt::OneTimeAuth, Oxisalt::Auth].each do |kind|
    key = kind.new(SECRET)
    tag = key.auth(DATA).freeze
    call("#{kind}.new", wrong: -> { kind.new(nil) }) { kind.new(SECRET).inspect }
    call("#{kind}#auth", wrong: -> { key.auth(nil) }) { key.auth(DATA) }
    call("#{kind}#valid?", wrong: -> { key.valid?(tag, SECRET) }) { key.valid?(tag, DATA) }
    call("#{kind}#verify", wrong: -> { key.verify(tag, SECRET) }) { key.verify(tag, DATA) }
    call("#{kind}#==", wrong: -> { key == SECRET }) { key == kind.new(SECRET) }
    call("#{kind}.primitive") { kind.primitive }
    %i[primitive tag_bytes key_bytes].each { |fact| call("#{kind}##{fact}") { key.public_send(fact) } }

    # What both classes are extended with.
    shared = Oxisalt::Authenticator
    call("#{shared}#auth", wrong: -> { kind.auth(nil, DATA) }) { kind.auth(SECRET, DATA) }
    call("#{shared}#valid?", wrong: -> { kind.valid?(SECRET, nil, DATA) }) { kind.valid?(SECRET, tag, DATA) }
    call("#{shared}#verify", wrong: -> { kind.verify(SECRET, DATA, DATA) }) { kind.verify(SECRET, tag, DATA) }
    %i[tag_bytes key_bytes].each { |fact| call("#{shared}##{fact}") { kind.public_send(fact) } }
  end
end
