# frozen_string_literal: true

require "stringio"
require_relative "../support/gpg_keys"

RSpec.describe Oxisalt::GPG do
  include GPGKeys

  let(:directory) { Dir.mktmpdir }

  after { FileUtils.remove_entry(directory) }

  def path(name)
    Pathname(directory) / name
  end

  it "goes from path to path, and tells how much is done" do
    path("plain").binwrite("z" * 1_000_000)
    told = []
    progress = ->(done, total) { told << [done, total] }
    expect(gpg.encrypt(path("plain"), recipients: ed, to: path("cipher"), progress:)).to eq(path("cipher"))
    expect(told.last).to eq([1_000_000, 1_000_000])
    expect(told.map(&:first)).to eq(told.map(&:first).sort)
    expect(told.size).to be_between(3, 6)
    message = gpg.decrypt(path("cipher"), to: path("again").to_s)
    expect([message.data, path("again").binread]).to eq([nil, "z" * 1_000_000])
  end

  it "writes to an IO, and knows no total of a pipe" do
    told = []
    read, write = IO.pipe
    Thread.new { write.write("piped") && write.close }
    output = StringIO.new("".b)
    expect(gpg.sign(read, to: output, progress: ->(*arguments) { told << arguments })).to eq(output)
    expect(told).to eq([[5, nil]])
    expect(gpg.verify(output.string).data).to eq("piped")
  end

  it "leaves a path as it was when something fails" do
    path("out").write("before")
    path("data").write("junk")
    expect { gpg.decrypt(path("data"), to: path("out")) }.to raise_error(described_class::NoData)
    expect { gpg.encrypt("x", recipients: "nobody@example.org", to: path("new")) }.to raise_error(Oxisalt::Error)
    expect(path("out").read).to eq("before")
    expect(Dir.children(directory)).to contain_exactly("out", "data")
    expect { gpg.decrypt(path("missing")) }.to raise_error(Errno::ENOENT)
    expect { gpg.sign("x", to: path("missing") / "out") }.to raise_error(Errno::ENOENT)
    expect { gpg.sign("x", to: 1) }.to raise_error(TypeError, /\Ato must be/)
  end

  it "hands out what a file holds only when all of it is authentic" do
    plain = Random.new(3).bytes(20 << 20)
    message = gpg.encrypt(plain, recipients: ed, armor: false)
    output = StringIO.new("".b)
    gpg.decrypt(StringIO.new(message), to: output)
    expect(output.string == plain).to be(true)
    message.setbyte(-20, message.getbyte(-20) ^ 1)
    output = StringIO.new("".b)
    expect { gpg.decrypt(StringIO.new(message), to: output) }.to raise_error(Oxisalt::CryptoError)
    expect(output.string).to eq("")
  end

  # An endless input of zeros, and an output that is only counted.
  it "works in constant memory" do
    zeros = Class.new do
      def initialize(size) = @left = size

      def read(length)
        return if @left.zero?

        length = [length, @left].min
        @left -= length
        "\0" * length
      end
    end
    counter = Class.new do
      attr_reader :count

      def write(bytes) = @count = @count.to_i + bytes.bytesize
    end
    gpg.encrypt(zeros.new(1 << 20), recipients: ed, to: counter.new)
    GC.start
    before = resident
    gpg.encrypt(zeros.new(200 << 20), recipients: ed, to: counter.new, armor: false)
    GC.start
    expect(resident - before).to be < 64 << 10
  end

  def resident
    File.read("/proc/self/status")[/VmRSS:\s+(\d+)/, 1].to_i
  end
end
