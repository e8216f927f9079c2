# frozen_string_literal: true

module Oxisalt
  # Files and streams of any size, sealed and opened in constant memory: under a secret key, or for the owner of a
  # public key. What was changed, cut short, reordered, repeated or appended to is refused.
  #
  # The format is libsodium's `crypto_secretstream_xchacha20poly1305`, so that other programs can read and write it:
  #
  # | bytes       | what                                                                                        |
  # |-------------|---------------------------------------------------------------------------------------------|
  # | 80          | only if sealed for a recipient: a fresh key of 32 bytes in a sealed box (`crypto_box_seal`) |
  # | 24          | the header                                                                                  |
  # | 65,553 each | chunks of 65,536 bytes of the message each, with `TAG_MESSAGE`                              |
  # | 17 - 65,553 | the last chunk: what is left of the message, with `TAG_FINAL`                               |
  #
  # An empty message is a header and a last chunk of 17 bytes.
  #
  # Each chunk is authenticated before a byte of it is written, and only the last one shows that nothing is missing.
  # Where `to` is a path, the output takes its place only when all of it is good: a failure leaves what was there
  # before, and nothing else. Where `to` is an IO, the chunks before the fault have been written by then, each of them
  # authentic: do not act on them before {open} returns.
  #
  # @example Under a secret key
  #   require "stringio"
  #   key = Oxisalt::Random.random_bytes(32)
  #   sealed = StringIO.new
  #   Oxisalt::SealedStream.seal(from: StringIO.new("message"), to: sealed, key: key)                # => 48
  #   opened = StringIO.new
  #   Oxisalt::SealedStream.open(from: StringIO.new(sealed.string), to: opened, key: key)            # => 7
  #   opened.string                                                                                  # => "message"
  #
  # @example A file for a recipient, with a progress bar
  #   require "tmpdir"
  #   private_key = Oxisalt::PrivateKey.generate
  #   Dir.mktmpdir do |dir|
  #     File.write("#{dir}/backup", "x" * 100_000)
  #     Oxisalt::SealedStream.seal(from: "#{dir}/backup", to: "#{dir}/backup.sealed",
  #                                recipient: private_key.public_key) do |done, total|
  #       "#{100 * done / total} %"
  #     end
  #     Oxisalt::SealedStream.open(from: "#{dir}/backup.sealed", to: "#{dir}/restored", private_key: private_key)
  #     File.read("#{dir}/restored") == "x" * 100_000 # => true
  #   end
  module SealedStream
    # The length of a secret key in bytes.
    KEYBYTES = 32

    # The length of a header in bytes.
    HEADERBYTES = 24

    # The length of a key that is sealed for a recipient, in bytes.
    SEALED_KEYBYTES = KEYBYTES + SealedBox::SEALBYTES

    # How many bytes of the message a chunk has, if it is not the last.
    CHUNKBYTES = 65_536

    # The length of a sealed chunk, if it is not the last.
    SEALED_CHUNKBYTES = CHUNKBYTES + 17

    private_constant :Sealer, :Opener

    class << self
      # Seals all that `from` has, from where it stands to its end.
      #
      # @param from [String, Pathname, IO, #read] a path, or what is read as an IO is
      # @param to [String, Pathname, IO, #write] a path, or what is written to as an IO is, in binary mode. A file at
      #   this path is replaced when all is written, and keeps its permissions; it may be the one that is read
      # @param key [String] a secret key of 32 bytes
      # @param recipient [PublicKey, String] in place of `key`: whoever has the private key can open it
      # @yield after each chunk
      # @yieldparam done [Integer] how many bytes have been read
      # @yieldparam total [Integer, nil] how many there are, where that is known: not for a pipe
      # @return [Integer] how many bytes were written
      # @raise [LengthError] for a key that is not 32 bytes
      # @raise [CryptoError] when `recipient` is of low order
      # @raise [ArgumentError] when there is neither a `key` nor a `recipient`, or both
      # @raise [TypeError] for arguments of another class
      # @raise [SystemCallError] when a file cannot be read or written
      def seal(from:, to:, key: nil, recipient: nil, &progress)
        one_of(key:, recipient:)
        sealer = recipient.nil? ? Sealer.new(key) : Sealer.for_recipient(recipient)
        connect(from, to, progress) { |input, output| seal_chunks(sealer, input, output) }
      end

      # Opens all that `from` has, from where it stands to its end.
      #
      # @param from [String, Pathname, IO, #read] as {seal} takes it
      # @param to [String, Pathname, IO, #write] as {seal} takes it
      # @param key [String] the secret key that it was sealed under
      # @param private_key [PrivateKey, String] in place of `key`: that of the recipient it was sealed for
      # @yield as {seal} does
      # @return [Integer] how many bytes were written: the length of the message
      # @raise [BadAuthenticatorError] when `from` was not sealed with this key, or was changed, is cut short, or goes
      #   on after its end
      # @raise [LengthError] for a key that is not 32 bytes
      # @raise [ArgumentError] when there is neither a `key` nor a `private_key`, or both
      # @raise [TypeError] for arguments of another class
      # @raise [SystemCallError] when a file cannot be read or written
      def open(from:, to:, key: nil, private_key: nil, &progress)
        one_of(key:, private_key:)
        connect(from, to, progress) do |input, output|
          opener =
            if private_key.nil?
              Opener.new(key, input.read(HEADERBYTES))
            else
              Opener.for_recipient(private_key, input.read(SEALED_KEYBYTES + HEADERBYTES))
            end
          open_chunks(opener, input, output)
        end
      end

      private

      def one_of(keys)
        return if keys.values.compact.one?

        raise ArgumentError.new("give #{keys.keys.join(': or ')}:, one of them").extend(Error)
      end

      def seal_chunks(sealer, input, output)
        output.write(sealer.start)
        chunk = input.read(CHUNKBYTES)
        loop do
          # Whether a chunk is the last shows only when the next is not there.
          following = chunk.bytesize < CHUNKBYTES ? +"" : input.read(CHUNKBYTES)
          output.write(sealer.chunk(chunk, following.empty?))
          input.discard(chunk)
          input.report
          break if following.empty?

          chunk = following
        end
      end

      def open_chunks(opener, input, output)
        until opener.finished?
          sealed = input.read(SEALED_CHUNKBYTES)
          output.write(opener.chunk(sealed))
          input.discard(sealed)
          input.report
        end
        # One more chunk is one too many, and the opener says so.
        surplus = input.read(1)
        opener.chunk(surplus) unless surplus.empty?
      end

      def connect(from, to, progress)
        Input.open(from, progress) do |input|
          Output.open(to) do |output|
            yield input, output
            output.count
          end
        end
      end
    end
  end
end

require "oxisalt/sealed_stream/place"
require "oxisalt/sealed_stream/input"
require "oxisalt/sealed_stream/output"
