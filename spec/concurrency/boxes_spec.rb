# frozen_string_literal: true

RSpec.describe "Keys and boxes" do
  include Subprocess

  it "are others in each forked child, and so are nonces" do
    skip "this system has no fork" unless Process.respond_to?(:fork)

    box = Oxisalt::SimpleBox.from_secret_key("k" * 32)
    sealed = Oxisalt::SealedBox.from_public_key(Oxisalt::PrivateKey.generate.public_key)
    make = lambda do
      made = [Oxisalt::PrivateKey.generate.to_bytes, Oxisalt::Random.random_bytes(32)]
      [*made, box.box("")[0, 24], sealed.box("")[0, 32]].map { |bytes| bytes.unpack1("H*") }
    end
    make.call
    results = Array.new(2) { in_child { Array.new(50) { make.call }.join(" ") }.split } << make.call
    expect(results.flatten.uniq.size).to eq((2 * 50 * 4) + 4)
  end

  it "are shared by Ractors, which make their own as well" do
    skip "this Ruby has no Ractor" unless defined?(Ractor)

    output = run_ruby(<<~RUBY)
      require "stringio"
      class Ractor; alias value take unless method_defined?(:value); end
      key = Oxisalt::PrivateKey.new("p" * 32)
      shared = [key, key.public_key, Oxisalt::Box.new(key.public_key, key), Oxisalt::SecretBox.new("k" * 32),
                Oxisalt::SimpleBox.from_keypair(key.public_key, key), Oxisalt::SealedBox.from_private_key(key)]
      p shared.all? { |object| Ractor.shareable?(object) }
      def work(key, public_key, box, secret, simple, sealed)
        nonce = "n" * 24
        results = [box.box(nonce, "message"), box.open(nonce, box.box(nonce, "m" * 2_000_000)).size,
                   secret.box(nonce, "message"), simple.open(simple.box("message")), sealed.open(sealed.box("message")),
                   public_key.to_bytes, key.public_key == public_key, Oxisalt::PrivateKey.generate.to_bytes.size,
                   Oxisalt::Random.random_bytes(2_000_000).size,
                   Oxisalt::SimpleBox.from_secret_key("k" * 32).open(Oxisalt::SimpleBox.new(secret).box("message"))]
        [-> { simple.open("x" * 99) }, -> { secret.box("n", "") }, -> { Oxisalt::PrivateKey.new(nil) },
         -> { Oxisalt::Box.new("\\0" * 32, key) }].each do |call|
          call.call
        rescue Oxisalt::Error => e
          results << e.message
        end
        to = StringIO.new("".b)
        Oxisalt::SealedStream.seal(from: StringIO.new("m" * 200_000), to: to, key: "k" * 32)
        opened = StringIO.new("".b)
        results << Oxisalt::SealedStream.open(from: StringIO.new(to.string), to: opened, key: "k" * 32) << opened.string.size
      end
      ractors = Array.new(4) { Ractor.new(shared) { |objects| work(*objects) } }
      p ractors.map(&:value).uniq == [work(*shared)]
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  it "are shared by threads" do
    key = Oxisalt::PrivateKey.new("p" * 32)
    box = Oxisalt::Box.new(key.public_key, key)
    messages = ["", "message", "m" * 100_000, "m" * 2_000_000]
    expected = messages.map { |message| box.box("n" * 24, message) }
    results = Array.new(8) do
      Thread.new do
        Array.new(10) { [messages.map { |message| box.box("n" * 24, message) }, key.public_key.to_bytes] }
      end
    end
    expect(results.flat_map(&:value).uniq).to eq([[expected, key.public_key.to_bytes]])
  end

  it "find the public key of a private one but once, however many threads ask first" do
    key = Oxisalt::PrivateKey.generate
    expect(Array.new(16) { Thread.new { key.public_key } }.map(&:value).uniq.size).to eq(1)
  end

  it "work without the interpreter lock on long messages, which may change meanwhile" do
    box = Oxisalt::SecretBox.new("k" * 32)
    message = "m" * (64 << 20)
    expected = box.box("n" * 24, message.dup)
    started = false
    ticks = 0
    sealing = Thread.new do
      started = true
      Array.new(5) { box.box("n" * 24, message) }
    end
    Thread.pass until started
    while sealing.alive?
      sleep 0.001
      ticks += 1
    end
    expect(ticks).to be > 5
    expect(sealing.value).to all(eq(expected))

    sealing = Thread.new { box.box("n" * 24, message) }
    sleep 0.005
    message.setbyte(-1, 0)
    changed = box.box("n" * 24, message)
    expect([expected, changed]).to include(sealing.value)
  end

  it "do not show a result that is being written to ObjectSpace" do
    output = run_ruby(<<~RUBY)
      box = Oxisalt::SecretBox.new("k" * 32)
      message = "m" * (64 << 20)
      length = message.bytesize + 16
      sealing = Thread.new { Array.new(3) { box.box("n" * 24, message).bytesize } }
      seen = 0
      seen += ObjectSpace.each_object(String).count { |string| string.bytesize == length && string.getbyte(0).zero? } while sealing.alive?
      p sealing.value.uniq == [length], seen
    RUBY
    expect(output).to eq("true\n0\n")
  end
end

RSpec.describe "A sealer and an opener" do
  it "are used by one thread at a time, or refused" do
    sealer = Oxisalt::SealedStream.module_eval("Sealer", __FILE__, __LINE__).new("k" * 32)
    results = Array.new(4) do
      Thread.new { Array.new(200) { sealer.chunk("m" * 1000, false).bytesize } }
    end
    expect(results.flat_map(&:value).uniq).to eq([1017])
  end
end
