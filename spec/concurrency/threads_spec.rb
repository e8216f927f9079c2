# frozen_string_literal: true

require "timeout"

RSpec.describe "Threads" do
  include Subprocess

  # So long that a digest of it takes a good part of a second.
  big = "\0" * (64 << 20)
  slow = Oxisalt::Digest::SHA3_512

  # A thread that works on `stream`, and is at it.
  def busy(stream, &)
    thread = Thread.new(&)
    thread.report_on_exception = false
    Timeout.timeout(30) { Thread.pass until !thread.alive? || taken?(stream) }
    expect(thread).to be_alive
    thread
  end

  def taken?(stream)
    stream.hexdigest
    false
  rescue ThreadError
    true
  end

  it "find everything defined, however many come first at once" do
    output = run_ruby(<<~RUBY)
      threads = Array.new(16) do |i|
        Thread.new { Oxisalt::HMAC.hexdigest(Oxisalt::HMAC.names[i % 13], "k", "a") + Oxisalt::Digest::BLAKE3.hexdigest("a") }
      end
      p threads.map(&:value).uniq.size
    RUBY
    expect(output).to eq("13\n")
  end

  it "share one Key" do
    key = Oxisalt::HMAC::Key.new("SHA256", "key")
    messages = ["", "data", "d" * 100_000, "d" * 2_000_000]
    expected = messages.map { |data| OpenSSL::HMAC.digest("SHA256", "key", data) }
    results = Array.new(8) { Thread.new { Array.new(10) { messages.map { |data| key.digest(data) } } } }
    expect(results.flat_map(&:value).uniq).to eq([expected])
  end

  it "share one SigningKey and its VerifyKey" do
    signer = Oxisalt::SigningKey.new("s" * 32)
    key = signer.verify_key
    messages = ["", "data", "d" * 100_000, "d" * 2_000_000]
    results = Array.new(8) do
      Thread.new { Array.new(10) { messages.map { |data| signer.sign(data).tap { |tag| key.verify(tag, data) } } } }
    end
    rival = OpenSSL::PKey.read(signer.to_pem)
    expect(results.flat_map(&:value).uniq).to eq([messages.map { |data| rival.sign(nil, data) }])
  end

  it "may change a message while another signs it, and what is attached is what was signed" do
    signer = Oxisalt::SigningKey.new("s" * 32)
    message = "a" * (32 << 20)
    signing = Thread.new { signer.sign_attached(message) }
    Thread.pass while signing.status == "run"
    100.times { |index| message.setbyte(index, 98) }
    expect(signer.verify_key.verify_attached(signing.value)).to be(true)
  end

  it "have each its own stream" do
    results = Array.new(8) do
      Thread.new { Array.new(100) { "data" }.inject(Oxisalt::Digest::SHA256.new, :<<).hexdigest }
    end
    expect(results.map(&:value).uniq).to eq([Oxisalt::Digest::SHA256.hexdigest("data" * 100)])
  end

  {
    "digest" => -> { slow.new }, "HMAC" => -> { Oxisalt::HMAC::SHA3_512.new("key") }
  }.each do |kind, make|
    describe "that share a streaming #{kind}" do
      it "get a ThreadError while one of them feeds it, and never a wrong result" do
        stream = make.call << "a"
        feeding = busy(stream) { stream << big }
        refused = [-> { stream << "b" }, -> { stream << big }, -> { stream.reset }, -> { stream.digest },
                   -> { stream.dup }, -> { stream.name }].map do |call|
          call.call
        rescue ThreadError => e
          e
        end
        expect(feeding).to be_alive
        expect(refused).to all(be_a(Oxisalt::Error).and(have_attributes(message: /another thread is working on/)))
        feeding.join
        expect(stream).to eq(make.call << "a" << big)
      end

      it "leave it as it was when the one that feeds it is killed" do
        stream = make.call << "a"
        busy(stream) { stream << big }.kill.join
        expect(stream).to eq(make.call << "a")
        expect(stream << "b").to eq(make.call << "ab")
      end

      it "leave it as it was when the one that feeds it is told to raise" do
        stream = make.call << "a"
        feeding = busy(stream) { stream << big }
        feeding.raise(IOError, "enough")
        expect { feeding.join }.to raise_error(IOError, "enough")
        expect(stream).to eq(make.call << "a")
      end
    end
  end

  it "are interrupted by a timeout, in streams and in one call" do
    huge = "\0" * (256 << 20)
    stream = slow.new << "a"
    key = Oxisalt::HMAC::Key.new("SHA3-512", "key")
    [-> { stream << huge }, -> { slow.digest(huge) }, -> { Oxisalt::HMAC::SHA3_512.digest("key", huge) },
     -> { key.digest(huge) }, -> { key.valid?("tag", huge) }].each do |call|
      expect { Timeout.timeout(0.02) { call.call } }.to raise_error(Timeout::Error)
    end
    expect(stream).to eq(slow.new << "a")
  end

  it "finish what they do while interrupts are masked" do
    stream = slow.new
    feeding = busy(stream) { Thread.handle_interrupt(IOError => :never) { stream << big } }
    feeding.raise(IOError)
    expect { feeding.join }.to raise_error(IOError)
    expect(stream).to eq(slow.new << big)
  end

  it "handle a signal in the midst of it, and go on to the right result" do
    caught = 0
    previous = trap("USR1") { caught += 1 }
    sender = Thread.new do
      3.times do
        sleep 0.02
        Process.kill("USR1", Process.pid)
      end
    end
    result = slow.digest(big)
    sender.join
    Timeout.timeout(5) { sleep 0.01 until caught.positive? }
    expect(result).to eq(slow.new.update(big).digest)
  ensure
    trap("USR1", previous || "DEFAULT")
  end

  it "run while another hashes, for it has released the interpreter lock" do
    hashing = Thread.new { slow.digest(big) }
    ticks = 0
    while hashing.alive?
      sleep 0.001
      ticks += 1
    end
    expect(ticks).to be > 10
  end

  it "may change a String while another hashes it, which sees it as it was" do
    data = "a" * (32 << 20)
    stream = slow.new
    feeding = busy(stream) { stream << data }
    data.setbyte(-1, 0)
    data.replace("short")
    feeding.join
    expect(stream).to eq(slow.new << ("a" * (32 << 20)))
  end
end
