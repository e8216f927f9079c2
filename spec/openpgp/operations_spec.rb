# frozen_string_literal: true

require "pathname"
require "stringio"
require_relative "gnupg"

RSpec.describe Oxisalt::OpenPGP do
  key = described_class::SecretKey.generate("K <k@example.org>")
  other = described_class::SecretKey.generate("O <o@example.org>")

  it "round trips data at random" do
    random = Random.new(20_261_130)
    six = described_class::SecretKey.generate("Six", version: 6)
    60.times do |index|
      data = random.bytes([0, 1, random.rand(100), random.rand(100_000), 1 << random.rand(21)][index % 5])
      to = [key, other, six].sample(1 + random.rand(3), random:)
      by = [key, six].sample(random.rand(3), random:)
      armor = random.rand(2).zero?
      options = { passphrase: random.rand(8).zero? ? "pw" : nil, armor:, sign_with: by.empty? ? nil : by }
      sealed = described_class.encrypt(data, recipients: to, **options)
      expect(sealed.encoding).to eq(armor ? Encoding::US_ASCII : Encoding::BINARY)
      message = described_class.decrypt(sealed, keys: to.sample(random:), verify_with: by.empty? ? nil : by)
      expect([message.data == data, message.data.encoding, message.signatures.size])
        .to eq([true, Encoding::BINARY, by.size])
    end
  end

  it "takes strings of any encoding as bytes, and leaves them alone" do
    ["é1", "é1".encode("UTF-16LE"), "\xFF", "a".dup.force_encoding("IBM037"), "frozen"].each do |data|
      before = data.dup
      data.freeze
      sealed = described_class.encrypt(data, recipients: key)
      expect(described_class.decrypt(sealed, keys: key).data).to eq(data.b)
      expect(described_class.verify(described_class.sign(data, sign_with: key), keys: key).data).to eq(data.b)
      signature = described_class.detach_sign(data, sign_with: key)
      expect(described_class.valid?(data, keys: key, signature:)).to be(true)
      expect([data, data.encoding]).to eq([before, before.encoding])
    end
    convertible = Object.new.tap { |object| object.define_singleton_method(:to_str) { "converted" } }
    expect(described_class.decrypt(described_class.encrypt(convertible, recipients: key), keys: key).to_s)
      .to eq("converted")
  end

  it "offers the same on the key" do
    expect(described_class.verify(key.clearsign("x"), keys: key).data).to eq("x")
    expect(described_class.verify(key.sign("x", armor: false), keys: key).data).to eq("x")
    expect(described_class.valid?("x", signature: key.detach_sign("x"), keys: key)).to be(true)
    expect(key.decrypt(described_class.encrypt("x", recipients: key)).data).to eq("x")
  end

  describe "streams" do
    around { |example| Dir.mktmpdir { |directory| Dir.chdir(directory) { example.run } } }

    data = Random.new(2).bytes((3 << 20) + 17)

    it "go from anywhere to anywhere" do
      File.binwrite("data", data)
      sources = [-> { data }, -> { StringIO.new(data) }, -> { Pathname("data") }, -> { File.open("data", "rb") },
                 -> { IO.popen(%w[cat data], "rb") }]
      sources.product([true, false]).each do |source, armor|
        out = StringIO.new("".b)
        expect(described_class.encrypt(source.call, recipients: [key, other], sign_with: key, armor:, to: out))
          .to equal(out)
        expect(described_class.encrypt(source.call, recipients: key, sign_with: key, armor:, to: "sealed"))
          .to eq("sealed")
        [-> { out.string }, -> { StringIO.new(out.string) }, -> { Pathname("sealed") }].each do |sealed|
          plain = StringIO.new("".b)
          message = described_class.decrypt(sealed.call, keys: key, verify_with: key, to: plain)
          expect([plain.string == data, message.data, message.signed?]).to eq([true, nil, true])
          described_class.decrypt(sealed.call, keys: key, verify_with: key, to: Pathname("plain"))
          expect(File.binread("plain") == data).to be(true)
          expect(described_class.decrypt(sealed.call, keys: key).data == data).to be(true)
        end
        signed = described_class.sign(source.call, sign_with: key, armor:)
        expect(described_class.verify(StringIO.new(signed), keys: key).data == data).to be(true)
        signature = described_class.detach_sign(source.call, sign_with: key, armor:)
        expect(described_class.verify(source.call, keys: key, signature:)).to be_signed
        expect(described_class.valid?(StringIO.new("#{data}x"), keys: key, signature:)).to be(false)
      end
      expect(Dir.children(".").sort).to eq(%w[data plain sealed])
      expect(File.stat("plain").mode & 0o777).to eq(0o600)
    end

    it "take a clear-signed text" do
      signed = described_class.clearsign(StringIO.new("a\nb\n"), sign_with: key)
      expect(described_class.verify(StringIO.new(signed), keys: key).data).to eq("a\nb\n")
      expect(described_class.verify(StringIO.new(signed), keys: key, to: "text").data).to be_nil
      expect(File.read("text")).to eq("a\nb\n")
    end

    it "go to and from gpg", if: GnuPG.installed? do
      gpg = GnuPG.shared
      gpg.run("--import", input: key.to_armor)
      described_class.encrypt(StringIO.new(data), recipients: key, sign_with: key, to: "sealed", armor: false)
      expect(gpg.run("--decrypt", File.expand_path("sealed")) == data).to be(true)
      names = ["--recipient", key.fingerprint, "--local-user", key.fingerprint]
      sealed = gpg.run("--armor", "--sign", *names, "--encrypt", input: data)
      expect(described_class.decrypt(StringIO.new(sealed), keys: key, verify_with: key).data == data).to be(true)
    end

    it "say how far they are" do
      calls = []
      described_class.encrypt(StringIO.new(data), recipients: key, to: "sealed", progress: ->(*call) { calls << call })
      expect(calls.last).to eq([data.bytesize, data.bytesize])
      expect(calls.map(&:first)).to eq(calls.map(&:first).sort.uniq)
      calls.clear
      described_class.decrypt(IO.popen(%w[cat sealed]), keys: key, progress: ->(*call) { calls << call })
      expect(calls.last).to eq([File.size("sealed"), nil])
    end

    it "raise what the IO and the callback raise, and leave nothing behind" do
      broken = StringIO.new(data)
      broken.define_singleton_method(:read) { |*| raise IOError, "broken" }
      threads = Thread.list.size
      expect { described_class.encrypt(broken, recipients: key, to: "out") }.to raise_error(IOError, "broken")
      expect do
        described_class.encrypt(StringIO.new(data), recipients: key, to: "out", progress: lambda { |*|
                                                                                            raise "enough"
                                                                                          })
      end
        .to raise_error(RuntimeError, "enough")
      full = Object.new.tap { |io| io.define_singleton_method(:write) { |*| raise Errno::ENOSPC } }
      expect { described_class.encrypt(StringIO.new(data), recipients: key, to: full) }.to raise_error(Errno::ENOSPC)
      strange = Object.new.tap { |io| io.define_singleton_method(:read) { |*| 1 } }
      expect { described_class.encrypt(strange, recipients: key, to: "out") }.to raise_error(TypeError, /read returns/)
      expect { described_class.encrypt(Pathname("none"), recipients: key, to: "out") }.to raise_error(Errno::ENOENT)
      expect { described_class.encrypt("x", recipients: key, to: "no/such/out") }.to raise_error(Errno::ENOENT)
      endless = Object.new.tap { |io| io.define_singleton_method(:read) { |size| "x" * size } }
      thread = Thread.new { described_class.encrypt(endless, recipients: key, to: "out") }
      sleep 0.2
      thread.kill
      expect(thread.join(10)).to be(thread)
      expect(Thread.list.size).to eq(threads)
      expect(Dir.children(".")).to be_empty
    end

    it "take memory that does not depend on their size" do
      source = Class.new do
        def initialize(size)
          @left = size
          @piece = Random.new(1).bytes(1 << 18)
        end

        def read(size)
          return if @left.zero?

          now = [size, @left, @piece.bytesize].min
          @left -= now
          @piece.byteslice(0, now)
        end
      end
      rss = -> { File.read("/proc/self/status")[/VmHWM:\s+(\d+)/, 1].to_i }
      skip "no /proc" unless File.exist?("/proc/self/status")

      run = lambda do |size|
        described_class.encrypt(source.new(size), recipients: key, sign_with: key, to: "sealed")
        described_class.decrypt(Pathname("sealed"), keys: key, verify_with: key, to: "plain")
      end
      run.call(16 << 20)
      before = rss.call
      run.call(160 << 20)
      expect(File.size("plain")).to eq(160 << 20)
      expect(rss.call - before).to be < 24 * 1024
    end
  end

  describe "limits" do
    it "refuse a message that unpacks to far more than it is", if: GnuPG.installed? do
      gpg = GnuPG.shared
      gpg.run("--import", input: key.to_armor)
      sealed = gpg.run("--compress-algo", "zlib", "--recipient", key.fingerprint, "--encrypt", input: "\0" * (80 << 20))
      expect { described_class.decrypt(sealed, keys: key) }.to raise_error(described_class::TooLarge, /more than/)
      expect { described_class.decrypt(StringIO.new(sealed), keys: key, to: StringIO.new) }
        .to raise_error(described_class::TooLarge)
      expect(described_class.decrypt(sealed, keys: key, max_size: 80 << 20).data.bytesize).to eq(80 << 20)
      expect(described_class.decrypt(sealed, keys: key, max_size: Float::INFINITY).data.bytesize).to eq(80 << 20)
    end

    it "are what is asked for" do
      signed = described_class.sign("x" * 100, sign_with: key)
      expect(described_class.verify(signed, keys: key, max_size: 100).data.size).to eq(100)
      expect { described_class.verify(signed, keys: key, max_size: 99) }.to raise_error(described_class::TooLarge)
      [-1, "x", 1.5].each do |wrong|
        expect { described_class.verify(signed, keys: key, max_size: wrong) }.to raise_error(ArgumentError, /max_size/)
      end
    end
  end

  describe "misuse" do
    it "is refused: no keys" do
      [[], nil, [nil]].each do |none|
        error = none == [nil] ? TypeError : ArgumentError
        expect { described_class.encrypt("hi", recipients: none) }.to raise_error(error, /recipients/)
        expect { described_class.clearsign("hi", sign_with: none) }.to raise_error(error, /sign_with/)
        expect { described_class.sign("hi", sign_with: none) }.to raise_error(error, /sign_with/)
        expect { described_class.detach_sign("hi", sign_with: none) }.to raise_error(error, /sign_with/)
        expect { described_class.verify("hi", keys: none) }.to raise_error(error, /keys/)
        expect { described_class.decrypt("hi", keys: none) }.to raise_error(error, /keys/)
      end
      expect { described_class.encrypt("hi", recipients: [], passphrase: "x") }.to raise_error(ArgumentError)
      expect { described_class.encrypt("hi", passphrase: "") }.to raise_error(ArgumentError, /passphrase/)
      expect { described_class.encrypt("hi") }.to raise_error(ArgumentError)
    end

    it "is refused: wrong classes" do
      [1, :a, "", "key", Object.new].each do |wrong|
        expect { described_class.encrypt("hi", recipients: wrong) }.to raise_error(TypeError, /recipients must be/)
        expect do
          described_class.encrypt("hi", recipients: key, sign_with: wrong)
        end.to raise_error(TypeError, /sign_with/)
        expect { described_class.decrypt("hi", keys: wrong) }.to raise_error(TypeError, /keys must be/)
        expect { described_class.verify("hi", keys: wrong) }.to raise_error(TypeError, /keys/)
      end
      expect { described_class.decrypt("hi", keys: key.public_key) }.to raise_error(TypeError, /SecretKey/)
      expect { described_class.sign("hi", sign_with: key.public_key) }.to raise_error(TypeError, /SecretKey/)
      [nil, 1, :a, []].each do |wrong|
        expect { described_class.encrypt(wrong, recipients: key) }.to raise_error(TypeError, /data must be a String/)
        expect { described_class.sign(wrong, sign_with: key) }.to raise_error(TypeError, /data/)
        expect { described_class.clearsign(wrong, sign_with: key) }.to raise_error(TypeError, /text/)
        expect { described_class.detach_sign(wrong, sign_with: key) }.to raise_error(TypeError, /data/)
        expect { described_class.decrypt(wrong, keys: key) }.to raise_error(TypeError, /message/)
        expect { described_class.verify(wrong, keys: key) }.to raise_error(TypeError, /message/)
      end
      expect { described_class.verify("x", keys: key, signature: 1) }.to raise_error(TypeError, /signature/)
      expect { described_class.decrypt("x", passphrase: 1) }.to raise_error(TypeError, /passphrase/)
      expect { described_class.sign("x", sign_with: key, at: "now") }.to raise_error(TypeError, /at must/)
      expect { described_class.sign("x", sign_with: key, expires_in: "1") }.to raise_error(TypeError, /expires_in/)
      expect { described_class.sign("x", sign_with: key, to: 1) }.to raise_error(TypeError, /to must/)
      expect { described_class.sign("x", sign_with: key, progress: 1) }.to raise_error(TypeError, /progress/)
    end

    it "is false where it is asked whether" do
      signature = described_class.detach_sign("x", sign_with: key)
      [nil, "", "x", "\xFF", signature, "é".encode("UTF-16LE")].each do |wrong|
        expect(described_class.valid?(wrong, keys: key)).to be(false)
        expect(described_class.valid?("x", keys: key, signature: wrong || "")).to be(wrong == signature)
      end
    end
  end

  it "refuses garbage without a crash" do
    random = Random.new(3)
    sealed = described_class.encrypt("data", recipients: key, sign_with: key, armor: false)
    signed = described_class.sign("data", sign_with: key, armor: false)
    1500.times do |index|
      data = [random.bytes(random.rand(200)), sealed.dup, signed.dup][index % 3]
      3.times { data.setbyte(random.rand(data.bytesize), random.rand(256)) unless data.empty? }
      data = data.byteslice(0, random.rand(data.bytesize + 1)) if random.rand(3).zero?
      [-> { described_class.verify(data, keys: key) }, -> { described_class.decrypt(data, keys: key, passphrase: nil) },
       -> { described_class.verify("data", keys: key, signature: data) },
       -> { described_class::PublicKey.from_bytes(data) }].each do |call|
        call.call
      rescue Oxisalt::CryptoError
        next
      end
    end
  end
end
