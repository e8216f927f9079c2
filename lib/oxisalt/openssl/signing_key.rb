# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in openssl.rb.
  module OpenSSL
    # {Oxisalt::SigningKey} by libcrypto: the same methods, arguments, errors and signatures, and {ProviderError} where
    # no provider offers Ed25519. It does not convert to a key for boxes, which libcrypto has none of.
    #
    # @example
    #   require "oxisalt/openssl"
    #   key = Oxisalt::OpenSSL::SigningKey.new("s" * 32)
    #   key.sign("message") == Oxisalt::SigningKey.new("s" * 32).sign("message") # => true
    #   Oxisalt::OpenSSL::SigningKey.from_pem(key.to_pem) == key                 # => true
    #   key.inspect                                                              # => "#<Oxisalt::OpenSSL::SigningKey>"
    class SigningKey
      include Secret
      include Immutable
      include Sugar::Ed25519
    end
  end
end
