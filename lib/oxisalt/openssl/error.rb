# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in openssl.rb.
  module OpenSSL
    # libcrypto, or the provider that it asked, refuses an algorithm, a key or an operation: MD5 where only approved
    # algorithms are offered, a key that is too short for its policy. The message names what was refused.
    class ProviderError < CryptoError; end
  end
end
