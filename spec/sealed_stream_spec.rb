# frozen_string_literal: true

require "pathname"
require "stringio"
require "tempfile"
require "tmpdir"

RSpec.describe Oxisalt::SealedStream do
  include Subprocess

  key = "k" * 32
  private_key = Oxisalt::PrivateKey.new("p" * 32)
  full = described_class::CHUNKBYTES
  full_sealed = described_class::SEALED_CHUNKBYTES
  header = described_class::HEADERBYTES

  # Byte i is 7i + 3 modulo 256, as in the vectors.
  def pattern(length)
    period = Array.new(256) { |index| ((7 * index) + 3) & 0xff }.pack("C*")
    (period * ((length / 256) + 1)).byteslice(0, length)
  end

  def seal(message, key: "k" * 32, **options)
    StringIO.new("".b).tap { |to| described_class.seal(from: StringIO.new(message), to:, key:, **options) }.string
  end

  def unseal(sealed, key: "k" * 32, **options)
    StringIO.new("".b).tap { |to| described_class.open(from: StringIO.new(sealed), to:, key:, **options) }.string
  end

  around { |example| Dir.mktmpdir { |directory| Dir.chdir(directory) { example.run } } }

  def left
    Dir.children(".").sort
  end

  lengths = [0, 1, 16, 17, full - 1, full, full + 1, (2 * full) - 1, 2 * full, 200_000]

  describe "the format" do
    lengths.each do |length|
      it "holds #{length} bytes in chunks behind a header" do
        chunks = [(length.to_f / full).ceil, 1].max
        sealed = seal(pattern(length))
        expect(sealed.bytesize).to eq(header + length + (17 * chunks))
        expect(unseal(sealed) == pattern(length)).to be(true)
        start = described_class::SEALED_KEYBYTES
        sealed = seal(pattern(length), key: nil, recipient: private_key.public_key)
        expect(sealed.bytesize).to eq(start + header + length + (17 * chunks))
        expect(unseal(sealed, key: nil, private_key:) == pattern(length)).to be(true)
      end
    end

    it "is libsodium's" do
      Vectors.rows("secretstream_for_recipient").each do |row|
        theirs, message, sealed = row.map { |hex| [hex.delete("-")].pack("H*") }
        expect(unseal(sealed, key: nil, private_key: theirs)).to eq(message)
      end
    end

    it "may end with an empty chunk, as a program that does not read ahead writes it" do
      sealer = described_class.module_eval("Sealer", __FILE__, __LINE__).new(key)
      sealed = sealer.start + sealer.chunk(pattern(full), false) + sealer.chunk("", true)
      expect(unseal(sealed) == pattern(full)).to be(true)
    end

    it "is another each time" do
      expect(Array.new(100) { seal("") }.uniq.size).to eq(100)
    end
  end

  describe "what happened on the way" do
    message = nil
    before(:context) { message = pattern((3 * full) + 100) }

    # The header and the chunks of a sealed stream.
    def parts(sealed)
      [sealed.byteslice(0, 24), *sealed.byteslice(24..).scan(/.{1,65553}/mn)]
    end

    it "is found where any bit of a short one was changed" do
      Boxes.flips(seal("message")).each do |changed|
        expect { unseal(changed) }.to raise_error(Oxisalt::BadAuthenticatorError)
      end
    end

    it "is found where a short one was cut anywhere" do
      [seal("message"), seal("message", key: nil, recipient: private_key.public_key)]
        .zip([{ key: }, { key: nil, private_key: }]) do |sealed, options|
        Boxes.truncations(sealed).each do |changed|
          expect { unseal(changed, **options) }.to raise_error(Oxisalt::BadAuthenticatorError)
        end
      end
    end

    it "is found where it was cut at a border of chunks, or beside one" do
      sealed = seal(message)
      borders = Array.new(4) { |number| header + (number * full_sealed) }
      borders.product([-1, 0, 1, 16, 17]).map(&:sum).each do |length|
        expect { unseal(sealed.byteslice(0, length)) }.to raise_error(Oxisalt::BadAuthenticatorError)
      end
      borders.each do |length|
        expect { unseal(sealed.byteslice(0, length)) }
          .to raise_error(Oxisalt::BadAuthenticatorError, "the sealed data ends too early")
      end
    end

    it "is found where chunks were left out, repeated or exchanged" do
      start, *chunks = parts(seal(message))
      expect(unseal([start, *chunks].join) == message).to be(true)
      wrong = chunks.permutation.to_a - [chunks]
      wrong += Array.new(chunks.size) { |index| chunks.dup.tap { |some| some.delete_at(index) } }
      wrong += Array.new(chunks.size) { |index| chunks.dup.insert(index, chunks[index]) }
      wrong.each { |some| expect { unseal([start, *some].join) }.to raise_error(Oxisalt::BadAuthenticatorError) }
      other, = parts(seal(message))
      expect { unseal([other, *chunks].join) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end

    it "is found where something was appended" do
      ["", "message", pattern(full), message].each do |original|
        sealed = seal(original)
        ["\0", "x" * 17, sealed, "x" * full_sealed].each do |more|
          expect { unseal(sealed + more) }.to raise_error(Oxisalt::BadAuthenticatorError)
        end
      end
      expect { unseal("#{seal(pattern(full))}x") }
        .to raise_error(Oxisalt::BadAuthenticatorError, "something follows the end of the sealed data")
    end

    it "is found where another key is given" do
      expect { unseal(seal("message"), key: "l" * 32) }.to raise_error(Oxisalt::BadAuthenticatorError)
      sealed = seal("message", key: nil, recipient: private_key.public_key)
      expect { unseal(sealed, key: nil, private_key: Oxisalt::PrivateKey.generate) }
        .to raise_error(Oxisalt::BadAuthenticatorError)
      expect { unseal(sealed) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end

    it "lets nothing be written but what is authentic" do
      sealed = seal(message)
      sealed.setbyte(header + (2 * full_sealed) + 5, sealed.getbyte(header + (2 * full_sealed) + 5) ^ 1)
      to = StringIO.new("".b)
      expect { described_class.open(from: StringIO.new(sealed), to:, key:) }
        .to raise_error(Oxisalt::BadAuthenticatorError)
      expect(to.string == message.byteslice(0, 2 * full)).to be(true)
    end
  end

  describe "with paths" do
    before { File.binwrite("message", pattern(150_000)) }

    it "seals and opens, and says how many bytes were written" do
      expect(described_class.seal(from: "message", to: "sealed", key:)).to eq(header + 150_000 + (3 * 17))
      expect(described_class.open(from: Pathname("sealed"), to: Pathname("opened"), key:)).to eq(150_000)
      expect(FileUtils.identical?("message", "opened")).to be(true)
      expect(left).to eq(%w[message opened sealed])
    end

    it "gives the new file the usual permissions, and one that is replaced its own" do
      File.umask(0o027).then do |umask|
        described_class.seal(from: "message", to: "sealed", key:)
        File.write("opened", "before", perm: 0o604)
        File.chmod(0o604, "opened")
        described_class.open(from: "sealed", to: "opened", key:)
        expect(%w[sealed opened].map { |path| File.stat(path).mode & 0o777 }).to eq([0o640, 0o604])
      ensure
        File.umask(umask)
      end
    end

    it "replaces a file, and can take the place of the one that it reads" do
      File.write("sealed", "before" * 100_000)
      described_class.seal(from: "message", to: "sealed", key:)
      described_class.open(from: "sealed", to: "sealed", key:)
      expect(FileUtils.identical?("message", "sealed")).to be(true)
    end

    it "goes where a symbolic link points" do
      Dir.mkdir("elsewhere")
      File.write("elsewhere/file", "before")
      File.symlink("elsewhere/file", "link")
      described_class.seal(from: "message", to: "link", key:)
      expect(File.symlink?("link")).to be(true)
      expect(File.size("elsewhere/file")).to eq(header + 150_000 + (3 * 17))
      expect(Dir.children("elsewhere")).to eq(["file"])
    end

    it "writes to a device, and does not replace it" do
      expect(described_class.seal(from: "message", to: File::NULL, key:)).to eq(header + 150_000 + (3 * 17))
      expect(File.stat(File::NULL)).to be_chardev
    end

    it "leaves what was there, and nothing else, when it fails to open" do
      described_class.seal(from: "message", to: "sealed", key:)
      [70_000, 3, File.size("sealed") - 1].each do |length|
        File.truncate("sealed", length)
        expect { described_class.open(from: "sealed", to: "opened", key:) }
          .to raise_error(Oxisalt::BadAuthenticatorError)
        expect(left).to eq(%w[message sealed])
        File.write("opened", "before")
        expect { described_class.open(from: "sealed", to: "opened", key:) }
          .to raise_error(Oxisalt::BadAuthenticatorError)
        expect(File.read("opened")).to eq("before")
        File.delete("opened")
        described_class.seal(from: "message", to: "sealed", key:)
      end
    end

    it "leaves nothing when the block raises, throws or breaks, or the thread is killed" do
      expect { described_class.seal(from: "message", to: "sealed", key:) { raise IOError, "enough" } }
        .to raise_error(IOError, "enough")
      catch(:out) { described_class.seal(from: "message", to: "sealed", key:) { throw :out } }
      described_class.seal(from: "message", to: "sealed", key:) { break }
      Thread.new { described_class.seal(from: "message", to: "sealed", key:) { Thread.current.kill } }.join
      expect(left).to eq(%w[message])
    end

    it "raises what the system says when a file cannot be read or written" do
      expect { described_class.seal(from: "missing", to: "sealed", key:) }.to raise_error(Errno::ENOENT)
      expect { described_class.seal(from: "message", to: "missing/sealed", key:) }.to raise_error(Errno::ENOENT)
      Dir.mkdir("directory")
      expect { described_class.seal(from: "message", to: "directory", key:) }.to raise_error(Errno::EISDIR)
      expect { described_class.seal(from: "directory", to: "sealed", key:) }.to raise_error(Errno::EISDIR)
      expect(left).to eq(%w[directory message])
    end

    it "takes as little memory for a large file as for a small one" do
      skip "there is no /proc here" unless File.readable?("/proc/self/status")

      size = 200 << 20
      File.truncate(File.open("large", "wb", &:path), size)
      output = run_ruby(<<~RUBY)
        def most = Integer(File.read("/proc/self/status")[/VmHWM:\\s+(\\d+)/, 1])
        stream = Oxisalt::SealedStream
        key = "k" * 32
        stream.seal(from: "message", to: "sealed", key: key)
        stream.open(from: "sealed", to: "opened", key: key)
        before = most
        p stream.seal(from: "large", to: "sealed", key: key), stream.open(from: "sealed", to: "opened", key: key)
        p most - before
      RUBY
      sealed, opened, growth = output.split.map { |number| Integer(number) }
      expect([sealed, opened]).to eq([header + size + (17 * size / full), size])
      expect(FileUtils.identical?("large", "opened")).to be(true)
      # What Ruby 3.3 waits for before it collects is larger, and the same for files of 200 and of 400 MiB.
      expect(growth).to be < (RUBY_VERSION < "3.3" ? 8192 : 81_920)
    end
  end

  describe "with an IO" do
    it "reads from where it stands to its end, and writes where it stands" do
      from = StringIO.new("skip: message").tap { |io| io.seek(6) }
      to = StringIO.new("before: ".b).tap { |io| io.seek(0, IO::SEEK_END) }
      described_class.seal(from:, to:, key:)
      expect(to.string).to start_with("before: ".b)
      expect(unseal(to.string.byteslice(8..))).to eq("message")
      expect([from, to]).to all(have_attributes(closed?: false))
    end

    it "takes pipes, which have no size" do
      reader, writer = IO.pipe
      feeding = Thread.new { 3.times { writer.write(pattern(50_000)) }.then { writer.close } }
      seen = []
      to = Tempfile.new.tap(&:binmode)
      described_class.seal(from: reader, to:, key:) { |done, total| seen << [done, total] }
      feeding.join
      to.rewind
      expect(unseal(to.read) == pattern(50_000) * 3).to be(true)
      expect(seen.last).to eq([150_000, nil])
    ensure
      to&.close!
    end

    it "takes what reads and writes as an IO does, in pieces of any size" do
      source = Struct.new(:io) { def read(length) = io.read([length, 999].min)&.force_encoding("UTF-8")&.freeze }
      target = Struct.new(:written) { def write(bytes) = written << bytes }
      whole = "é" * 70_000
      to = target.new([])
      described_class.seal(from: source.new(StringIO.new(whole)), to:, key:)
      expect(unseal(to.written.join) == whole.b).to be(true)
    end
  end

  describe "the progress" do
    it "is told after each chunk, to the last" do
      File.binwrite("message", pattern(200_000))
      seen = []
      described_class.seal(from: "message", to: "sealed", key:) { |done, total| seen << [done, total] }
      expect(seen.map(&:last).uniq).to eq([200_000])
      expect(seen.map(&:first)).to eq(seen.map(&:first).sort)
      expect(seen.size).to eq(4)
      expect(seen.last).to eq([200_000, 200_000])
      seen = []
      described_class.open(from: "sealed", to: "opened", key:) { |done, total| seen << [done, total] }
      expect(seen.last).to eq([File.size("sealed")] * 2)
      expect(seen.size).to eq(4)
    end

    it "is told of an empty file too" do
      seen = []
      described_class.seal(from: StringIO.new(""), to: StringIO.new("".b), key:) { |*progress| seen << progress }
      expect(seen).to eq([[0, 0]])
    end
  end

  describe "the arguments" do
    it "are one key, of the right length and class" do
      [{}, { key: nil }, { key:, recipient: private_key.public_key }].each do |keys|
        expect { described_class.seal(from: StringIO.new, to: StringIO.new, **keys) }
          .to raise_error(ArgumentError, "give key: or recipient:, one of them")
      end
      [{}, { key:, private_key: }].each do |keys|
        expect { described_class.open(from: StringIO.new, to: StringIO.new, **keys) }
          .to raise_error(ArgumentError, "give key: or private_key:, one of them")
      end
      expect { seal("", key: "k" * 31) }.to raise_error(Oxisalt::LengthError, "secret key must be 32 bytes, got 31")
      expect { unseal("x" * 99, key: "k") }.to raise_error(Oxisalt::LengthError, "secret key must be 32 bytes, got 1")
      [1, :key, private_key, private_key.public_key].each do |wrong|
        expect { seal("", key: wrong) }
          .to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(wrong)}")
        expect { unseal("x" * 99, key: wrong) }
          .to raise_error(TypeError, "secret key must be a String, got #{Bytes.kind(wrong)}")
      end
      expect { seal("", key: nil, recipient: private_key) }
        .to raise_error(TypeError, /\Apublic key must be .*, got Oxisalt::PrivateKey\z/)
      expect { unseal("x" * 200, key: nil, private_key: private_key.public_key) }
        .to raise_error(TypeError, /\Aprivate key must be .*, got Oxisalt::PublicKey\z/)
      expect { seal("", key: nil, recipient: "\0" * 32) }.to raise_error(Oxisalt::CryptoError, /low order/)
    end

    it "are paths or IOs" do
      [nil, 1, Object.new].each do |wrong|
        expect { described_class.seal(from: wrong, to: StringIO.new, key:) }
          .to raise_error(TypeError, "from must be a path or an IO, got #{Bytes.kind(wrong)}")
        expect { described_class.open(from: StringIO.new, to: wrong, key:) }
          .to raise_error(TypeError, "to must be a path or an IO, got #{Bytes.kind(wrong)}")
      end
      source = Struct.new(:piece) { def read(_length) = piece }
      [1, "x" * 70_000].each do |wrong|
        expect { described_class.seal(from: source.new(wrong), to: StringIO.new, key:) }
          .to raise_error(TypeError, "from.read(65536) must return a String of at most as many bytes")
      end
    end
  end

  it "keeps its parts to itself" do
    expect(described_class.constants.grep(/[a-z]/)).to be_empty
  end
end
