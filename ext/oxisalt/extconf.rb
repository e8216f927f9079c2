# frozen_string_literal: true

require "mkmf"
require "rb_sys/mkmf"

# Who computes signatures, key agreement and sealing: see ext/core/src/engine.rs.
engines = %w[fast rustcrypto]
engine = with_config("engine", ENV.fetch("OXISALT_ENGINE", "fast"))
unless engines.include?(engine)
  abort "Oxisalt has no engine #{engine.inspect}. OXISALT_ENGINE and --with-engine take #{engines.join(' or ')}."
end
# What is left here goes to cargo, which does not know it.
ARGV.reject! { |argument| argument.start_with?("--with-engine") }

create_rust_makefile("oxisalt/oxisalt") do |builder|
  builder.extra_cargo_args += ["--no-default-features"]
  builder.features = [engine]
  # As in .cargo/config.toml, which stays behind in the repository.
  if (builder.target || RbConfig::CONFIG["host_cpu"]).match?(/\A(?:x86_64|x64)/)
    builder.extra_rustflags << '--cfg=curve25519_dalek_backend="avx512"'
  end
end
