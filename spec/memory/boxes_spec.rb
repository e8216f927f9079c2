# frozen_string_literal: true

RSpec.describe "The garbage collector and boxes" do
  include Subprocess

  # Prints what every way to every box returns, and the errors of wrong input.
  everything = <<~RUBY
    require "stringio"

    def boxes
      key = Oxisalt::PrivateKey.new("p" * 32)
      [Oxisalt::Box.new(key.public_key, key), Oxisalt::SecretBox.new("é" * 16)]
    end

    def everything
      key = Oxisalt::PrivateKey.new("p" * 32)
      data = ["", "data", "é" * 100, "d" * 1_100_000]
      nonce = "é" * 12
      results = boxes.product(data).flat_map do |box, message|
        ciphertext = box.box(nonce, message)
        [ciphertext, box.open(nonce, ciphertext)]
      end
      results += [Oxisalt::SimpleBox.from_keypair(key.public_key, key), Oxisalt::SimpleBox.from_secret_key("k" * 32),
                  Oxisalt::SealedBox.from_private_key(key)].product(data).map { |box, message| box.open(box.box(message)) }
      results << key.public_key.to_bytes << key.public_key.inspect << Oxisalt::PrivateKey.generate.to_bytes.bytesize
      results << Oxisalt::Random.random_bytes(2_000_000).bytesize
      to = StringIO.new("".b)
      Oxisalt::SealedStream.seal(from: StringIO.new(data[3]), to: to, recipient: key.public_key)
      opened = StringIO.new("".b)
      results << Oxisalt::SealedStream.open(from: StringIO.new(to.string), to: opened, private_key: key) << opened.string
      results + [-> { boxes[0].open(nonce, "x" * 30) }, -> { boxes[1].box("n", "") }, -> { Oxisalt::PrivateKey.new(nil) },
                 -> { Oxisalt::Box.new("\\0" * 32, key) }, -> { Oxisalt::Box.new(key, key) },
                 -> { boxes[1].open(nonce, "x" * 2_000_000) }].map do |call|
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
      kept = boxes
      state = -> { kept.map { |box| box.box("n" * 24, "message") } }
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

  it "may run and move objects while a thread seals without the interpreter lock" do
    skip "this Ruby cannot compact" unless GC.respond_to?(:compact)

    output = run_ruby(<<~RUBY)
      box = Oxisalt::SecretBox.new("k" * 32)
      expected = box.box("n" * 24, "a" * (64 << 20))
      threads = Array.new(2) { Thread.new { box.box("n" * 24, "a" * (64 << 20)) } }
      GC.compact while threads.any?(&:alive?)
      p threads.map(&:value).uniq == [expected]
    RUBY
    expect(output).to eq("true\n")
  end
end
