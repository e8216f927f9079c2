# frozen_string_literal: true

require "open3"
require_relative "support"

RSpec.describe "The comparisons with other languages" do
  include BenchSupport

  root = File.expand_path("../..", __dir__)

  # Nothing is on the PATH but Ruby, which needs none.
  def run_without_commands(root, script)
    env = { "BENCH_QUICK" => "1", "BENCH_ROUNDS" => "1", "BENCH_SECONDS" => "0.001", "BENCH_RESULTS" => directory,
            "PATH" => directory }
    output, errors, status = Open3.capture3(env, RbConfig.ruby, "-I", File.join(root, "lib"),
                                            File.join(root, "benchmark", script))
    expect(status).to be_success, errors
    output.gsub(/\s+/, " ")
  end

  it "show Python and Crypto++ where they are missing, and measure the others" do
    output = run_without_commands(root, "hashes.rb")
    expect(output).to include(
      "hashlib (Python) not installed: apt-get install python3; there is no python3 on the PATH",
      "Crypto++ (C++) not installed: apt-get install g++ libcrypto++-dev; there is no g++ on the PATH",
      "pycryptopp (Python) is for Python 2", "published: 1 B 14 usec; 1 MiB 8.32 msec"
    )
    expect(output).to match(/Oxisalt [\d.]+ [nu]sec/)
  end

  it "show the command openssl and the core in Rust where they cannot be had" do
    output = run_without_commands(root, "speed.rb")
    expect(output).to include(
      "openssl speed not installed: apt-get install openssl, version 3 or later; there is no openssl on the PATH",
      "Oxisalt's core (Rust) not installed: Rust with cargo, from https://rustup.rs; there is no cargo on the PATH",
      "md2 broken, and historic since RFC 6149"
    )
    expect(output).to match(/Oxisalt \(Ruby\) [\d.]+k/)
  end
end
