# frozen_string_literal: true

module Oxisalt
  module OpenPGP
    # What an error that is about signatures tells.
    module Refusal
      # @return [Array<Signature>] every signature of the message, valid or not
      def signatures
        @signatures || []
      end

      # @api private
      attr_writer :signatures
    end
    private_constant :Refusal

    # A key whose time is over.
    class KeyExpired < CryptoError
      include Refusal
    end

    # A key that its owner revoked.
    class KeyRevoked < CryptoError
      include Refusal
    end

    # A key that was made in the future, or after what it signed.
    class KeyNotYetValid < CryptoError
      include Refusal
    end

    # None of the given keys is the one that is needed. The message names that one.
    class KeyNotFound < CryptoError
      include Refusal
    end

    # A key that its owner made for another use: its key flags do not allow this one.
    class WrongKeyUsage < CryptoError
      include Refusal
    end

    # A key without a valid self-signature, one that its subkey did not sign in return, or one that is too short.
    class InvalidKey < CryptoError
      include Refusal
    end

    # A passphrase that is wrong, or missing. Of a message locked by passphrase: or it was changed.
    class BadPassphrase < CryptoError; end

    # A signature that does not belong to the data and the key.
    class BadSignature < BadSignatureError
      include Refusal
    end

    # A signature whose time is over.
    class SignatureExpired < BadSignatureError
      include Refusal
    end

    # A signature that was made in the future.
    class SignatureNotYetValid < BadSignatureError
      include Refusal
    end

    # A signature is demanded, and there is none.
    class NotSigned < BadSignatureError
      include Refusal
    end

    # A signature, of data or of a key, that rests on MD5, SHA-1 or RIPEMD-160.
    class WeakDigest < BadSignatureError
      include Refusal
    end

    # A message that nothing protects against changes: it has neither a modification detection code nor authenticated
    # encryption.
    class MissingIntegrity < CryptoError; end

    # A message that was changed, or that does not belong to the key.
    class DecryptionFailed < CryptoError; end

    # Data that is not what it should be: no OpenPGP, cut off, or malformed.
    class MalformedData < CryptoError; end

    # An algorithm or a format that is not offered.
    class UnsupportedAlgorithm < CryptoError
      include Refusal
    end

    # A message that would unpack to more than `max_size`, or take too much work.
    class TooLarge < CryptoError; end
  end
end
