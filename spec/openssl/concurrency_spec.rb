# frozen_string_literal: true

require_relative "support"

RSpec.describe "By libcrypto, at the same time," do
  include Subprocess

  library = Oxisalt::OpenSSL

  it "threads share prepared keys, and one call's contexts are each thread's own" do
    key = library::HMAC::Key.new("SHA256", "key")
    signer = library::SigningKey.new("s" * 32)
    work = lambda do
      ["", "data", "d" * 10_000, "d" * 2_000_000].map do |data|
        [key.digest(data), library::HMAC.digest("SHA1", "other", data), library::Digest.digest("SHA512", data),
         signer.sign(data), signer.verify_key.valid?(signer.sign(data), data)]
      end
    end
    results = Array.new(4) { Thread.new { Array.new(25) { work.call } } }.flat_map(&:value)
    own = ["", "data", "d" * 10_000, "d" * 2_000_000].map do |data|
      [Oxisalt::HMAC.digest("SHA256", "key", data), Oxisalt::HMAC.digest("SHA1", "other", data),
       Oxisalt::Digest.digest("SHA512", data), Oxisalt::SigningKey.new("s" * 32).sign(data), true]
    end
    expect(results.uniq).to eq([own])
  end

  it "Ractors share them too, and get the same errors" do
    skip "this Ruby has no Ractor" unless defined?(Ractor)

    output = run_ruby(<<~RUBY)
      require "oxisalt/openssl"
      class Ractor; alias value take unless method_defined?(:value); end
      library = Oxisalt::OpenSSL
      shared = [library::HMAC::Key.new("SHA256", "key"), library::SigningKey.new("s" * 32)]
      p shared.all? { |key| Ractor.shareable?(key) }
      def work((key, signer))
        results = Array.new(500) { |i| [key.hexdigest("a" * i), Oxisalt::OpenSSL::HMAC.digest("SHA1", "k", "a" * i)] }
        results << signer.sign("m") << signer.verify_key.valid?(signer.sign("m"), "m") << Oxisalt::OpenSSL.provider
        results.concat(Oxisalt::OpenSSL::Digest.names.map do |name|
          [Oxisalt::OpenSSL::Digest.hexdigest(name, "a" * 2_000_000), Oxisalt::OpenSSL::Digest.new(name).update("a").hexdigest]
        end)
        results << (Oxisalt::OpenSSL::HMAC.digest("none", "", "") rescue $!.message)
        results << (Oxisalt::OpenSSL::VerifyKey.new("") rescue $!.message)
      end
      ractors = Array.new(4) { Ractor.new(shared) { |keys| work(keys) } }
      p ractors.map(&:value).uniq == [work(shared)]
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  it "forked children go on from where their parent was" do
    skip "this system has no fork" unless Process.respond_to?(:fork)

    digest = library::Digest::SHA256.new << "a"
    hmac = library::HMAC.new("k", "SHA256") << "a"
    key = library::HMAC::Key.new("SHA256", "k")
    key.digest("")
    results = Array.new(2) do |i|
      in_child do
        [digest.update(i.to_s).hexdigest, hmac.update(i.to_s).hexdigest, key.hexdigest(i.to_s),
         library::HMAC.hexdigest("SHA1", "k", i.to_s)].join(" ")
      end
    end
    expected = %w[0 1].map do |i|
      [Oxisalt::Digest::SHA256.hexdigest("a#{i}"), Oxisalt::HMAC::SHA256.hexdigest("k", "a#{i}"),
       Oxisalt::HMAC::SHA256.hexdigest("k", i), Oxisalt::HMAC::SHA1.hexdigest("k", i)].join(" ")
    end
    expect(results).to eq(expected)
    keys = Array.new(4) { in_child { Array.new(25) { library::SigningKey.generate.to_bytes }.join } }
    expect(keys.flat_map { |joined| joined.scan(/.{32}/mn) }.uniq.size).to eq(100)
  end

  it "run while another thread hashes, and refuse a stream that is in use" do
    data = "\0" * (64 << 20)
    stream = library::Digest::SHA3_512.new
    refused = 0
    hashing = Thread.new { stream << data }
    while hashing.alive?
      begin
        stream.name
      rescue ThreadError
        refused += 1
        sleep 0.001
      end
    end
    expect(refused).to be > 5
    expect(stream.hexdigest).to eq(Oxisalt::Digest::SHA3_512.hexdigest(data))
  end

  it "the garbage collector may come at any time" do
    output = run_ruby(<<~RUBY)
      require "oxisalt/openssl"
      library = Oxisalt::OpenSSL
      signer = library::SigningKey.new("s" * 32)
      work = lambda do
        [library::Digest.hexdigest("SHA256", "a" * 100), library::Digest::SHA1.new.update("a").dup.base64digest,
         library::HMAC.hexdigest("SHA1", "k" * 100, "a"), library::HMAC::Key.new("SHA256", "k").digest("a"),
         library::HMAC.new("k", "SHA256").update("a").reset.hexdigest, signer.sign_attached("m"),
         library::SigningKey.from_pem(signer.to_pem).verify_key.to_jwk, signer.verify_key.valid?(signer.sign("m"), "m"),
         (library::Digest.new("none") rescue $!.message), library.version, library.provider]
      end
      expected = work.call
      GC.stress = true
      results = Array.new(3) { work.call }
      GC.stress = false
      GC.compact if GC.respond_to?(:compact)
      p results.push(work.call).uniq == [expected]
    RUBY
    expect(output).to eq("true\n")
  end
end
