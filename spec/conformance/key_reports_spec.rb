# frozen_string_literal: true

# Faults that users of other libraries met with keys and signatures, each named by its public report.
RSpec.describe "What was reported of keys and signatures in other libraries" do
  include Subprocess

  key = Oxisalt::SigningKey.new("s" * 32)

  it "signs text in UTF-8 with 64 bytes (rbnacl#221)" do
    signature = key.sign("é1")
    expect([signature.bytesize, signature.encoding]).to eq([64, Encoding::BINARY])
    expect(signature).to eq(key.sign("é1".b))
  end

  it "verifies text in UTF-8 (the same kind)" do
    expect(key.verify_key.verify(key.sign("é"), "é")).to be(true)
    expect(key.verify_key.verify(key.sign("é").force_encoding("UTF-8"), "é")).to be(true)
    expect(key.verify_key.verify_attached(key.sign_attached("é"))).to be(true)
  end

  it "verifies an empty message, which RbNaCl cannot (RFC 8032, TEST 1)" do
    expect(key.verify_key.verify(key.sign(""), "")).to be(true)
    expect(key.verify_key.verify_attached(key.sign_attached(""))).to be(true)
  end

  it "refuses S of L and more, which the gem ed25519 takes" do
    order = (1 << 252) + 27_742_317_777_372_353_535_851_937_790_883_648_493
    signature = key.sign("message")
    s = signature[32..].unpack("Q<4").each_with_index.sum { |part, index| part << (64 * index) }
    larger = (1..15).map { |times| s + (times * order) }.select { |sum| sum < 1 << 256 }
    expect(larger.size).to be > 10
    larger.each do |sum|
      forged = signature[0, 32] + Array.new(4) { |index| (sum >> (64 * index)) & ((1 << 64) - 1) }.pack("Q<4")
      expect(key.verify_key.valid?(forged, "message")).to be(false)
    end
  end

  it "refuses keys of small order, under which one signature fits any message (libsodium#112)" do
    # All of order 1, 2, 4 and 8, as they are written canonically and otherwise.
    canonical = %w[0100000000000000000000000000000000000000000000000000000000000000
                   ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
                   0000000000000000000000000000000000000000000000000000000000000000
                   c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a
                   26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05
                   edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f
                   eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f]
    keys = canonical.map { |hex| [hex].pack("H*") }
    keys += keys.map { |bytes| bytes.dup.tap { |other| other.setbyte(31, other.getbyte(31) ^ 0x80) } }
    keys.product(keys) do |public, commitment|
      expect(Oxisalt::VerifyKey.new(public).valid?(commitment + ("\0" * 32), "any message")).to be(false)
    end
  end

  it "tells a seed from a secret of 64 bytes (pynacl#648, ruby/openssl#646)" do
    expect(Oxisalt::SigningKey.new(key.keypair_bytes)).to eq(key)
    expect { Oxisalt::SigningKey.new("s" * 64) }.to raise_error(Oxisalt::KeyFormatError, /seed.*key pair/)
    expect { Oxisalt::SigningKey.new("s" * 63) }
      .to raise_error(Oxisalt::LengthError, /32-byte seed or a 64-byte key pair/)
  end

  it "works in a Ractor, which the gem ed25519 does not (ruby#3824)" do
    skip "this Ruby has no Ractor" unless defined?(Ractor)

    output = run_ruby(<<~RUBY)
      class Ractor; alias value take unless method_defined?(:value); end
      key = Oxisalt::SigningKey.new("s" * 32)
      everything = Ractor.current.instance_eval { lambda do |key|
        public = key.verify_key
        signature = key.sign("é")
        [signature, public.verify(signature, "é"), public.valid?(nil, ""), key.sign("a" * 2_000_000),
         Oxisalt::SigningKey.from_pem(key.to_pem) == key, Oxisalt::VerifyKey.from_jwk(public.to_jwk) == public,
         Oxisalt::VerifyKey.from_openssh(public.to_openssh) == public, Oxisalt::SigningKey.generate == key,
         key.to_curve25519_private_key.to_bytes, Oxisalt.build_info["engine"], { public => 1 }[public],
         (Oxisalt::SigningKey.new("") rescue $!.message), (public.verify("", "") rescue $!.class.name),
         (Oxisalt::VerifyKey.from_pem(key.to_pem) rescue $!.message), public.inspect, key.inspect]
      end }
      everything = Ractor.make_shareable(everything)
      ractors = Array.new(4) { Ractor.new(key, everything) { |shared, work| work.call(shared) } }
      p ractors.map(&:value).uniq == [everything.call(key)], Ractor.new { Oxisalt::SigningKey.generate }.value.class
    RUBY
    expect(output).to eq("true\nOxisalt::SigningKey\n")
  end

  it "makes other keys in each forked child (openssl#12377)" do
    skip "this system has no fork" unless Process.respond_to?(:fork)

    Oxisalt::SigningKey.generate
    keys = Array.new(8) { in_child { Array.new(100) { Oxisalt::SigningKey.generate.to_bytes }.join } }
    keys << Array.new(100) { Oxisalt::SigningKey.generate.to_bytes }.join
    expect(keys.flat_map { |joined| joined.scan(/.{32}/mn) }.uniq.size).to eq(900)
  end

  it "neither prints a key nor dumps it (rails#48680)" do
    expect(key.inspect).to eq("#<Oxisalt::SigningKey>")
    expect { Marshal.dump(key) }.to raise_error(TypeError)
  end
end
