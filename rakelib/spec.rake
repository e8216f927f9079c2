# frozen_string_literal: true

require_relative "suite"

desc "Run the specs"
task spec: :compile do
  abort "The specs fail." unless Suite.new.run
end

namespace :spec do
  desc "Install the packages in pkg/, each in a folder of its own, and use what was installed"
  task :install do
    # The crates that are compiled already serve here too.
    ENV["CARGO_TARGET_DIR"] ||= File.expand_path("target")
    # Without .rspec, which asks for spec_helper, and that for what is compiled in the checkout.
    sh RbConfig.ruby, "-S", "rspec", "--options", File::NULL, "--format", "documentation", "spec/install"
  end
end

# The libraries that the signatures refer to.
RBS_LIBRARIES = %w[digest pathname].freeze

desc "Check that the signatures in sig/ are valid"
task :rbs do
  libraries = RBS_LIBRARIES.flat_map { |library| ["-r", library] }
  ruby Gem.bin_path("rbs", "rbs"), *libraries, "-I", "sig", "validate", "--silent"
end

desc "Check and test the Rust code"
task :rust do
  sh "cargo", "fmt", "--all", "--check"
  sh "cargo", "clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"
  # Both engines, each also against the other. The vectors' runners print how much they ran.
  [%w[--features oracle], %w[--no-default-features --features rustcrypto]].each do |engine|
    sh "cargo", "test", "-p", "oxisalt-core", *engine, "--quiet", "--", "--show-output"
  end
  # Kernels are tested over more input than is quick without optimization; and with it, other copies of secrets arise.
  sh "cargo", "test", "-p", "oxisalt-core", "--features", "oracle", "--test", "kernels", "--test", "erasure", "--quiet",
     "--config", "profile.dev.package.oxisalt-core.opt-level=2", "--", "--include-ignored", "--show-output"
  sh "cargo", "test", "-p", "oxisalt-openpgp-core", "--quiet"
  sh "cargo", "test", "-p", "oxisalt-libcrypto", "--quiet", "--", "--show-output"
  sh "cargo", "test", "-p", "oxisalt-ruby", "--lib", "--quiet"
end
