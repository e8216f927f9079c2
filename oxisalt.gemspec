# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "oxisalt"
  spec.version = File.read(File.join(__dir__, "Cargo.toml"))[/^version = "(.+)"$/, 1]
  spec.authors = ["The Oxisalt developers"]
  spec.summary = "Digests, HMAC, Ed25519 signatures and NaCl boxes for Ruby, computed in Rust"
  spec.description = <<~TEXT
    Message digests, HMAC, Ed25519 signatures and NaCl boxes, with the interfaces of OpenSSL::HMAC, Digest and RbNaCl and
    a fraction of their cost per call. The cryptography is Rust, from kept crates; no C library is needed at run time.
  TEXT
  spec.licenses = ["MIT", "Apache-2.0"]
  spec.required_ruby_version = ">= 3.1"

  # A workspace is built as a whole: its root manifest, its lock file and every member go into the gem.
  spec.files = Dir[
    "Cargo.{toml,lock}", "ext/**/*.{rs,toml,rb}", "lib/**/*.rb", "sig/**/*.rbs",
    "README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE-*", ".yardopts",
    base: __dir__
  ]
  # In the order of ext/makefile.rb.
  spec.extensions = Dir["ext/*/extconf.rb", base: __dir__].sort

  spec.metadata["rubygems_mfa_required"] = "true"

  spec.add_dependency "rb_sys", "~> 0.9.87"
end
