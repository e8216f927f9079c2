# frozen_string_literal: true

require "mkmf"

# Optional: where it cannot be built, or is not wanted, the gem is complete without it.
def without_gpg(reason)
  message("Oxisalt::GPG is not built: #{reason}.\n")
  File.write("Makefile", dummy_makefile(__dir__).join)
  exit
end

without_gpg("declined") unless with_config("gpg", true) && with_config("gpgme", true)

unless find_executable("pkg-config") && pkg_config("gpgme") && pkg_config("gpg-error")
  without_gpg("libgpgme's development files are missing. To have it, install them (Debian: apt-get install " \
              "libgpgme-dev pkg-config; Homebrew: brew install gpgme pkg-config) and then the gem again")
end

require "rb_sys/mkmf"

create_rust_makefile("oxisalt/oxisalt_gpgme")

# The process that speaks to GnuPG is built along with the extension, and installed beside it.
File.write("Makefile", <<~MAKEFILE, mode: "a")

  HELPER = oxisalt-gpg$(EXEEXT)

  all: $(HELPER)
  install: install-helper

  .PHONY: install-helper

  $(HELPER): FORCE
  \t$(CARGO) build $(RB_SYS_EXTRA_CARGO_ARGS) --manifest-path $(srcdir)/../gpg/Cargo.toml --target-dir $(RB_SYS_CARGO_TARGET_DIR) --bin oxisalt-gpg --features engine $(RB_SYS_CARGO_PROFILE_FLAG)
  \t$(Q) $(COPY) "$(RUSTLIBDIR)/$(HELPER)" $@

  install-helper: $(HELPER)
  \t$(ECHO) installing $(HELPER) to $(RUBYARCHDIR)
  \t$(Q) $(MAKEDIRS) $(RUBYARCHDIR)
  \t$(INSTALL_PROG) $(HELPER) $(RUBYARCHDIR)
MAKEFILE
