# frozen_string_literal: true

module Oxisalt
  # Carried by every error that the gem raises, so that one `rescue` catches them all. The errors of Ruby's own classes
  # (TypeError, ArgumentError, FrozenError, ThreadError) carry it too when the gem raises them.
  #
  # @example
  #   begin
  #     Oxisalt::Digest.digest("SHA257", "data")
  #   rescue Oxisalt::Error => e
  #     e.class # => ArgumentError
  #   end
  module Error; end

  # An input has a length that its use does not allow. The message names the input, what was expected and what came.
  class LengthError < ArgumentError; end

  # A cryptographic check failed.
  class CryptoError < StandardError; end

  # An authenticator (a tag) does not belong to the data and the key.
  class BadAuthenticatorError < CryptoError; end

  # A signature is not one of the message under the key.
  class BadSignatureError < CryptoError; end

  # A proof is none that a leaf is in a Merkle tree. The message says what it is.
  class BadProofError < CryptoError; end

  # A key cannot be read, or is another than the one that was wanted. The message names what was found.
  class KeyFormatError < CryptoError; end

  # A fault in the gem itself, in place of a crash. Please report it.
  class InternalError < StandardError; end
end
