# frozen_string_literal: true

require_relative "support"
require_relative "../../benchmark/speed/openssl_speed"

RSpec.describe OpenSSLSpeed do
  # What OpenSSL 3.0.19 prints with -mr, each cell's count when the signal comes.
  digest = [["+DT:sha256:1:16", "+R:8416555:sha256:0.990000"]]
  hmac = [["+DT:hmac(md5):1:64", "+R:2666195:hmac(md5):0.990000"]]
  signatures = [["+DTP:253:sign:Ed25519:1", "+R8:22816:253:Ed25519:0.83"],
                ["+DTP:253:verify:Ed25519:1", "+R9:5243:253:Ed25519:0.53"]]
  agreement = [["+DTP:253::ecdh:1", "+R7:25922:253:0.81"]]

  include BenchSupport

  # A command openssl that says in a file what it was called with, and prints what it is told with each signal.
  stand_in = <<~'RUBY'
    #!%<ruby>s
    File.write(File.join(__dir__, "arguments"), ARGV.join(" "))
    signalled = 0
    trap("ALRM") { signalled += 1 }
    %<cells>p.each.with_index(1) do |(begins, ends), number|
      $stderr.puts begins
      sleep 0.001 while signalled < number
      $stderr.puts ends
    end
    puts "+H:16"
    sleep
  RUBY

  define_method(:stand_in) do |cells|
    write_command(format(stand_in, ruby: RbConfig.ruby, cells:))
  end

  def write_command(text)
    path = File.join(directory, "openssl")
    File.write(path, text)
    File.chmod(0o755, path)
  end

  def with_path(path)
    before = ENV.fetch("PATH")
    ENV["PATH"] = path
    yield
  ensure
    ENV["PATH"] = before
  end

  def measure(cells, arguments, **options)
    stand_in(cells)
    with_path(directory) { described_class.new(arguments, **options).per_pass(0.05) }
  end

  { "a digest" => [digest, 0, 8_416_555], "an HMAC" => [hmac, 0, 2_666_195], "signing" => [signatures, 0, 22_816],
    "verifying" => [signatures, 1, 5243], "X25519" => [agreement, 0, 25_922] }.each do |name, (cells, cell, count)|
    it "reads the count of #{name}, and takes the time itself" do
      seconds = measure(cells, ["-x"], cell:) * count
      expect(seconds).to be >= 0.05
      expect(File.read(File.join(directory, "arguments"))).to eq("speed -mr -seconds 2 -x")
    end
  end

  it "says what a command said that does not measure" do
    refusal = "speed: Unknown algorithm -x"
    write_command("#!#{RbConfig.ruby}\nabort #{refusal.dump}\n")
    expect { with_path(directory) { described_class.new(%w[-x]).per_pass(0.05) } }
      .to raise_error(Bench::Error, "`openssl speed -x` says: #{refusal}")
  end

  it "measures with the command openssl itself" do
    skip "there is no openssl" if Bench::Library.fetch(:openssl_command).absence
    expect(described_class.new(%w[-evp sha256 -bytes 16]).per_pass(0.02)).to be_between(1e-9, 1e-2)
    expect(described_class.new(%w[ed25519], cell: 1).per_pass(0.02)).to be_between(1e-7, 1e-1)
  end
end
