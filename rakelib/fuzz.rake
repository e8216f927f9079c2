# frozen_string_literal: true

# fuzz/README.md says what is run. Core and OpenPGP apart: each then finds its dependencies as rust's tests built them.
namespace :fuzz do
  manifest = ["--manifest-path", "fuzz/Cargo.toml"]

  desc "Run every fuzz target over its corpus and over changed copies of it (OXISALT_FUZZ of them)"
  task :corpus do
    %w[core openpgp].each do |part|
      sh "cargo", "test", *manifest, "--locked", "--target-dir", "target", "--no-default-features", "--features", part,
         "--test", "corpus", "--quiet", "--", "--show-output"
    end
  end

  desc "Let libFuzzer look for what breaks one target or all of them, so many times each"
  task :run, %i[target times] do |_, arguments|
    all = Dir["fuzz/fuzz_targets/*.rs"].map { |path| File.basename(path, ".rs") }.sort
    targets = arguments[:target] ? [arguments[:target]] : all
    targets.each do |target|
      # What libFuzzer finds of use on its way goes to the first folder, which is not kept.
      found = File.expand_path("target/fuzz/#{target}")
      mkdir_p found
      sh({ "RUSTC_BOOTSTRAP" => "1" }, "cargo", "fuzz", "run", "--features", "libfuzzer", "--target-dir",
         File.expand_path("target/fuzzing"), target, found, File.expand_path("fuzz/corpus/#{target}"), "--",
         "-runs=#{arguments[:times] || 100_000}", "-max_len=4096", "-timeout=20")
    end
  end

  desc "Take over the versions of Cargo.lock"
  task :lock do
    cp "Cargo.lock", "fuzz/Cargo.lock"
    sh "cargo", "metadata", *manifest, "--format-version", "1", out: File::NULL
  end
end
