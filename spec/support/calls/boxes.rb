# frozen_string_literal: true

require_relative "keys"

# Boxes and sealed streams.
module Calls
  NONCE = ("n" * 24).freeze
  SEALED_STREAM = StringIO.new("".b).tap do |to|
    Oxisalt::SealedStream.seal(from: StringIO.new(DATA), to:, key: SECRET)
  end.string.freeze
  BOXES = [Oxisalt::Box.new(PUBLIC, PRIVATE), Oxisalt::SecretBox.new(SECRET)].freeze
  # Those that choose a nonce, or a key, for each message.
  CHOOSERS = [Oxisalt::SimpleBox.from_secret_key(SECRET), Oxisalt::SealedBox.from_private_key(PRIVATE)].freeze

  BOXES.each do |box|
    kind = box.class
    ciphertext = box.box(NONCE, DATA).freeze
    %i[box encrypt].each do |seal|
      call("#{kind}##{seal}", wrong: -> { box.public_send(seal, DATA, DATA) }) { box.public_send(seal, NONCE, DATA) }
    end
    %i[open decrypt].each do |open|
      call("#{kind}##{open}", wrong: -> { box.public_send(open, NONCE, DATA) }) do
        box.public_send(open, NONCE, ciphertext)
      end
    end
    %i[primitive nonce_bytes].each do |fact|
      call("#{kind}##{fact}") { box.public_send(fact) }
      call("#{kind}.#{fact}") { kind.public_send(fact) }
    end
  end
  call("Oxisalt::SecretBox#key_bytes") { BOXES.last.key_bytes }
  call("Oxisalt::SecretBox.key_bytes") { Oxisalt::SecretBox.key_bytes }
  call("Oxisalt::Box.new", wrong: -> { Oxisalt::Box.new(LOW_ORDER, PRIVATE) }) do
    Oxisalt::Box.new(PUBLIC, PRIVATE).box(NONCE, DATA)
  end
  call("Oxisalt::SecretBox.new", wrong: -> { Oxisalt::SecretBox.new(DATA) }) do
    Oxisalt::SecretBox.new(SECRET).box(NONCE, DATA)
  end

  CHOOSERS.each do |box|
    kind = box.class
    ciphertext = box.box(DATA).freeze
    %i[box encrypt].each do |seal|
      call("#{kind}##{seal}", random: true, wrong: -> { box.public_send(seal, nil) }) { box.public_send(seal, DATA) }
    end
    %i[open decrypt].each do |open|
      call("#{kind}##{open}", wrong: -> { box.public_send(open, DATA) }) { box.public_send(open, ciphertext) }
    end
    call("#{kind}#primitive") { box.primitive }
  end
  call("Oxisalt::SimpleBox#nonce_bytes") { CHOOSERS.first.nonce_bytes }
  call("Oxisalt::SealedBox.primitive") { Oxisalt::SealedBox.primitive }
  call("Oxisalt::SimpleBox.new", wrong: -> { Oxisalt::SimpleBox.new(SECRET) }) do
    Oxisalt::SimpleBox.new(BOXES.last).open(Oxisalt::SimpleBox.new(BOXES.last).box(DATA))
  end
  call("Oxisalt::SimpleBox.from_secret_key", wrong: -> { Oxisalt::SimpleBox.from_secret_key(DATA) }) do
    Oxisalt::SimpleBox.from_secret_key(SECRET).inspect
  end
  call("Oxisalt::SimpleBox.from_keypair", wrong: -> { Oxisalt::SimpleBox.from_keypair(PUBLIC, PUBLIC) }) do
    Oxisalt::SimpleBox.from_keypair(PUBLIC, PRIVATE).inspect
  end
  call("Oxisalt::SealedBox.from_public_key", "Oxisalt::SealedBox.new", random: true,
                                                                       wrong: -> { Oxisalt::SealedBox.new(PRIVATE) }) do
    Oxisalt::SealedBox.from_public_key(PUBLIC).box(DATA)
  end
  call("Oxisalt::SealedBox.from_private_key", wrong: -> { Oxisalt::SealedBox.from_private_key(nil) }) do
    Oxisalt::SealedBox.from_private_key(PRIVATE).inspect
  end

  call("Oxisalt::SealedStream.seal", random: true,
                                     wrong: -> { Oxisalt::SealedStream.seal(from: nil, to: nil, key: SECRET) }) do
    to = StringIO.new("".b)
    Oxisalt::SealedStream.seal(from: StringIO.new(DATA), to:, recipient: PUBLIC)
    to.string
  end
  call("Oxisalt::SealedStream.open",
       wrong: -> { Oxisalt::SealedStream.open(from: StringIO.new(DATA), to: StringIO.new, key: SECRET) }) do
    to = StringIO.new("".b)
    Oxisalt::SealedStream.open(from: StringIO.new(SEALED_STREAM), to:, key: SECRET)
    to.string
  end
end
