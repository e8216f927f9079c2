# frozen_string_literal: true

require "rspec/core/rake_task"

RSpec::Core::RakeTask.new(:spec)
Rake::Task[:spec].clear_comments.add_description("Run the specs")
task spec: :compile if Rake::Task.task_defined?(:compile)

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
