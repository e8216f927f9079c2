# frozen_string_literal: true

require "oxisalt/openssl"

# What libcrypto computes, beside the gem's own classes of the same names.
module LibcryptoCatalogue
  # With which examples call libcrypto behind the gem's back.
  FIDDLE = begin
    require "fiddle"
    true
  rescue LoadError
    false
  end

  DIGESTS = Oxisalt::OpenSSL::Digest.names.to_h do |name|
    [name, Oxisalt::OpenSSL::Digest.const_get(Catalogue.constant(name))]
  end.freeze
  HMACS = Oxisalt::OpenSSL::HMAC.names.to_h do |name|
    [name, Oxisalt::OpenSSL::HMAC.const_get(Catalogue.constant(name))]
  end.freeze
end
