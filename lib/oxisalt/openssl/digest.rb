# frozen_string_literal: true

module Oxisalt
  # The public part of this module is documented in openssl.rb.
  module OpenSSL
    # {Oxisalt::Digest} by libcrypto: the same methods, arguments and errors, and {ProviderError} where no provider
    # offers the algorithm.
    #
    # There are no BLAKE3 and SHA256d, for libcrypto has none, and BLAKE2 takes neither a key nor a length.
    #
    # @example
    #   require "oxisalt/openssl"
    #   Oxisalt::OpenSSL::Digest.hexdigest("sha-256", "abc")
    #   # => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #   (Oxisalt::OpenSSL::Digest::SHA256.new << "a" << "bc").base64digest
    #   # => "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    #   Oxisalt::OpenSSL::Digest::MD5.file(File::NULL).hexdigest   # => "d41d8cd98f00b204e9800998ecf8427e"
    class Digest < ::Digest::Class
      include Sugar::Digest

      # MD5 (RFC 1321): 16 bytes. Broken; only for old formats.
      class MD5 < Digest; end

      # SHA-1 (FIPS 180-4): 20 bytes. Broken for signatures; HMAC-SHA1 is not.
      class SHA1 < Digest; end

      # SHA-224 (FIPS 180-4): 28 bytes.
      class SHA224 < Digest; end

      # SHA-256 (FIPS 180-4): 32 bytes.
      class SHA256 < Digest; end

      # SHA-384 (FIPS 180-4): 48 bytes.
      class SHA384 < Digest; end

      # SHA-512 (FIPS 180-4): 64 bytes.
      class SHA512 < Digest; end

      # SHA-512/224 (FIPS 180-4): 28 bytes.
      class SHA512_224 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

      # SHA-512/256 (FIPS 180-4): 32 bytes.
      class SHA512_256 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

      # SHA3-224 (FIPS 202): 28 bytes.
      class SHA3_224 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

      # SHA3-256 (FIPS 202): 32 bytes.
      class SHA3_256 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

      # SHA3-384 (FIPS 202): 48 bytes.
      class SHA3_384 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

      # SHA3-512 (FIPS 202): 64 bytes.
      class SHA3_512 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

      # BLAKE2b (RFC 7693): 64 bytes, without a key.
      class BLAKE2b < Digest; end

      # BLAKE2s (RFC 7693): 32 bytes, without a key.
      class BLAKE2s < Digest; end

      # RIPEMD-160 (Dobbertin, Bosselaers, Preneel 1996): 20 bytes.
      class RIPEMD160 < Digest; end

      # The name that ::Digest gives it.
      RMD160 = RIPEMD160

      Sugar::Digest.extend_classes(self)
    end
  end
end
