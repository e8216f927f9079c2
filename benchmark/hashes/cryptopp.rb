# frozen_string_literal: true

require "digest"
require "fileutils"

# Crypto++, by a program in C++ that is compiled for the comparison.
module CryptoPP
  SOURCE = File.join(__dir__, "cryptopp.cpp")
  BUILDS = File.expand_path("../../tmp/benchmark/build", __dir__)
  COMPILE = %w[g++ -std=c++17 -O3 -DNDEBUG].freeze

  module_function

  def job(algorithm, size)
    Bench::Outsider::Job.new(program, "#{algorithm} #{size}")
  end

  def program
    @program ||= Bench::Program.new { [build] }
  end

  # Compiles it, unless the same source was compiled by the same compiler for the same library before.
  def build
    path = File.join(BUILDS, "cryptopp-#{fingerprint}")
    return path if File.executable?(path)

    FileUtils.mkdir_p(BUILDS)
    draft = "#{path}.#{Process.pid}"
    Bench::Command.output(*COMPILE, SOURCE, "-o", draft, "-lcryptopp")
    File.rename(draft, path)
    path
  rescue LoadError => e
    raise Bench::Error, "the program that measures Crypto++ does not compile: #{e.message}"
  end

  def fingerprint
    compiler = Bench::Command.output(COMPILE.first, "--version")
    version = Bench::Library.fetch(:cryptopp).versions.to_s
    Digest::SHA256.hexdigest([File.read(SOURCE), COMPILE.join(" "), compiler, version].join("\0"))[0, 16]
  end
end
