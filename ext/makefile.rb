# frozen_string_literal: true

require "mkmf"
require_relative "toolchain"

# What the extensions' Makefiles have in common: among it the compiler's flags and the folder for what cargo builds, for
# with others cargo builds the crates that they share anew.
module Makefile
  # The extensions' folders, in the order in which RubyGems builds them: as in oxisalt.gemspec.
  EXTENSIONS = Dir["*/extconf.rb", base: __dir__].sort.map { |path| File.dirname(path) }.freeze

  # --with-engine and the like are for extconf.rb. What is left in ARGV goes to cargo, which does not know them.
  def self.take(name, default)
    with_config(name, default)
  ensure
    ARGV.reject! { |argument| argument.match?(/\A--with(?:out)?-/) }
  end

  # A Makefile that builds nothing, for a part that is declined or cannot be built, and a line that says so.
  def self.leave_out(part, reason, folder)
    message("#{part} is not built: #{reason}.\n")
    File.write("Makefile", dummy_makefile(folder).join)
    File.write("Makefile", <<~MAKEFILE, mode: "a") if clears?(File.basename(folder))

      install: clear
      .PHONY: clear
      clear:
      \t$(Q) $(RM_RF) #{target_directory}
    MAKEFILE
    exit
  end

  # A Makefile that builds the crate.
  def self.create(target, features: nil)
    Toolchain.check
    require "rb_sys/mkmf"

    name = File.basename(target)
    message("#{name} (#{EXTENSIONS.index(name) + 1} of #{EXTENSIONS.size}) is compiled by cargo: a minute or more.\n")
    create_rust_makefile(target) do |builder|
      builder.extra_cargo_args << "--locked" if installs?
      configure(builder, name, features)
    end
    share_target_directory
  end

  def self.configure(builder, name, features)
    builder.auto_install_rust_toolchain = false
    builder.extra_cargo_args += ["--no-default-features"] if features
    builder.features = features if features
    builder.extra_rustflags += flags(builder.target || RbConfig::CONFIG["host_cpu"])
    # What remains is the library where RubyGems puts it.
    builder.rubygems_clean_dirs << "$(DLLIB)"
    builder.rubygems_clean_dirs << target_directory if clears?(name)
  end

  # Whether RubyGems builds this, and not rake.
  def self.installs?
    ENV.key?("SOURCE_DATE_EPOCH")
  end

  # What cargo builds is for all extensions, and is cleared away with the last. A folder of the user's own stays.
  def self.target_directory
    ENV.fetch("CARGO_TARGET_DIR") { File.join(__dir__, "target") }
  end

  def self.clears?(name)
    installs? && name == EXTENSIONS.last && !ENV.key?("CARGO_TARGET_DIR")
  end

  def self.flags(processor)
    flags = []
    # As in .cargo/config.toml, which stays behind in the repository.
    flags << '--cfg=curve25519_dalek_backend="avx512"' if processor.match?(/\A(?:x86_64|x64)/)
    # Where the crates lay says something of the builder, and nothing to the user.
    crates = ENV.fetch("CARGO_HOME") { File.join(Dir.home, ".cargo") }
    flags << "--remap-path-prefix=#{crates}=cargo" unless crates.match?(/\s/)
    flags
  end

  # rb_sys has a folder for each extension, which it removes when it cleans.
  def self.share_target_directory
    File.write("Makefile", <<~MAKEFILE)
      RB_SYS_CARGO_TARGET_DIR ?= #{target_directory}
      #{File.read('Makefile')}
      CLEANOBJS = $(RB_SYS_BUILD_DIR)
      # What was built is cleaned away once it is installed, and not before.
      gemclean: install-so
    MAKEFILE
  end

  private_class_method :configure, :installs?, :clears?, :flags, :share_target_directory
end
