# frozen_string_literal: true

namespace :rust do
  # The sanitizers' run times come with the stable toolchain, but not the option that uses them.
  desc "Test the core under AddressSanitizer"
  task :asan do
    host = `rustc -vV`[/^host: (.+)$/, 1]
    environment = {
      "RUSTC_BOOTSTRAP" => "1",
      "RUSTFLAGS" => "-Zsanitizer=address --cfg curve25519_dalek_backend=\"avx512\"",
      # Long comparisons are made for speed elsewhere.
      "OXISALT_CASES" => ENV.fetch("OXISALT_CASES", "500")
    }
    # With a target named, what runs in the build is built without the sanitizer.
    sh environment, "cargo", "test", "-p", "oxisalt-core", "--features", "oracle", "--target", host,
       "--target-dir", "target/asan", "--tests", "--quiet"
  end

  # Valgrind's processor has no AVX-512: what is tested there is what runs on a processor without it.
  desc "Test the core under Valgrind's memcheck"
  task :valgrind do
    environment = { "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER" => "valgrind --quiet --error-exitcode=1",
                    "OXISALT_CASES" => ENV.fetch("OXISALT_CASES", "50") }
    sh environment, "cargo", "test", "-p", "oxisalt-core", "--features", "oracle", "--tests", "--quiet", "--",
       "--test-threads=1"
  end
end
