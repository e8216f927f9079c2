# frozen_string_literal: true

require "pathname"
require "tmpdir"

RSpec.describe "The digest of a file" do
  include Subprocess

  around { |example| Dir.mktmpdir { |directory| Dir.chdir(directory) { example.run } } }

  # Every way to the digest of a file, in hexadecimal.
  def file_digests(path, name: "SHA256", digest: Catalogue::DIGESTS.fetch(name))
    [Oxisalt::Digest.file(name, path), digest.file(path), digest.new.file(path), Oxisalt::Digest.new(name).file(path)]
      .map(&:hexdigest).uniq
  end

  # That every way to it raises `error`.
  def expect_refusal(path, error)
    [-> { Oxisalt::Digest.file("SHA256", path) }, -> { Oxisalt::Digest::SHA256.file(path) },
     -> { Oxisalt::Digest::SHA256.new.file(path) }].each { |call| expect(&call).to raise_error(error) }
  end

  Catalogue::DIGESTS.each do |name, digest|
    it "is the #{name} of its bytes" do
      ["", "a\r\n\x1A\xFF".b, "x" * 262_144, Vectors.pattern(1_000_003)].each do |content|
        File.binwrite("file", content)
        expect(file_digests("file", name:)).to eq([digest.hexdigest(content)])
      end
    end
  end

  it "is appended to what was fed before, and can be followed by more" do
    File.write("file", "b")
    digest = Oxisalt::Digest::SHA256.new << "a"
    expect(digest.file("file")).to be(digest)
    expect((digest << "c").hexdigest).to eq(Oxisalt::Digest::SHA256.hexdigest("abc"))
  end

  it "takes the keywords of the BLAKE family" do
    File.write("file", "data")
    Catalogue::BLAKES.each_value do |digest|
      options = { key: "k" * 32, digest_size: 20 }
      expect(digest.file("file", **options).digest).to eq(digest.digest("data", **options))
    end
    expect { Oxisalt::Digest::MD5.file("file", digest_size: 3) }.to raise_error(ArgumentError)
  end

  it "takes a Pathname, and what converts to a path" do
    File.write("file", "data")
    expected = [Oxisalt::Digest::SHA256.hexdigest("data")]
    expect(file_digests(Pathname("file"))).to eq(expected)
    expect(file_digests(Bytes::Convertible.new("file"))).to eq(expected)
    expect(file_digests(File.new("file"))).to eq(expected)
  end

  it "is that of nothing for a device that is empty" do
    expect(file_digests(File::NULL)).to eq([Oxisalt::Digest::SHA256.hexdigest("")])
  end

  it "is that of all that comes through a FIFO" do
    File.mkfifo("fifo")
    writer = Thread.new { File.open("fifo", "wb") { |fifo| 20.times { fifo.write("x" * 50_000) } } }
    expect(Oxisalt::Digest::SHA256.file("fifo").hexdigest).to eq(Oxisalt::Digest::SHA256.hexdigest("x" * 1_000_000))
    writer.join
  end

  it "is that of a file of the kernel's, which says that it has no length" do
    skip "there is no /proc here" unless File.readable?("/proc/version")

    expect(file_digests("/proc/version")).to eq([Oxisalt::Digest::SHA256.hexdigest(File.read("/proc/version"))])
  end

  it "is refused for a file that is missing or a directory" do
    expect_refusal("missing", Errno::ENOENT)
    expect_refusal(".", Errno::EISDIR)
    expect_refusal("", Errno::ENOENT)
  end

  it "is refused for a file that may not be read" do
    File.write("file", "data")
    File.chmod(0, "file")
    File.chmod(0o755, ".")
    expect(as_nobody { Oxisalt::Digest::SHA256.file("file") }).to eq("Errno::EACCES")
    File.chmod(0o644, "file")
    expect(as_nobody { Oxisalt::Digest::SHA256.file("file") }).to eq("nothing was raised")
  end

  it "is refused for a file that fails while it is read" do
    skip "there is no /proc here" unless File.readable?("/proc/self/mem")

    digest = Oxisalt::Digest::SHA256.new << "a"
    expect { digest.file("/proc/self/mem") }.to raise_error(Errno::EIO)
    expect(digest.hexdigest).to eq(Oxisalt::Digest::SHA256.hexdigest("a"))
  end

  it "is refused for what is no path" do
    [nil, :symbol, [], Object.new].each { |path| expect_refusal(path, TypeError) }
    expect_refusal("a\0b", ArgumentError)
  end

  it "is refused by a frozen digest, for any kind of file" do
    File.write("file", "data")
    ["file", File::NULL].each do |path|
      expect { Oxisalt::Digest::SHA256.new.freeze.file(path) }.to raise_error(FrozenError)
    end
  end

  it "leaves no file open" do
    skip "there is no /proc here" unless Dir.exist?("/proc/self/fd")

    File.write("file", "data")
    GC.start
    expect do
      20.times { Oxisalt::Digest::SHA256.file("file") }
      20.times do
        Oxisalt::Digest::SHA256.new.freeze.file("file")
      rescue FrozenError
        nil
      end
    end.not_to(change { Dir.children("/proc/self/fd").size })
  end

  # The class of what the block raises in a child without the rights of root.
  def as_nobody
    in_child do
      Process::UID.change_privilege(65_534) if Process.uid.zero?
      yield
      "nothing was raised"
    rescue SystemCallError => e
      e.class
    end
  end
end
