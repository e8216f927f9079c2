# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in openssl.rb.
  module OpenSSL
    # {Oxisalt::HMAC} by libcrypto's own HMAC (`EVP_MAC`): the same methods, arguments and errors, and {ProviderError}
    # where no provider offers the digest, or its policy refuses the key.
    #
    # A thread keeps the context of its last call, with its key, until the next call over that digest or its own end. A
    # {Key} and a stream are erased when they are freed.
    #
    # @example
    #   require "oxisalt/openssl"
    #   tag = Oxisalt::OpenSSL::HMAC.digest("SHA256", "key", "data")
    #   tag == Oxisalt::HMAC.digest("SHA256", "key", "data")        # => true
    #   Oxisalt::OpenSSL::HMAC.valid?("SHA256", "key", "data", tag) # => true
    #   Oxisalt::OpenSSL::HMAC::SHA256.verify("key", "data", tag)   # => true
    #   (Oxisalt::OpenSSL::HMAC.new("key", "SHA256") << "da" << "ta").digest == tag # => true
    class HMAC
      include Sugar::HMAC

      # {Oxisalt::HMAC::Key} by libcrypto: a key that was hashed once, for many messages. It is frozen, any thread or
      # Ractor may use it at any time, and it is erased from memory when it is freed.
      #
      # @example
      #   require "oxisalt/openssl"
      #   key = Oxisalt::OpenSSL::HMAC::Key.new("SHA256", "secret")
      #   key.valid?(key.digest("data"), "data")  # => true
      #   key.inspect                             # => "#<Oxisalt::OpenSSL::HMAC::Key SHA256>"
      class Key
        include Secret
        include Immutable
        include Sugar::HMACKey
      end
    end
  end
end
