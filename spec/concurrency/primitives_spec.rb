# frozen_string_literal: true

RSpec.describe "The primitives beside the boxes" do
  include Subprocess

  # What each of them returns, long input and wrong input included.
  work = <<~RUBY
    def primitives
      aead = Oxisalt::AEAD::XChaCha20Poly1305IETF.new("k" * 32)
      [aead, Oxisalt::AEAD::ChaCha20Poly1305IETF.new("k" * 32), Oxisalt::AEAD::ChaCha20Poly1305Legacy.new("k" * 32),
       Oxisalt::OneTimeAuth.new("k" * 32), Oxisalt::Auth.new("k" * 32), Oxisalt::GroupElement.new("k" * 32)]
    end

    def work(*ciphers, one_time, auth, point)
      long = "é" * 600_000
      results = ciphers.flat_map do |aead|
        nonce = "n" * aead.nonce_bytes
        ["message", long].map { |message| aead.decrypt(nonce, aead.encrypt(nonce, message, long), long) == message.b }
      end
      results += [one_time, auth].flat_map { |each| [each.auth("m"), each.verify(each.auth(long), long), each.valid?(nil, "m")] }
      results << point.mult("s" * 32).to_bytes << Oxisalt::GroupElement.base.to_bytes
      results << Oxisalt::HKDF.derive("SHA3-256", long, length: 100, salt: "s", info: "i") << Oxisalt::HKDF.extract("SHA1", "m")
      results << Oxisalt::PasswordHash.argon2id("p", "s" * 16, 1, 1 << 20, 32) << Oxisalt::PasswordHash.scrypt("p", "s" * 32, 2**15, 2**20)
      results << Oxisalt::PasswordHash.valid?("p", Oxisalt::PasswordHash.argon2_str("p", 1, 8192))
      results << Oxisalt::Util.hex2bin(Oxisalt::Util.bin2hex(long)).size << Oxisalt::Util.verify16("a" * 16, "a" * 16)
      results << Oxisalt::Digest::BLAKE2b.digest("m", salt: "s", personal: "p", key: "k")
      results + [-> { ciphers[0].decrypt("n" * 24, "x" * 20) }, -> { ciphers[0].encrypt("n", "m") }, -> { one_time.verify("t", "m") },
                 -> { Oxisalt::GroupElement.new("\\0" * 32) }, -> { Oxisalt::HKDF.derive("BLAKE3", "m", length: 1) },
                 -> { Oxisalt::PasswordHash.argon2id("p", "s", 1, 8192) }, -> { Oxisalt::PasswordHash.argon2_str("p", 0) },
                 -> { Oxisalt::Util.hex2bin("x") }, -> { Oxisalt::Util.zeros(-1) }].map do |call|
        call.call
      rescue Oxisalt::Error => e
        e.message
      end
    end
  RUBY

  it "are shared by Ractors, which make their own as well" do
    skip "this Ruby has no Ractor" unless defined?(Ractor)

    output = run_ruby(work + <<~RUBY)
      class Ractor; alias value take unless method_defined?(:value); end
      shared = primitives
      p shared.all? { |object| Ractor.shareable?(object) }
      p Array.new(4) { Ractor.new(shared) { |objects| [work(*objects), work(*primitives)] } }.map(&:value).uniq == [[work(*shared)] * 2]
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  it "are shared by threads" do
    output = run_ruby(work + <<~RUBY)
      shared = primitives
      p Array.new(6) { Thread.new { work(*shared) } }.map(&:value).uniq == [work(*shared)]
    RUBY
    expect(output).to eq("true\n")
  end

  it "stand the garbage collector at every allocation, and in every place" do
    output = run_ruby(work + <<~RUBY)
      expected = work(*primitives)
      GC.stress = true
      results = work(*primitives)
      GC.stress = false
      p results == expected
      kept = primitives
      GC.verify_compaction_references(toward: :empty) if GC.respond_to?(:verify_compaction_references)
      GC.auto_compact = true if GC.respond_to?(:auto_compact=)
      p work(*kept) == expected
    RUBY
    expect(output).to eq("true\ntrue\n")
  end
end
