# frozen_string_literal: true

module CallCost
  # The parts of one call by name: differences between steps. Together they are the whole.
  class Parts
    # Blocks of 64 bytes that HMAC-SHA256 compresses for Steps::MESSAGE: two of the key, and those of the message, with
    # its padding of 9 bytes or more, and of the inner digest.
    KEY_BLOCKS = 2
    MESSAGE_BLOCKS = 9
    # How many more blocks Steps::LONG has than an empty message.
    FURTHER_BLOCKS = 63

    TITLES = { call: "the call", name: "name look-up", key: "key set-up", rest: "arguments and the rest",
               compression: "compression", result: "result" }.freeze

    # figures: { id => number }, of one kind. with_key: whether the key's blocks count as compression. They cannot be
    # told by time: a processor works on both at once, and so they take less than two of a message, which follow from
    # each other.
    def initialize(subject, figures, with_key: false)
      @subject = subject
      @figures = figures
      @with_key = with_key
    end

    def to_h
      { call:, name: of("name") - of("fresh"), key:, rest:, compression:, result: }
    end

    # The whole call.
    def whole
      of("name")
    end

    # All that is compression.
    def compression
      blocks * block
    end

    # What the compression of one block takes.
    def block
      (of("long") - of("empty")).fdiv(FURTHER_BLOCKS)
    end

    private

    def of(way)
      @figures.fetch(Steps.id(@subject, way))
    end

    def key
      of("fresh") - of("prepared") - ((blocks - prepared_blocks) * block)
    end

    def rest
      of("prepared") - (prepared_blocks * block) - call - result
    end

    def call
      @figures.fetch(Steps::CALL)
    end

    def result
      @figures.fetch(Steps::RESULT) - call
    end

    # Blocks that are compression.
    def blocks
      @with_key ? MESSAGE_BLOCKS + KEY_BLOCKS : MESSAGE_BLOCKS
    end

    # Those of them that the prepared way compresses as well.
    def prepared_blocks
      @with_key ? @subject.prepared_blocks : MESSAGE_BLOCKS
    end
  end
end
