# frozen_string_literal: true

# Oxisalt's cryptography without Ruby: an example of its crate, which cargo builds as it builds the gem.
module Core
  ROOT = File.expand_path("../..", __dir__)

  module_function

  def job(kind, name, size)
    Bench::Outsider::Job.new(program, "#{kind} #{name} #{size}")
  end

  def program
    @program ||= Bench::Program.new { [build] }
  end

  # BENCH_PROFILE=dev is for tests: quickly built, and slow.
  def build
    profile = ENV.fetch("BENCH_PROFILE", "release")
    Dir.chdir(ROOT) do
      messages = Bench::Command.output("cargo", "build", "--profile", profile, "--package", "oxisalt-core",
                                       "--example", "speed", "--message-format", "json")
      messages.lines.filter_map { |line| JSON.parse(line)["executable"] }.last
    end
  rescue LoadError => e
    raise Bench::Error, "the program that measures Oxisalt's core does not build: #{e.message}"
  end
end
