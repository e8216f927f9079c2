# frozen_string_literal: true

RSpec.describe "The garbage collector" do
  include Subprocess

  # Prints what every way to every algorithm returns, and the errors of wrong input.
  everything = <<~RUBY
    def signatures(data)
      signer = Oxisalt::SigningKey.new("s" * 32)
      key = signer.verify_key
      data.flat_map do |message|
        signature = signer.sign(message)
        [signature, key.verify(signature, message), key.verify_attached(signer.sign_attached(message)), key.valid?(nil, message)]
      end + [
        Oxisalt::SigningKey.from_pem(signer.to_pem) == signer, Oxisalt::SigningKey.new(signer.keypair_bytes).to_der,
        Oxisalt::VerifyKey.from_jwk(key.to_jwk).to_openssh("é"), Oxisalt::VerifyKey.from_openssh(key.to_openssh).inspect,
        signer.to_curve25519_private_key == nil, Oxisalt.build_info, { key => 1 }[key]
      ]
    end

    def everything
      data = ["", "data", "é" * 100, "d" * 1_100_000]
      results = Oxisalt::Digest.names.flat_map do |name|
        digest = Oxisalt::Digest.const_get(name.tr("-", "_"))
        [Oxisalt::Digest.hexdigest(name, data[1]), digest.base64digest(data[2]), digest.new.dup.update(data[1]).inspect,
         digest.new.digest(data[2]), Oxisalt::Digest.new(digest.new).name]
      end
      results += Oxisalt::HMAC.names.flat_map do |name|
        key = Oxisalt::HMAC::Key.new(name, data[2])
        tag = key.digest(data[1])
        [tag, key.valid?(tag, data[1]), (Oxisalt::HMAC.new(data[2], name) << data[1] << data[2]).clone.hexdigest,
         Oxisalt::HMAC.verify(name, data[2], data[1], tag), Oxisalt::HMAC.base64digest(name, data[1], data[0])]
      end
      results << Oxisalt::Digest::SHA256.digest(data[3]) << Oxisalt::HMAC::Key.new("SHA1", "k").digest(data[3])
      results << Oxisalt::Digest::BLAKE2b.hexdigest(data[1], key: data[1], digest_size: 7)
      results << Oxisalt::Digest::BLAKE3.derive_key("context", data[1], digest_size: 100)
      results << Oxisalt::Digest::SHA1.file(File::NULL).hexdigest
      results.concat(signatures(data))
      results + [-> { Oxisalt::Digest::MD5.digest(nil) }, -> { Oxisalt::Digest.new("none") }, -> { Oxisalt::HMAC.new(1, "MD5") },
                 -> { Oxisalt::HMAC::MD5.verify("", "", "") }, -> { Oxisalt::Digest::BLAKE3.new(key: "") },
                 -> { Oxisalt::SigningKey.new("") }, -> { Oxisalt::SigningKey.from_pem(data[2]) }].map do |call|
        call.call
      rescue Oxisalt::Error => e
        e.message
      end
    end
    expected = everything
  RUBY

  it "may run at every allocation" do
    output = run_ruby(everything + <<~RUBY)
      GC.stress = true
      results = everything
      GC.stress = false
      p results == expected
    RUBY
    expect(output).to eq("true\n")
  end

  it "may move every object" do
    skip "this Ruby cannot compact" unless GC.respond_to?(:verify_compaction_references)

    output = run_ruby(everything + <<~RUBY)
      keys = Oxisalt::HMAC.names.map { |name| Oxisalt::HMAC::Key.new(name, "key") }
      streams = Oxisalt::Digest.names.map { |name| Oxisalt::Digest.new(name) << "a" }
      state = -> { keys.map { |key| key.hexdigest("a") } + streams.map(&:hexdigest) }
      before = state.call
      room = RUBY_VERSION < "3.2" ? { double_heap: true } : { expand_heap: true }
      results = Array.new(3) do
        GC.verify_compaction_references(toward: :empty, **room)
        GC.compact
        everything
      end
      GC.auto_compact = true
      results << everything
      p results.uniq == [expected], state.call == before
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  it "may run and move objects while a thread hashes without the interpreter lock" do
    skip "this Ruby cannot compact" unless GC.respond_to?(:compact)

    output = run_ruby(<<~RUBY)
      big = "a" * (64 << 20)
      expected = Oxisalt::Digest::SHA3_512.hexdigest(big)
      threads = Array.new(2) { Thread.new { Oxisalt::Digest::SHA3_512.hexdigest("a" * (64 << 20)) } }
      GC.compact while threads.any?(&:alive?)
      p threads.map(&:value).uniq == [expected]
    RUBY
    expect(output).to eq("true\n")
  end
end
