# frozen_string_literal: true

module Oxisalt
  class GPG
    # Carried by the errors of this class.
    module Refusal
      # @return [Array<Signature>] the signatures that were looked at; none where it is not about them
      def signatures
        @signatures || []
      end
    end

    # GnuPG cannot work: gpg or its agent is missing, or its home is missing or open to others.
    class EngineError < CryptoError; end

    # No key matches. The message names the pattern.
    class KeyNotFound < CryptoError; end

    # Several usable keys match. The message names the pattern and the keys.
    class AmbiguousKey < CryptoError; end

    # The key has expired.
    class KeyExpired < CryptoError; end

    # The key was revoked.
    class KeyRevoked < CryptoError; end

    # The key is not made for this use.
    class WrongKeyUsage < CryptoError; end

    # The key is disabled, or not usable for another reason.
    class InvalidKey < CryptoError; end

    # Nothing says that the key belongs to whom it names.
    class UntrustedKey < CryptoError; end

    # The passphrase is wrong, or one is needed and none was given.
    class BadPassphrase < CryptoError; end

    # The message could not be decrypted, or was changed.
    class DecryptionFailed < CryptoError; end

    # The message has no integrity protection, so that anyone could have changed it.
    class MissingIntegrity < DecryptionFailed; end

    # The input is not well-formed OpenPGP data.
    class MalformedData < CryptoError; end

    # The input holds no OpenPGP data.
    class NoData < MalformedData; end

    # This GnuPG does not have the algorithm that is used.
    class UnsupportedAlgorithm < CryptoError; end

    # A signature does not belong to the data, or is by nobody who was asked for.
    class BadSignature < BadSignatureError; end

    # The signature has expired.
    class SignatureExpired < BadSignatureError; end

    # There is no signature.
    class NotSigned < BadSignatureError; end

    # The signature uses a hash that protects nothing any more.
    class WeakDigest < BadSignatureError; end
  end
end
