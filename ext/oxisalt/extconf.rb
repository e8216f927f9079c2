# frozen_string_literal: true

require_relative "../makefile"

# Who computes signatures, key agreement and sealing: see ext/core/src/engine.rs.
engines = %w[fast rustcrypto]
engine = Makefile.take("engine", ENV.fetch("OXISALT_ENGINE", "fast"))
unless engines.include?(engine)
  abort "Oxisalt has no engine #{engine.inspect}. OXISALT_ENGINE and --with-engine take #{engines.join(' or ')}."
end

Makefile.create("oxisalt/oxisalt", features: [engine])
