# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in openssl.rb.
  module OpenSSL
    # {Oxisalt::VerifyKey} by libcrypto: the same methods, arguments and errors, and {ProviderError} where no provider
    # offers Ed25519.
    #
    # It is as strict. libcrypto by itself takes keys and signatures of small order, under which one signature fits many
    # messages, and keys that are not encoded in the one canonical way. Those are refused before libcrypto is asked, by
    # their bytes alone: the points of small order have five y coordinates, which are known. All that is computed,
    # libcrypto computes.
    #
    # @example
    #   require "oxisalt/openssl"
    #   signing_key = Oxisalt::SigningKey.generate
    #   key = Oxisalt::OpenSSL::VerifyKey.new(signing_key.verify_key.to_bytes)
    #   key.verify(signing_key.sign("message"), "message")      # => true
    #   key.valid?(signing_key.sign("message"), "another")      # => false
    #
    # @example The neutral element as a key, under which this signature fits every message
    #   require "oxisalt/openssl"
    #   neutral = "\x01".b.ljust(32, "\0")
    #   Oxisalt::OpenSSL::VerifyKey.new(neutral).valid?(neutral + ("\0" * 32), "message") # => false
    class VerifyKey
      include Immutable
      include Sugar::Ed25519
      include Sugar::VerifyKey
    end
  end
end
