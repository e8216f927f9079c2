# frozen_string_literal: true

require_relative "gnupg"

RSpec.describe Oxisalt::OpenPGP do
  include Subprocess

  # Every operation once, on keys that are there.
  everything = <<~RUBY
    require "oxisalt/openpgp"
    require "stringio"
    OpenPGP = Oxisalt::OpenPGP
    KEYS = [OpenPGP::SecretKey.generate("A"), OpenPGP::SecretKey.generate("B", version: 6)].freeze
    def everything(key, data = "data")
      sealed = OpenPGP.encrypt(data, recipients: key, sign_with: key)
      opened = OpenPGP.decrypt(sealed, keys: key, verify_with: key.public_key)
      cleartext = OpenPGP.verify(OpenPGP.clearsign(data, sign_with: key), keys: key)
      signature = key.detach_sign(data)
      wrong = begin
        OpenPGP.verify("other", signature: signature, keys: key)
      rescue OpenPGP::BadSignature => e
        e.message
      end
      out = StringIO.new("".b)
      OpenPGP.decrypt(StringIO.new(OpenPGP.encrypt(StringIO.new(data), recipients: key)), keys: key, to: out)
      [opened.data, opened.signatures.map(&:status), cleartext.data, OpenPGP.valid?(data, signature: signature, keys: key),
       wrong, out.string, OpenPGP::PublicKey.from_armor(key.public_key.to_armor) == key.public_key]
    end
    EXPECTED = ["data", [:valid], "data", true, "the signature does not belong to the data and the key", "data", true]
  RUBY

  it "works from many threads, with shared keys" do
    output = run_ruby(everything + <<~RUBY)
      results = Array.new(10) { |index| Thread.new { Array.new(50) { everything(KEYS[index % 2]) } } }.flat_map(&:value)
      p results.uniq == [EXPECTED], results.size
    RUBY
    expect(output).to eq("true\n500\n")
  end

  it "works in Ractors, with shared keys" do
    output = run_ruby(everything + <<~RUBY)
      p KEYS.all? { |key| Ractor.shareable?(key) && Ractor.shareable?(key.public_key) }
      ractors = KEYS.map do |shared|
        Ractor.new(shared) do |key|
          sealed = Oxisalt::OpenPGP.encrypt("data", recipients: key, sign_with: key)
          text = Oxisalt::OpenPGP.clearsign("text", sign_with: key)
          [Oxisalt::OpenPGP.decrypt(sealed, keys: key, verify_with: key).data,
           Oxisalt::OpenPGP.verify(text, keys: key).data]
        end
      end
      p ractors.map(&:take)
    RUBY
    expect(output).to eq("true\n[[\"data\", \"text\"], [\"data\", \"text\"]]\n")
  end

  it "works after a fork" do
    output = run_ruby(everything + <<~RUBY)
      everything(KEYS[0])
      children = Array.new(2) { IO.popen("-") { |io| io ? io.read : print(OpenPGP.encrypt("x", recipients: KEYS[0])) } }
      p children.uniq.size, children.map { |sealed| OpenPGP.decrypt(sealed, keys: KEYS[0]).data }
    RUBY
    expect(output).to eq("2\n[\"x\", \"x\"]\n")
  end

  it "bears the garbage collector at every allocation" do
    output = run_ruby(everything + <<~RUBY)
      GC.stress = true
      results = KEYS.map { |key| everything(key) }
      GC.stress = false
      p results == [EXPECTED, EXPECTED]
    RUBY
    expect(output).to eq("true\n")
  end

  it "lets other threads run meanwhile" do
    output = run_ruby(everything + <<~RUBY)
      ticks = 0
      ticker = Thread.new { loop { ticks += 1; sleep 0.001 } }
      sleep 0.01
      before = ticks
      OpenPGP::SecretKey.generate("R", algorithm: :rsa2048)
      by_key = ticks - before
      before = ticks
      sealed = OpenPGP.encrypt("x" * (20 << 20), recipients: KEYS[0], armor: false)
      OpenPGP.decrypt(sealed, keys: KEYS[0])
      p by_key > 5, ticks - before > 5
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  it "takes no more memory after a thousand operations" do
    skip "no /proc" unless File.exist?("/proc/self/status")

    output = run_ruby(everything + <<~RUBY)
      rss = -> { GC.start; File.read("/proc/self/status")[/VmRSS:\\s+(\\d+)/, 1].to_i }
      150.times { everything(KEYS[0]); OpenPGP::SecretKey.from_bytes(KEYS[0].to_bytes) }
      before = rss.call
      1000.times { everything(KEYS[0]); OpenPGP::SecretKey.from_bytes(KEYS[0].to_bytes) }
      p rss.call - before < 6000, Dir.children("/proc/self/fd").size < 20, Dir.children("/proc/self/task").size < 8
    RUBY
    expect(output).to eq("true\ntrue\ntrue\n")
  end
end
