# frozen_string_literal: true

module Oxisalt
  # OpenPGP (RFC 9580, RFC 4880) in process: no gpg, no agent, no pinentry, no keyring. `require "oxisalt/openpgp"`.
  #
  # Data may be a String, whose bytes are taken; an IO, or anything with `read`; or a Pathname. Of the latter two only a
  # piece at a time is in memory. `to:` may be an IO, or anything with `write`; or a path, where the file appears once
  # all is done. `progress:` is called with the number of bytes done and how many there are, if that is known.
  #
  # What comes out of {verify} and {decrypt} is authentic, or does not come out.
  #
  # The rules, each with its own error: keys and signatures that have expired, were revoked or are from the future; keys
  # used for what their flags do not allow; signatures on MD5, SHA-1 or RIPEMD-160; messages that nothing protects
  # against changes; subkeys that are not bound, or did not sign their primary key in return. Clocks may differ by a
  # minute.
  #
  # @example
  #   alice = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>")
  #   bob = Oxisalt::OpenPGP::SecretKey.generate("Bob <bob@example.com>")
  #   sealed = Oxisalt::OpenPGP.encrypt("hello", recipients: bob.public_key, sign_with: alice)
  #   message = Oxisalt::OpenPGP.decrypt(sealed, keys: bob, verify_with: alice.public_key)
  #   message.data                                        # => "hello"
  #   message.signatures.first.user_id                    # => "Alice <alice@example.com>"
  module OpenPGP
    private_constant :Native, :REFUSALS, :KeyFacts

    class << self
      # Signs a text that stays readable. Spaces and tabs at the ends of lines are not signed, and left out; the text
      # that {verify} returns has LF for every line end. It is held in memory.
      #
      # @param text [String, IO, Pathname]
      # @param sign_with [SecretKey, Array<SecretKey>]
      # @param expires_in [Integer, nil] for how many seconds the signature is valid
      # @param at [Time, nil] when it is said to be made; now if not given
      # @return [String] in the encoding of `text`
      # @raise [KeyExpired, KeyRevoked, KeyNotYetValid, WrongKeyUsage, InvalidKey] when the key must not sign
      # @raise [TypeError] when an argument has a wrong class
      # @example
      #   key = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>")
      #   Oxisalt::OpenPGP.clearsign("I agree.", sign_with: key).lines[0]  # => "-----BEGIN PGP SIGNED MESSAGE-----\n"
      def clearsign(text, sign_with:, expires_in: nil, at: nil)
        source = Transfer.new(text)
        text = source.reading(&:read) if source.stream?
        signed = Native.clearsign(text, Argument.keys("sign_with", sign_with), Argument.seconds(expires_in),
                                  Argument.time(at))
        text.is_a?(String) && text.encoding.ascii_compatible? ? signed.force_encoding(text.encoding) : signed
      end

      # Signs data, and returns it with its signature.
      #
      # @param data [String, IO, Pathname]
      # @param sign_with [SecretKey, Array<SecretKey>]
      # @param armor [Boolean]
      # @param to [IO, Pathname, String, nil] where it goes, instead of being returned
      # @param progress [#call, nil]
      # @param expires_in [Integer, nil] for how many seconds the signature is valid
      # @param at [Time, nil] when it is said to be made; now if not given
      # @return [String, Object] the signed message, or `to`
      # @raise (see clearsign)
      def sign(data, sign_with:, armor: true, to: nil, progress: nil, expires_in: nil, at: nil)
        wrap(Transfer.new(data, to, progress), armor,
             [[], Argument.keys("sign_with", sign_with), nil, armor, Argument.seconds(expires_in), Argument.time(at)])
      end

      # Signs data apart from it.
      #
      # @param data [String, IO, Pathname]
      # @param sign_with [SecretKey, Array<SecretKey>]
      # @param armor [Boolean]
      # @param text [Boolean] whether the signature survives other line ends
      # @param progress [#call, nil]
      # @param expires_in [Integer, nil] for how many seconds the signature is valid
      # @param at [Time, nil] when it is said to be made; now if not given
      # @return [String] the signature
      # @raise (see clearsign)
      # @example
      #   key = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>")
      #   signature = Oxisalt::OpenPGP.detach_sign("data", sign_with: key)
      #   Oxisalt::OpenPGP.valid?("data", signature:, keys: key.public_key)   # => true
      #   Oxisalt::OpenPGP.valid?("date", signature:, keys: key.public_key)   # => false
      def detach_sign(data, sign_with:, armor: true, text: false, progress: nil, expires_in: nil, at: nil)
        how = [Argument.keys("sign_with", sign_with), armor, text, Argument.seconds(expires_in), Argument.time(at)]
        transfer = Transfer.new(data, nil, progress)
        return Native.detach_sign(data, *how) unless transfer.streamed?

        transfer.reading { |input| Native.detach_sign_stream(input, transfer.report, *how) }
      end

      # Verifies a signed message, a clear-signed text, or, with `signature`, data that was signed apart.
      #
      # @param data [String, IO, Pathname]
      # @param keys [PublicKey, SecretKey, Array] who may have signed it
      # @param signature [String, nil] the detached signature, armored or not
      # @param to [IO, Pathname, String, nil] where the data of a signed message goes, instead of being returned. An IO
      #   gets it once all is verified: until then it is in a temporary file.
      # @param progress [#call, nil]
      # @param max_size [Integer, nil] the most bytes that the message may hold; 64 MiB or 32 times what came, if not
      #   given
      # @param at [Time, nil] when everything is to be valid; now if not given
      # @return [Message] with all signatures; one of them at least is valid
      # @raise [BadSignature, SignatureExpired, SignatureNotYetValid, WeakDigest, NotSigned] when none is
      # @raise [KeyExpired, KeyRevoked, KeyNotYetValid, KeyNotFound, WrongKeyUsage, InvalidKey] because of its key
      # @raise [MalformedData, UnsupportedAlgorithm, TooLarge] for what cannot be read
      # @raise [TypeError] when an argument has a wrong class
      # @example
      #   key = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>")
      #   text = Oxisalt::OpenPGP.clearsign("I agree.", sign_with: key)
      #   Oxisalt::OpenPGP.verify(text, keys: key.public_key).data # => "I agree."
      def verify(data, keys:, signature: nil, to: nil, progress: nil, max_size: nil, at: nil)
        keys = Argument.keys("keys", keys)
        transfer = Transfer.new(data, to, progress)
        return verify_detached(transfer, signature, keys, Argument.time(at)) unless signature.nil?

        how = [[], nil, keys, Argument.limit(max_size, transfer.size), Argument.time(at)]
        unwrap(:verify, transfer, how, &:demand_signature)
      end

      # As {verify}, but false where that raises because of what others made. A message is not unpacked anywhere.
      #
      # @return [Boolean]
      def valid?(data, keys:, signature: nil, max_size: nil, at: nil)
        return false if data.nil?

        verify(data, keys:, signature:, max_size:, at:).signed?
      rescue CryptoError
        false
      end

      # Encrypts data, to recipients, under a passphrase, or both.
      #
      # @param data [String, IO, Pathname]
      # @param recipients [PublicKey, SecretKey, Array] who can read it
      # @param sign_with [SecretKey, Array<SecretKey>, nil] who signs it
      # @param passphrase [String, #call, nil] what opens it, too
      # @param armor [Boolean]
      # @param to [IO, Pathname, String, nil] where it goes, instead of being returned
      # @param progress [#call, nil]
      # @param at [Time, nil] when the keys are to be valid, and the signature is made; now if not given
      # @return [String, Object] the message, or `to`
      # @raise [ArgumentError] when `recipients` is empty, or neither recipients nor a passphrase are given
      # @raise [KeyExpired, KeyRevoked, KeyNotYetValid, WrongKeyUsage, InvalidKey] when a key must not be used so
      # @raise [TypeError] when an argument has a wrong class
      # @example
      #   sealed = Oxisalt::OpenPGP.encrypt("hello", passphrase: "correct horse battery staple")
      #   Oxisalt::OpenPGP.decrypt(sealed, passphrase: "correct horse battery staple").data # => "hello"
      def encrypt(data, recipients: nil, sign_with: nil, passphrase: nil, armor: true, to: nil, progress: nil, at: nil)
        passphrase = Argument.passphrase(passphrase)
        raise Argument.argument_error("passphrase must not be empty") if passphrase == ""

        recipients = passphrase && recipients.nil? ? [] : Argument.keys("recipients", recipients)
        signers = sign_with.nil? ? [] : Argument.keys("sign_with", sign_with)
        wrap(Transfer.new(data, to, progress), armor,
             [recipients, signers, passphrase, armor, nil, Argument.time(at)])
      end

      # Decrypts a message. Keys that have expired or were revoked still decrypt what was encrypted to them.
      #
      # @param data [String, IO, Pathname]
      # @param keys [SecretKey, Array<SecretKey>, nil] what may decrypt it
      # @param passphrase [String, #call, nil] what else may
      # @param verify_with [PublicKey, SecretKey, Array, nil] who must have signed it; without it, signatures are not
      #   checked, and listed as `:unknown_key`
      # @param to [IO, Pathname, String, nil] where the data goes, instead of being returned. An IO gets it once all is
      #   known to be authentic: until then it is in a temporary file.
      # @param progress [#call, nil]
      # @param max_size [Integer, nil] as {verify}
      # @param at [Time, nil] when the signature is to be valid; now if not given
      # @return [Message]
      # @raise [DecryptionFailed, MissingIntegrity] when the message was changed, or could have been
      # @raise [KeyNotFound, WrongKeyUsage] when none of the keys decrypts it
      # @raise [BadPassphrase] when the passphrase is wrong, or one is needed
      # @raise [MalformedData, UnsupportedAlgorithm, TooLarge] for what cannot be read
      # @raise (see verify)
      def decrypt(data, keys: nil, passphrase: nil, verify_with: nil, to: nil, progress: nil, max_size: nil, at: nil)
        passphrase = Argument.passphrase(passphrase)
        keys = passphrase && keys.nil? ? [] : Argument.keys("keys", keys)
        signers = verify_with.nil? ? [] : Argument.keys("verify_with", verify_with)
        transfer = Transfer.new(data, to, progress)
        how = [keys, passphrase, signers, Argument.limit(max_size, transfer.size), Argument.time(at)]
        unwrap(:decrypt, transfer, how) { |message| verify_with.nil? ? message : message.demand_signature }
      end

      private

      def wrap(transfer, armor, how)
        return Native.wrap(transfer.data, *how) unless transfer.streamed?

        _, written = transfer.moving do |input, output|
          Native.wrap_stream(input, output, transfer.report, *how)
        end
        transfer.to || (armor ? written.force_encoding(Encoding::US_ASCII) : written)
      end

      def unwrap(operation, transfer, how)
        unless transfer.streamed?
          data, found = Native.public_send(operation, transfer.data, *how)
          return yield(message(data, found))
        end

        checked, written = transfer.withholding do |input, output|
          yield(message(nil, Native.public_send(:"#{operation}_stream", input, output, transfer.report, *how)))
        end
        transfer.to ? checked : Message.new(written, checked.signatures)
      end

      def verify_detached(transfer, signature, keys, at)
        found = if transfer.streamed?
                  transfer.reading do |input|
                    Native.verify_detached_stream(input, transfer.report, signature, keys, at)
                  end
                else
                  Native.verify_detached(transfer.data, signature, keys, at)
                end
        message(nil, found).demand_signature
      end

      def message(data, found)
        Message.new(data, found.map { |fields| Signature.new(fields) })
      end
    end
  end
end
