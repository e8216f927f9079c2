# frozen_string_literal: true

RSpec.describe "A secret" do
  include Subprocess

  # Reads the process's own memory. A few copies may be left by the search itself and by the call that was last.
  search = <<~RUBY
    # The key, or its bytes with a pad's byte on each.
    def pattern(pad = 0) = Random.new(42).bytes(32).each_byte.map { |byte| byte ^ pad }.pack("C*")

    # Without `scan`, which would make a copy of each that it finds.
    def count(memory, wanted)
      found = 0
      at = -1
      found += 1 while (at = memory.index(wanted, at + 1))
      found
    end

    def copies(wanted)
      File.readlines("/proc/self/maps").sum do |line|
        range, access, _, _, _, name = line.split
        next 0 unless access.start_with?("rw") && !name.to_s.start_with?("[v")

        from, to = range.split("-").map(&:hex)
        memory = File.open("/proc/self/mem", "rb") { |file| file.pread(to - from, from) }
        count(memory, wanted).tap { memory.clear }
      end
    end

    def use_stack(depth) = depth.zero? ? 0 : 1 + use_stack(depth - 1)
  RUBY

  # Of SHA-3's HMAC the outer pad is kept as it is, and of a keyed BLAKE2 or BLAKE3 digest the key.
  {
    "an HMAC::Key" => ['Oxisalt::HMAC::Key.new("SHA3-256", key)', 0x5c],
    "an HMAC" => ['Oxisalt::HMAC.new(key, "SHA3-256").update("a")', 0x5c],
    "a copy of an HMAC" => ['Oxisalt::HMAC.new(key, "SHA3-256").dup', 0x5c],
    "a keyed BLAKE2b" => ["Oxisalt::Digest::BLAKE2b.new(key:)", 0],
    "a keyed BLAKE2s" => ["Oxisalt::Digest::BLAKE2s.new(key:)", 0],
    "a keyed BLAKE3" => ["Oxisalt::Digest::BLAKE3.new(key:)", 0],
    "a SigningKey" => ["Oxisalt::SigningKey.new(key)", 0],
    "a SigningKey that signed" => ['Oxisalt::SigningKey.new(key).tap { |signer| signer.sign("message") }', 0],
    "a PrivateKey" => ["Oxisalt::PrivateKey.new(key)", 0],
    "a SecretBox" => ["Oxisalt::SecretBox.new(key)", 0],
    "a SimpleBox" => ["Oxisalt::SimpleBox.from_secret_key(key)", 0],
    "a SealedBox" => ["Oxisalt::SealedBox.from_private_key(key)", 0],
    "a key of libcrypto's HMAC" => ['Oxisalt::OpenSSL::HMAC::Key.new("SHA256", key)', 0],
    "libcrypto's HMAC" => ['Oxisalt::OpenSSL::HMAC.new(key, "SHA3-256").update("a").dup', 0],
    "libcrypto's SigningKey" => ["Oxisalt::OpenSSL::SigningKey.new(key)", 0],
    "an AEAD" => ["Oxisalt::AEAD::XChaCha20Poly1305IETF.new(key)", 0],
    "a OneTimeAuth" => ["Oxisalt::OneTimeAuth.new(key)", 0],
    "a GroupElement" => ["Oxisalt::GroupElement.new(key)", 0]
  }.each do |kind, (make, pad)|
    it "is erased with #{kind}" do
      skip "there is no /proc here" unless File.readable?("/proc/self/mem")

      kept, left = run_ruby(search + <<~RUBY).split.map { |count| Integer(count) }
        require "oxisalt/openssl"
        key = pattern
        objects = Array.new(500) { #{make} }
        kept = copies(pattern(#{pad}))
        objects = key = nil
        use_stack(3000)
        3.times { GC.start }
        puts kept, copies(pattern(#{pad}))
      RUBY
      expect(kept).to be >= 500
      expect(left).to be < 100
    end
  end

  it "of one call of libcrypto's HMAC is erased by the next, for a thread's context is kept" do
    skip "there is no /proc here" unless File.readable?("/proc/self/mem")

    left = run_ruby(search + <<~RUBY)
      require "oxisalt/openssl"
      Oxisalt::OpenSSL::HMAC.names.product([pattern, "another"]) { |name, key| Oxisalt::OpenSSL::HMAC.digest(name, key, "") }
      use_stack(3000)
      GC.start
      puts copies(pattern(0x36)) + copies(pattern(0x5c)), copies(pattern)
    RUBY
    expect(left.split.map { |count| Integer(count) }).to match([be < 10, be < 10])
  end
end
