# frozen_string_literal: true

RSpec.describe "Memory" do
  include Subprocess

  # Prints by how many KiB the process grows over `passes` calls, after as many to warm up.
  def growth(passes, call)
    skip "there is no /proc here" unless File.readable?("/proc/self/status")

    Integer(run_ruby(<<~RUBY))
      def resident = (GC.start; Integer(File.read("/proc/self/status")[/VmRSS:\\s+(\\d+)/, 1]))
      call = #{call}
      #{passes}.times(&call)
      before = resident
      #{passes}.times(&call)
      p resident - before
    RUBY
  end

  {
    "one call" => [100_000, <<~RUBY],
      ->(_) { Oxisalt::Digest.digest("SHA256", "data") + Oxisalt::HMAC::SHA1.digest("k", "data") }
    RUBY
    "streams" => [20_000, <<~RUBY],
      ->(_) { %w[MD5 SHA512 SHA3-256 BLAKE2b BLAKE3].each { |name| Oxisalt::Digest.new(name).update("a").dup } }
    RUBY
    "keys" => [50_000, <<~RUBY],
      ->(_) { [Oxisalt::HMAC::Key.new("SHA512", "k").digest("a"), Oxisalt::HMAC::SHA3_512.new("k").dup] }
    RUBY
    "keys that sign" => [10_000, <<~RUBY],
      lambda do |_|
        key = Oxisalt::SigningKey.generate
        key.verify_key.valid?(key.sign("a"), "a")
        Oxisalt::VerifyKey.from_pem(Oxisalt::SigningKey.from_der(key.to_der).verify_key.to_pem).to_jwk
      end
    RUBY
    "long output" => [2000, <<~RUBY],
      ->(_) { Oxisalt::Digest::BLAKE3.hexdigest("a", digest_size: 100_000) }
    RUBY
    "data past the threshold" => [100, <<~RUBY],
      ->(_) { Oxisalt::Digest::SHA1.digest("a" * 2_000_000) }
    RUBY
    "boxes" => [5000, <<~RUBY],
      lambda do |_|
        key = Oxisalt::PrivateKey.generate
        box = Oxisalt::SimpleBox.from_keypair(key.public_key, key)
        box.open(box.box("message"))
        Oxisalt::SealedBox.from_private_key(key).open(Oxisalt::SealedBox.from_public_key(key.public_key).box("m" * 300))
      end
    RUBY
    "boxes past the threshold" => [100, <<~RUBY],
      lambda do |_|
        box = Oxisalt::SimpleBox.from_secret_key("k" * 32)
        box.open(box.box("m" * 2_000_000))
      end
    RUBY
    "files" => [2000, <<~RUBY],
      ->(_) { Oxisalt::Digest::SHA256.file($LOADED_FEATURES.grep(%r{oxisalt/error}).first) }
    RUBY
    "wrong input" => [20_000, <<~RUBY]
      lambda do |i|
        [-> { Oxisalt::Digest::SHA256.digest(nil) }, -> { Oxisalt::Digest.digest("none", "") },
         -> { Oxisalt::HMAC::SHA1.verify("k", "data", "tag") }, -> { Oxisalt::Digest::BLAKE2b.new(key: "") },
         -> { Oxisalt::HMAC.new("k", nil) }, -> { Oxisalt::PrivateKey.new("k") },
         -> { Oxisalt::SimpleBox.from_secret_key("k" * 32).open("x" * 2000) }][i % 7].call
      rescue Oxisalt::Error
        nil
      end
    RUBY
  }.each do |kind, (passes, call)|
    it "does not grow with #{kind}" do
      # Ruby 3.3 keeps up to 24 MiB of what was collected, however many calls there are.
      expect(growth(passes, call)).to be < (RUBY_VERSION < "3.3" ? 4096 : 32_768)
    end
  end
end
