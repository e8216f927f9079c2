# frozen_string_literal: true

require_relative "../makefile"

# Optional: where it cannot be built, or is not wanted, the gem is complete without it.
leave_out = ->(reason) { Makefile.leave_out("Oxisalt::OpenSSL", reason, __dir__) }

leave_out.call("declined") unless Makefile.take("openssl", true)

unless find_executable("pkg-config") && pkg_config("openssl")
  leave_out.call("OpenSSL's development files are missing. To have it, install them (Debian: apt-get install " \
                 "libssl-dev pkg-config; Homebrew: brew install openssl pkg-config) and then the gem again")
end

# Which 1.1 does not have, nor any library that only calls itself OpenSSL.
unless have_func("EVP_MAC_fetch", "openssl/evp.h")
  leave_out.call("it needs OpenSSL 3.0 or later, and pkg-config finds #{pkg_config('openssl', 'modversion')}")
end

Makefile.create("oxisalt/oxisalt_openssl")
