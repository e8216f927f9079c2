# frozen_string_literal: true

require "oxisalt"

begin
  require "oxisalt/oxisalt_openssl"
rescue LoadError => e
  raise LoadError, "oxisalt/openssl needs OpenSSL 3's libcrypto, and was built or is run without it (#{e.message}). " \
                   "Install it and then the gem again, without --without-openssl: Debian: apt-get install libssl-dev " \
                   "pkg-config; Homebrew: brew install openssl pkg-config"
end

require "oxisalt/openssl/error"
require "oxisalt/openssl/digest"
require "oxisalt/openssl/hmac"
require "oxisalt/openssl/signing_key"
require "oxisalt/openssl/verify_key"

module Oxisalt
  # Digests, HMAC and Ed25519 signatures by the system's libcrypto (OpenSSL 3), with the interfaces of
  # {Oxisalt::Digest}, {Oxisalt::HMAC}, {Oxisalt::SigningKey} and {Oxisalt::VerifyKey}: for those who have to compute
  # with the library that their system provides, such as one with an approved FIPS module, and want it without the cost
  # of Ruby's openssl.
  #
  # Which algorithms there are and which keys they take is for libcrypto's configuration to say. An algorithm is fetched
  # when it is first wanted, with the default properties of that moment, and kept for the life of the process: what
  # restricts the process (`OPENSSL_CONF`, `OpenSSL.fips_mode = true`) has to stand before that. What a provider refuses
  # is a {ProviderError}.
  #
  # It shares the process with Ruby's own openssl, in either order of loading: neither its configuration nor its queue
  # of errors is touched.
  #
  # Within `module Oxisalt`, `OpenSSL` is this module: Ruby's own is `::OpenSSL`.
  #
  # @example
  #   require "oxisalt/openssl"
  #   Oxisalt::OpenSSL::HMAC.hexdigest("SHA256", "key", "data")
  #   # => "5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0"
  #   Oxisalt::OpenSSL::Digest::SHA1.hexdigest("abc")   # => "a9993e364706816aba3e25717850c26c9cd0d89d"
  module OpenSSL
    # @!method self.version
    #   @return [String] the libcrypto that is loaded, in its own words
    #   @example
    #     Oxisalt::OpenSSL.version # => "OpenSSL 3..."

    # @!method self.fips?
    #   @return [Boolean] whether the default properties ask for approved algorithms (`fips=yes`), now

    # @!method self.provider
    #   @return [String, nil] the provider that computes SHA-256, such as `"default"` or `"fips"`; nil where none does
  end
end
