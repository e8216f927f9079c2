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
    "the other primitives" => [5000, <<~RUBY],
      lambda do |_|
        aead = Oxisalt::AEAD::XChaCha20Poly1305IETF.new("k" * 32)
        aead.decrypt("n" * 24, aead.encrypt("n" * 24, "message", "data"), "data")
        Oxisalt::OneTimeAuth.verify("k" * 32, Oxisalt::OneTimeAuth.auth("k" * 32, "m"), "m")
        Oxisalt::Auth.new("k").valid?("tag", "m")
        Oxisalt::GroupElement.base.mult("k" * 32)
        Oxisalt::HKDF.derive("SHA256", "m", length: 500)
        Oxisalt::Util.hex2bin(Oxisalt::Util.bin2hex("m" * 1000))
      end
    RUBY
    "password hashes" => [200, <<~RUBY],
      lambda do |i|
        Oxisalt::PasswordHash.valid?("p", Oxisalt::PasswordHash.argon2_str("p", 1, 1 << 20))
        Oxisalt::PasswordHash.scrypt("p", "s" * 32, 2**15, 2**24)
        Oxisalt::PasswordHash.argon2id("p", "s" * 16, 1, 4_398_046_510_080) if i.even?
      rescue ArgumentError
        nil
      end
    RUBY
    "files" => [2000, <<~RUBY],
      ->(_) { Oxisalt::Digest::SHA256.file($LOADED_FEATURES.grep(%r{oxisalt/error}).first) }
    RUBY
    "what libcrypto computes" => [100_000, <<~RUBY],
      begin
        require "oxisalt/openssl"
        key = Oxisalt::OpenSSL::HMAC::Key.new("SHA1", "key")
        ->(i) { [Oxisalt::OpenSSL::HMAC.digest("SHA256", "key\#{i}", "data"), key.digest("data"), key.valid?("tag", "data"),
                 Oxisalt::OpenSSL::Digest.digest("SHA256", "data"), Oxisalt::OpenSSL::Digest::SHA1.new.update("a").dup] }
      end
    RUBY
    "keys of libcrypto's, and what it refuses" => [2000, <<~RUBY],
      begin
        require "oxisalt/openssl"
        lambda do |_|
          key = Oxisalt::OpenSSL::SigningKey.generate
          key.verify_key.valid?(key.sign("a"), "a")
          Oxisalt::OpenSSL::HMAC.new("k", "SHA512").update("a").reset.dup.digest
          Oxisalt::OpenSSL::Digest.new("none")
        rescue Oxisalt::Error
          nil
        end
      end
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
      expect(growth(passes, call)).to be < 4096
    end
  end
end
