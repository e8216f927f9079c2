# frozen_string_literal: true

require "mkmf"

# What the extensions' Makefiles have in common: among it the compiler's flags, for with others cargo builds the crates
# that they share anew.
module Makefile
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
    exit
  end

  # A Makefile that builds the crate.
  def self.create(target, features: nil)
    require "rb_sys/mkmf"

    message("#{target} is built from source by cargo, which takes a minute or more.\n")
    create_rust_makefile(target) do |builder|
      builder.extra_cargo_args += ["--no-default-features"] if features
      builder.features = features if features
      # As in .cargo/config.toml, which stays behind in the repository.
      if (builder.target || RbConfig::CONFIG["host_cpu"]).match?(/\A(?:x86_64|x64)/)
        builder.extra_rustflags << '--cfg=curve25519_dalek_backend="avx512"'
      end
    end
  end
end
