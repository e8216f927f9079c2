# frozen_string_literal: true

# What the gem offers, and what other libraries call the same, for specs that hold for all of it.
module Catalogue
  # The constant that the class of an algorithm has.
  def self.constant(name) = name.tr("-", "_")

  DIGESTS = Oxisalt::Digest.names.to_h { |name| [name, Oxisalt::Digest.const_get(constant(name))] }.freeze
  HMACS = Oxisalt::HMAC.names.to_h { |name| [name, Oxisalt::HMAC.const_get(constant(name))] }.freeze
  BLAKES = DIGESTS.slice("BLAKE2b", "BLAKE2s", "BLAKE3").freeze

  OPENSSL_SPELLINGS = { "BLAKE2b" => "BLAKE2b512", "BLAKE2s" => "BLAKE2s256" }.freeze
  private_constant :OPENSSL_SPELLINGS

  # The OpenSSL::Digest of the same algorithm, where this machine's libcrypto has it.
  def self.openssl(name)
    OpenSSL::Digest.new(OPENSSL_SPELLINGS.fetch(name, name))
  rescue RuntimeError, OpenSSL::OpenSSLError
    nil
  end

  IN_OPENSSL = DIGESTS.keys.select { |name| openssl(name) }.freeze
  HMAC_IN_OPENSSL = (IN_OPENSSL & HMACS.keys).freeze
  IN_RUBY = {
    "MD5" => ::Digest::MD5, "SHA1" => ::Digest::SHA1, "SHA256" => ::Digest::SHA256, "SHA384" => ::Digest::SHA384,
    "SHA512" => ::Digest::SHA512, "RIPEMD160" => ::Digest::RMD160
  }.freeze

  FORMS = %i[digest hexdigest base64digest].freeze
end
