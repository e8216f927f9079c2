# frozen_string_literal: true

require "mkmf"

# Optional: where it cannot be built, or is not wanted, the gem is complete without it.
def without_gpg(reason)
  message("Oxisalt::GPG is not built: #{reason}.\n")
  File.write("Makefile", dummy_makefile(__dir__).join)
  exit
end

unless with_config("gpg", true) && with_config("gpgme", true)
  without_gpg("declined")
end

unless pkg_config("gpgme") && pkg_config("gpg-error") && find_executable("pkg-config")
  without_gpg("libgpgme's development files are missing. Install them (Debian: apt-get install libgpgme-dev; " \
              "Homebrew: brew install gpgme pkg-config) and then the gem again to have it")
end

require "rb_sys/mkmf"

create_rust_makefile("oxisalt/oxisalt_gpgme")
