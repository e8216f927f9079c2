# frozen_string_literal: true

require_relative "../makefile"

# Optional: where it cannot be built, or is not wanted, the gem is complete without it.
leave_out = ->(reason) { Makefile.leave_out("Oxisalt::GPG", reason, __dir__) }

leave_out.call("declined") unless Makefile.take("gpg", true)

unless find_executable("pkg-config") && pkg_config("gpgme") && pkg_config("gpg-error")
  leave_out.call("libgpgme's development files are missing. To have it, install them (Debian: apt-get install " \
                 "libgpgme-dev pkg-config; Homebrew: brew install gpgme pkg-config) and then the gem again")
end

Makefile.create("oxisalt/oxisalt_gpgme")

# The process that speaks to GnuPG is built along with the extension, and installed beside it. What libgpgme needs is
# not looked at in linking: bin/debian links with an older C library than the one that libgpgme is for.
flags = RbConfig::CONFIG["target_os"].start_with?("linux") ? "-C link-arg=-Wl,--allow-shlib-undefined" : ""
File.write("Makefile", <<~MAKEFILE, mode: "a")

  HELPER = oxisalt-gpg$(EXEEXT)

  all: $(HELPER)
  install: install-helper
  gemclean: install-helper
  RUBYGEMS_CLEAN_DIRS += $(HELPER)

  .PHONY: install-helper

  $(HELPER): FORCE
  \t$(CARGO) rustc $(RB_SYS_EXTRA_CARGO_ARGS) --manifest-path $(srcdir)/../gpg/Cargo.toml --target-dir $(RB_SYS_CARGO_TARGET_DIR) --bin oxisalt-gpg --features engine $(RB_SYS_CARGO_PROFILE_FLAG) -- #{flags}
  \t$(Q) $(COPY) "$(RUSTLIBDIR)/$(HELPER)" $@

  install-helper: $(HELPER)
  \t$(ECHO) installing $(HELPER) to $(RUBYARCHDIR)
  \t$(Q) $(MAKEDIRS) $(RUBYARCHDIR)
  \t$(INSTALL_PROG) $(HELPER) $(RUBYARCHDIR)
MAKEFILE
