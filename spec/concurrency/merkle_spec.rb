# frozen_string_literal: true

require "stringio"
require "timeout"
require "tmpdir"

RSpec.describe "Merkle trees" do
  include Subprocess

  around { |example| Dir.mktmpdir { |directory| Dir.chdir(directory) { example.run } } }

  # A file that takes no room, and a good while to hash.
  def long_file
    File.write("long", "")
    File.truncate("long", 20 << 30)
    "long"
  rescue Errno::EFBIG, Errno::ENOSPC, Errno::EINVAL => e
    skip "the temporary directory takes no file of 20 GiB: #{e.message}"
  end

  # A thread that hashes it, and is at it.
  def busy(source)
    has_begun = false
    thread = Thread.new { Oxisalt::MerkleTree.file(source, scheme: :tahoe) { has_begun = true } }
    thread.report_on_exception = false
    Timeout.timeout(30) { sleep 0.001 until has_begun }
    thread
  end

  def open_files
    Dir.exist?("/proc/self/fd") ? Dir.children("/proc/self/fd").size : 0
  end

  def threads
    Dir.exist?("/proc/self/task") ? Dir.children("/proc/self/task").size : 0
  end

  it "stop when their thread is killed or told to raise, and leave neither threads nor files" do
    path = long_file
    busy(path).kill.join
    before = [open_files, threads]
    3.times do
      busy(path).kill.join
      raising = busy(path)
      raising.raise(IOError, "enough")
      expect { raising.join }.to raise_error(IOError, "enough")
    end
    expect(open_files).to be <= before.first
    expect(threads).to be <= before.last + 1
  end

  it "stop when their time is up" do
    path = long_file
    expect { Timeout.timeout(0.05) { Oxisalt::MerkleTree.file(path, scheme: :tahoe) } }.to raise_error(Timeout::Error)
    leaves = ["x" * 1000] * 200_000
    expect { Timeout.timeout(0.001) { loop { Oxisalt::MerkleTree.new(leaves, scheme: :tahoe) } } }
      .to raise_error(Timeout::Error)
  end

  it "stop at Ctrl-C, and the process goes on" do
    path = long_file
    output = run_ruby(<<~RUBY)
      begin
        Oxisalt::MerkleTree.file(#{path.dump}, scheme: :tahoe) { |done, _| Process.kill("INT", Process.pid) if done.positive? }
      rescue Interrupt
        puts "interrupted"
      end
      p Oxisalt::MerkleTree.new(["a"], scheme: :tahoe).size
    RUBY
    expect(output).to eq("interrupted\n1\n")
  end

  it "run while other threads do, for they have released the interpreter lock" do
    hashing = busy(long_file)
    ticks = 0
    20.times do
      sleep 0.001
      ticks += 1 if hashing.alive?
    end
    expect(ticks).to eq(20)
    hashing.kill.join
  end

  it "are made by many threads at once, and shared" do
    File.binwrite("file", Vectors.pattern(3_000_000))
    tree = Oxisalt::MerkleTree.file("file", scheme: :rfc6962, segment_size: 1000)
    results = Array.new(4) do
      Thread.new do
        made = Oxisalt::MerkleTree.file("file", scheme: :rfc6962, segment_size: 1000)
        [made == tree, tree.size.times.sum { |index| tree.proof(index).hashes.size }]
      end
    end
    expect(results.map(&:value).uniq).to eq([[true, tree.size.times.sum { |index| tree.proof(index).hashes.size }]])
  end

  it "may have their leaves changed while they are hashed, and see them as they were" do
    leaves = Array.new(20) { "a" * 2_000_000 }
    expected = Oxisalt::MerkleTree.new(leaves, scheme: :tahoe)
    hashing = Thread.new { Oxisalt::MerkleTree.new(leaves, scheme: :tahoe) { leaves.clear } }
    expect(hashing.value).to eq(expected)
  end

  it "are shared by Ractors, and made in them" do
    skip "this Ruby has no Ractor" unless defined?(Ractor)

    output = run_ruby(<<~RUBY)
      class Ractor; alias value take unless method_defined?(:value); end
      tree = Oxisalt::MerkleTree.new(("a".."z").to_a, scheme: :tahoe)
      p Ractor.shareable?(tree), Ractor.shareable?(tree.proof(3))
      ractors = Array.new(3) do
        Ractor.new(tree) do |shared|
          made = Oxisalt::MerkleTree.new(("a".."z").to_a, scheme: :tahoe)
          file = Oxisalt::MerkleTree.file(#{__FILE__.dump}, scheme: :tahoe, segment_size: 100)
          valid = Oxisalt::MerkleTree.valid?(root: shared.root, index: 3, leaf: made.leaf(3), proof: made.proof(3), size: 26)
          error = begin
            Oxisalt::MerkleTree.new([nil], scheme: :tahoe)
          rescue TypeError => e
            e.message
          end
          [made == shared, valid, file.root, error]
        end
      end
      file = Oxisalt::MerkleTree.file(#{__FILE__.dump}, scheme: :tahoe, segment_size: 100)
      p ractors.map(&:value).uniq == [[true, true, file.root, "leaf 0 must be a String, got nil"]]
      p [Oxisalt::MerkleTree, Oxisalt::MerkleTree::Proof].all? { |m| m.constants.all? { |c| Ractor.shareable?(m.const_get(c)) } }
    RUBY
    expect(output).to eq("true\n" * 4)
  end

  it "are made in a forked child, also when it was forked while another thread made one" do
    skip "this system has no fork" unless Process.respond_to?(:fork)

    File.binwrite("file", Vectors.pattern(3_000_000))
    tree = Oxisalt::MerkleTree.file("file", scheme: :tahoe)
    hashing = busy(long_file)
    expect(in_child { Oxisalt::MerkleTree.file("file", scheme: :tahoe).root }).to eq(tree.root)
    hashing.kill.join
  end
end
