# frozen_string_literal: true

require_relative "../makefile"

# Optional: where it cannot be built, or is not wanted, the gem is complete without it.
leave_out = ->(reason) { Makefile.leave_out("Oxisalt::OpenSSL", reason, __dir__) }

leave_out.call("declined") unless Makefile.take("openssl", true)

unless find_executable("pkg-config") && pkg_config("libcrypto")
  leave_out.call("OpenSSL's development files are missing. To have it, install them (Debian: apt-get install " \
                 "libssl-dev pkg-config; Homebrew: brew install openssl pkg-config) and then the gem again")
end

version = pkg_config("libcrypto", "modversion")
unless Gem::Version.correct?(version) && Gem::Version.new(version) >= Gem::Version.new("3.0")
  leave_out.call("it needs OpenSSL 3.0 or later, and pkg-config finds #{version}")
end

Makefile.create("oxisalt/oxisalt_openssl")
