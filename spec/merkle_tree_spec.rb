# frozen_string_literal: true

require "pathname"
require "stringio"
require "tempfile"
require "tmpdir"
require "zlib"

RSpec.describe Oxisalt::MerkleTree do
  include Subprocess

  # A value of Tahoe-LAFS's, in base32 where it has 52 characters.
  def tahoe(name)
    value = Vectors.rows("merkle_tahoe").assoc(name).last
    return [value].pack("H*") unless value.size == 52

    bits = value.each_char.map { |character| format("%05b", "abcdefghijklmnopqrstuvwxyz234567".index(character)) }
    [bits.join[0, 256]].pack("B*")
  end

  # Leaves of different lengths.
  def leaves(count)
    Array.new(count) { |index| Vectors.pattern((index * 7) % 131) }
  end

  def in_directory(...)
    Dir.mktmpdir { |directory| Dir.chdir(directory, ...) }
  end

  # A file of `size` zeros that takes no room.
  def sparse(path, size)
    File.write(path, "")
    File.truncate(path, size)
  end

  describe "the trees that were published" do
    it "of Tahoe-LAFS are the same, and so are its hashes by the specs' own definition" do
      expect(Merkle.tagged_hash("tag", "hello world")).to eq(tahoe("tagged_hash"))
      expect(Merkle.tagged_pair_hash("tag", "hello", "world")).to eq(tahoe("tagged_pair_hash"))
      hashes = %w[0 1 2].map { |value| Merkle.tagged_hash("tag", value) }
      %i[tahoe tahoe_block].each do |scheme|
        expect(described_class.from_leaf_hashes(hashes, scheme:).root).to eq(tahoe("three_leaves"))
      end
    end

    it "of Certificate Transparency are the same" do
      rows = Vectors.rows("merkle_rfc6962").group_by(&:first)
      data = rows.fetch("leaf").map { |_, hex| [hex.delete("-")].pack("H*") }
      rows.fetch("root").each do |_, size, root|
        expect(described_class.new(data.take(size.to_i), scheme: :rfc6962).root.unpack1("H*")).to eq(root)
      end
      rows.fetch("path").each do |_, place, path|
        index, size = place.split("/").map(&:to_i)
        hashes = path.delete("-").split(",").map { |hash| [hash].pack("H*") }
        expect(described_class.new(data.take(size), scheme: :rfc6962).proof(index).hashes).to eq(hashes)
      end
      expect(rows.transform_values(&:size)).to eq("leaf" => 8, "root" => 9, "path" => 5)
    end

    it "of a gigabyte of zeros are the same" do
      in_directory do
        sparse("zeros", 1 << 30)
        %i[tahoe tahoe_block].each do |scheme|
          tree = described_class.file("zeros", scheme:)
          expect([tree.size, tree.root]).to eq([8192, tahoe("zeros_#{scheme}")])
        end
      end
    end
  end

  Merkle::SCHEMES.each do |scheme|
    describe "of the scheme #{scheme}" do
      it "is as it is defined, for 0 to 40 leaves, and so is every proof" do
        41.times do |count|
          data = leaves(count)
          hashes = data.map { |leaf| Merkle.leaf(scheme, leaf) }
          trees = [described_class.new(data, scheme:), described_class.new(data.each, scheme: scheme.to_s, threads: 3),
                   described_class.from_leaf_hashes(hashes, scheme:)]
          expect(trees.map(&:root).uniq).to eq([Merkle.root(scheme, hashes)])
          tree = trees.first
          expect(Array.new(tree.size) { |index| tree.leaf(index) }).to eq(hashes)
          expect(Array.new(count) { |index| tree.proof(index).hashes })
            .to eq(Array.new(count) { |index| Merkle.path(scheme, index, hashes) })
        end
      end

      it "has the segments of a file, an IO and what reads as one for leaves" do
        in_directory do
          [0, 1, 99, 100, 101, 1000, 4097, 300_001].each do |length|
            content = Vectors.pattern(length)
            File.binwrite("file", content)
            [100, 4096, 131_072, 200_000, (2**63) - 1].each do |segment_size|
              next if length / segment_size > 50

              hashes = Merkle.segments(content, segment_size).map { |segment| Merkle.leaf(scheme, segment) }
              sources = ["file", Pathname("file"), StringIO.new(content), File.open("file", "rb")]
              roots = sources.map { |source| described_class.file(source, scheme:, segment_size:).root }
              expect(roots.uniq).to eq([Merkle.root(scheme, hashes)])
            end
          end
        end
      end

      it "hashes a leaf as #leaf has it" do
        ["", "a", "é" * 100, "x" * 2_000_000].each do |data|
          expect(described_class.leaf_hash(data, scheme:)).to eq(Merkle.leaf(scheme, data))
          expect(described_class.new([data], scheme:).leaf(0)).to eq(Merkle.leaf(scheme, data))
        end
      end
    end
  end

  it_behaves_like "a taker of bytes", "data", ->(data) { described_class.leaf_hash(data, scheme: :tahoe) }
  it_behaves_like "a taker of bytes", "leaf 1", ->(leaf) { described_class.new(["a", leaf], scheme: :rfc6962).root }

  it "is the same by any number of threads, with many leaves as with long ones" do
    short = Array.new(150_000) { |index| [index].pack("N") * 8 }
    long = Array.new(9) { |index| index.to_s * (300_000 * index) } + ["x" * 5_000_000, "y"]
    [short, long].each do |data|
      trees = [1, 2, 3, 256, nil].map { |threads| described_class.new(data, scheme: :tahoe, threads:) }
      expect(trees.uniq.size).to eq(1)
      expect(trees.first.leaf(data.size - 1)).to eq(Merkle.leaf(:tahoe, data.last))
    end
    row = short.map { |leaf| Merkle.leaf(:rfc6962, leaf) }
    expect(described_class.new(short, scheme: :rfc6962).root).to eq(Merkle.root(:rfc6962, row))
  end

  it "is frozen, its own copy, and equal to another of the same leaves" do
    tree = described_class.new(%w[a b], scheme: :tahoe)
    same = described_class.new(%w[a b], scheme: :tahoe)
    others = [described_class.new(%w[a c], scheme: :tahoe), described_class.new(%w[a b], scheme: :rfc6962), nil]
    expect([tree.frozen?, tree.dup, tree.clone]).to eq([true, tree, tree])
    expect([tree == same, tree.eql?(same), { tree => 1 }[same]]).to eq([true, true, 1])
    expect(others.map { |other| tree == other }).to eq([false] * 3)
    expect(tree.inspect).to eq("#<Oxisalt::MerkleTree tahoe size=2 root=#{tree.root.unpack1('H*')}>")
    expect([tree.root.encoding, tree.leaf(0).encoding]).to eq([Encoding::BINARY] * 2)
    expect { described_class.allocate }.to raise_error(TypeError)
    expect(Class.new(described_class).new(%w[a b], scheme: :tahoe)).to be_a(described_class)
  end

  it "has no leaf and no proof beyond its leaves, not even where it is filled up" do
    tree = described_class.new(%w[a b c], scheme: :tahoe)
    [-1, 3, 4, 2**64, -(2**70)].each do |index|
      %i[leaf proof].each do |method|
        expect { tree.public_send(method, index) }
          .to raise_error(IndexError, "a tree with 3 leaves has none at #{index}") { |error|
            expect(error).to be_a(Oxisalt::Error)
          }
      end
    end
    [nil, "0", 1.0].each do |index|
      expect { tree.leaf(index) }.to raise_error(TypeError, "index must be an Integer, got #{Bytes.kind(index)}")
    end
  end

  describe "given wrong arguments" do
    def expect_refusal(error, message, &)
      expect(&).to raise_error(error, message) { |raised| expect(raised).to be_a(Oxisalt::Error) }
    end

    it "says which schemes there are" do
      %i[sha256 Tahoe].each do |scheme|
        expect_refusal(ArgumentError, /\Ascheme must be one of :tahoe, :tahoe_block, :rfc6962, got :#{scheme}\z/) do
          described_class.new([], scheme:)
        end
      end
      expect_refusal(TypeError, "scheme must be a Symbol, got nil") { described_class.new([], scheme: nil) }
      expect { described_class.new([]) }.to raise_error(ArgumentError, /missing keyword: :scheme/)
    end

    it "says how many threads there may be" do
      [0, -1, 257, 2**70].each do |threads|
        expect_refusal(ArgumentError, "threads must be 1 to 256, got #{threads}") do
          described_class.new(["a"], scheme: :tahoe, threads:)
        end
      end
      expect_refusal(TypeError, "threads must be an Integer, got String") do
        described_class.file(StringIO.new(""), scheme: :tahoe, threads: "2")
      end
    end

    it "says how long a segment may be" do
      [0, -1, 2**63, 2**64, 2**100].each do |segment_size|
        [__FILE__, StringIO.new("a")].each do |source|
          expect_refusal(Oxisalt::LengthError,
                         "segment size must be 1 to 9223372036854775807 bytes, got #{segment_size}") do
            described_class.file(source, scheme: :tahoe, segment_size:)
          end
        end
      end
      expect_refusal(TypeError, "segment size must be an Integer, got nil") do
        described_class.file(__FILE__, scheme: :tahoe, segment_size: nil)
      end
    end

    it "says which leaf or leaf hash is wrong" do
      [31, 33, 0].each do |length|
        expect_refusal(Oxisalt::LengthError, "leaf hash 1 must be 32 bytes, got #{length}") do
          described_class.from_leaf_hashes(["a" * 32, "b" * length], scheme: :tahoe)
        end
      end
      expect_refusal(TypeError, "leaf 1 must be a String, got nil") { described_class.new(["a", nil], scheme: :tahoe) }
      expect_refusal(TypeError, "leaf hash 0 must be a String, got Integer") do
        described_class.from_leaf_hashes([1], scheme: :tahoe)
      end
    end

    it "says what it is made from" do
      ["abc", nil, 1].each do |leaves|
        expect_refusal(TypeError, /\Aleaves must be an Array or an Enumerable of Strings, got /) do
          described_class.new(leaves, scheme: :tahoe)
        end
      end
      [nil, 1, :symbol, [], Object.new].each do |source|
        expect_refusal(TypeError, /\Asource must be a path or an IO, got /) do
          described_class.file(source, scheme: :tahoe)
        end
      end
      [1, :symbol, []].each do |answer|
        reader = Struct.new(:answer) { def read(_) = answer }.new(answer)
        expect_refusal(TypeError, "what read returns must be a String, got #{answer.class}") do
          described_class.file(reader, scheme: :tahoe)
        end
      end
    end
  end

  describe "of a file" do
    around { |example| in_directory { example.run } }

    def root(source, &)
      described_class.file(source, scheme: :tahoe, segment_size: 1000, &).root
    end

    def expected(content)
      Merkle.root(:tahoe, Merkle.segments(content, 1000).map { |segment| Merkle.leaf(:tahoe, segment) })
    end

    it "begins where an IO stands, and leaves it at the end" do
      content = Vectors.pattern(5500)
      File.binwrite("file", content)
      File.open("file", "r+b") do |file|
        expect(file.read(777)).to eq(content[0, 777])
        expect(root(file)).to eq(expected(content[777..]))
        expect([file.pos, file.read, root(file)]).to eq([5500, "", expected("")])
        file.write("more")
        file.seek(5000)
        expect(root(file)).to eq(expected("#{content[5000..]}more"))
        file.seek(9999)
        expect(root(file)).to eq(expected(""))
        expect(file.pos).to eq(9999)
      end
    end

    it "may be an IO without a descriptor, a pipe, or anything that reads" do
      content = Vectors.pattern(9_000_500)
      File.binwrite("file.gz", Zlib.gzip(content))
      halting = Struct.new(:rest) { def read(size) = rest.slice!(0, [size, 777].min) }
      tempfile = Tempfile.new("oxisalt").tap(&:binmode)
      tempfile.write(content)
      tempfile.rewind
      reader, writer = IO.pipe
      writing = Thread.new { writer.binmode.write(content).then { writer.close } }
      sources = [StringIO.new(content), Zlib::GzipReader.open("file.gz"), tempfile, reader, halting.new(content.dup)]
      expect(sources.map { |source| root(source) }).to eq([expected(content)] * 5)
      writing.join
    end

    it "may be a FIFO, a device, or a file of the kernel's that says it has no length" do
      File.mkfifo("fifo")
      writing = Thread.new { File.binwrite("fifo", "x" * 150_000) }
      expect(root("fifo")).to eq(expected("x" * 150_000))
      writing.join
      expect(root(File::NULL)).to eq(expected(""))
      expect(root("/proc/version")).to eq(expected(File.binread("/proc/version"))) if File.readable?("/proc/version")
    end

    it "is refused for a file that is missing, a directory, or open for writing only" do
      expect { root("missing") }.to raise_error(Errno::ENOENT)
      expect { root(".") }.to raise_error(Errno::EISDIR)
      expect { root("a\0b") }.to raise_error(ArgumentError)
      File.binwrite("file", "abc")
      File.open("file", "a") { |file| expect { root(file) }.to raise_error(SystemCallError) }
      expect { root(File.open("file").tap(&:close)) }.to raise_error(IOError)
    end

    {
      "shortened" => ->(file) { file.truncate(1_000_000) },
      "emptied" => ->(file) { file.truncate(0) },
      "lengthened" => ->(file) { file.truncate(64_000_001) },
      "written to" => lambda do |file|
        file.pwrite("x", 60_000_000)
        File.utime(Time.now, Time.now + 1, file.path)
      end
    }.each do |kind, change|
      it "is an error that says so where the file is #{kind} while it is read" do
        sparse("file", 64_000_000)
        changed = false
        File.open("file", "r+b") do |file|
          expect do
            # The block is called for the first time in the midst of it, or at the latest before the file is looked at.
            described_class.file("file", scheme: :tahoe, segment_size: 1000, threads: 1) do
              changed ||= change.call(file) || true
            end
          end.to raise_error(Oxisalt::Error) { |error|
            expect(error).to be_an(IOError)
            expect(error.message).to match(/\Athe file changed while it was read: it (had 64000000 b|was written to)/)
          }
        end
        expect(changed).to be_truthy
      end
    end

    it "is that of the whole where the file vanishes while it is read" do
      content = Vectors.pattern(3_000_000)
      File.binwrite("file", content)
      vanished = root("file") { FileUtils.rm_f("file") }
      expect([vanished, File.exist?("file")]).to eq([expected(content), false])
    end

    it "leaves no file open, whatever happens" do
      skip "there is no /proc here" unless Dir.exist?("/proc/self/fd")

      File.binwrite("file", "abc")
      GC.start
      expect do
        20.times do
          root("file")
          root("file") { raise IOError }
        rescue IOError
          nil
        end
      end.not_to(change { Dir.children("/proc/self/fd").size })
    end

    it "that is too large for the hashes that it would have is an error" do
      sparse("file", 1 << 43)
      expect { described_class.file("file", scheme: :tahoe, segment_size: 1) }
        .to raise_error(NoMemoryError, /hashes/) { |error| expect(error).to be_a(Oxisalt::Error) }
    rescue Errno::EFBIG, Errno::ENOSPC, Errno::EINVAL => e
      skip "the temporary directory takes no such file: #{e.message}"
    end
  end

  it "of a file goes on in the parent alone where the block forks" do
    in_directory do
      sparse("file", 5_000_000)
      { "exit" => "SystemExit", "nil" => "ThreadError" }.each do |leave, error|
        expect(run_ruby(<<~RUBY)).to eq("#{error}, parent")
          child = nil
          begin
            Oxisalt::MerkleTree.file("file", scheme: :tahoe) { (child ||= fork || 0).zero? && #{leave} }
          rescue SystemExit, Oxisalt::Error => e
            $stdout.syswrite(e.class)
            exit!
          end
          Process.wait(child)
          print ", parent"
        RUBY
      end
    end
  end

  # The block that is told may be left in a fiber that nobody resumes: its stack is given to another.
  it "of a file may be given up by a fiber that goes away" do
    in_directory do
      sparse("file", 300_000_000)
      expect(run_ruby(<<~RUBY)).to eq("done")
        def deep(levels) = levels.zero? || [levels].map { |level| deep(level - 1) }
        def begin_and_leave
          told = Enumerator.new do |calls|
            Oxisalt::MerkleTree.file("file", scheme: :tahoe, segment_size: 64, threads: 2) { |done| calls << done }
          end
          told.next
          nil
        end
        4.times do
          [1].each { begin_and_leave }
          deep(100)
          GC.start
          8.times { Fiber.new { deep(150) }.resume }
        end
        print "done"
      RUBY
    end
  end

  describe "that tells how far it is" do
    def told(source, **options)
      [].tap { |calls| described_class.file(source, scheme: :tahoe, **options) { |*call| calls << call } }
    end

    it "counts bytes up to all of them" do
      in_directory do
        sparse("file", 40_000_000)
        calls_of_io = told(StringIO.new("x" * 9_000_000), segment_size: 1000)
        { 40_000_000 => told("file"), 9_000_000 => calls_of_io }.each do |all, calls|
          expect(calls.last).to eq([all, all])
          expect(calls.map(&:first)).to eq(calls.map(&:first).uniq.sort)
          expect(calls.map(&:last).uniq).to eq([all])
        end
      end
    end

    it "does not know how long a pipe is" do
      reader, writer = IO.pipe
      writer.write("abc")
      writer.close
      expect(told(reader)).to eq([[3, nil]])
    end

    it "does not know how long something is that does not know it itself" do
      source = StringIO.new("abc").tap { |io| io.define_singleton_method(:size) { nil } }
      expect(told(source)).to eq([[3, nil]])
    end

    it "counts the bytes of leaves" do
      calls = []
      described_class.new(["a" * 1000] * 10_000, scheme: :tahoe) { |*call| calls << call }
      expect(calls.last).to eq([10_000_000] * 2)
      expect(calls.size).to be > 2
    end

    it "ends with what the block raises, throws or breaks with" do
      in_directory do
        sparse("file", 40_000_000)
        ["file", StringIO.new("x" * 9_000_000)].each do |source|
          expect { described_class.file(source, scheme: :tahoe) { raise KeyError, "enough" } }.to raise_error(KeyError)
          expect(catch(:out) { described_class.file(source, scheme: :tahoe) { throw :out, 1 } }).to eq(1)
          expect(described_class.file(source, scheme: :tahoe) { break 2 }).to eq(2)
        end
        expect(described_class.new(["a"], scheme: :tahoe) { break 3 }).to eq(3)
      end
    end
  end
end
