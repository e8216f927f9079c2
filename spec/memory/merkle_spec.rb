# frozen_string_literal: true

require "tmpdir"

RSpec.describe "The memory of Merkle trees" do
  include Subprocess

  # Prints what the process holds resident at most, in KiB, while `code` runs.
  def peak(code)
    skip "there is no /proc here" unless File.readable?("/proc/self/status")

    Integer(run_ruby(<<~RUBY))
      require "stringio"
      def peak = Integer(File.read("/proc/self/status")[/VmHWM:\\s+(\\d+)/, 1])
      before = peak
      #{code}
      p peak - before
    RUBY
  end

  it "does not depend on the size of the file, but for the leaves" do
    Dir.mktmpdir do |directory|
      peaks = [64 << 20, 1 << 30].map do |size|
        path = File.join(directory, "sparse")
        File.write(path, "")
        File.truncate(path, size)
        peak("Oxisalt::MerkleTree.file(#{path.dump}, scheme: :rfc6962, threads: 2, segment_size: 16 << 20)")
      end
      expect(peaks.max).to be < 16 << 10
      expect((peaks.last - peaks.first).abs).to be < 4 << 10
    end
  end

  it "does not depend on what is read from an IO" do
    expect(peak(<<~RUBY)).to be < 96 << 10
      zeros = "\\0" * 1_000_000
      reader = Struct.new(:left, :zeros) { def read(_) = (self.left -= 1).negative? ? nil : zeros.dup }.new(300, zeros)
      Oxisalt::MerkleTree.file(reader, scheme: :rfc6962)
    RUBY
  end

  it "is given back" do
    growth = Integer(run_ruby(<<~RUBY))
      def resident = (GC.start; Integer(File.read("/proc/self/status")[/VmRSS:\\s+(\\d+)/, 1]))
      leaves = Array.new(20_000, &:to_s)
      call = lambda do
        tree = Oxisalt::MerkleTree.new(leaves, scheme: :tahoe)
        Oxisalt::MerkleTree::Proof.from_bytes(tree.proof(7).to_bytes).hashes
        Oxisalt::MerkleTree.file(#{__FILE__.dump}, scheme: :tahoe, segment_size: 10)
        begin
          Oxisalt::MerkleTree.file(".", scheme: :tahoe)
        rescue Errno::EISDIR
          Oxisalt::MerkleTree.file(#{__FILE__.dump}, scheme: :tahoe) { break }
        end
      end
      50.times { call.call }
      before = resident
      200.times { call.call }
      p resident - before
    RUBY
    expect(growth).to be < 12 << 10
  end

  # Prints what every way to a tree and a proof returns, and the errors of wrong input.
  everything = <<~RUBY
    require "stringio"
    M = Oxisalt::MerkleTree
    Convertible = Struct.new(:to_str)

    def everything
      M::SCHEMES.flat_map do |scheme|
        tree = M.new(["a", Convertible.new("b"), "c" * 1_100_000, "d"], scheme:) { |done, total| "\#{done} \#{total}" }
        proof = M::Proof.from_bytes(tree.proof(2).to_bytes)
        known = { root: tree.root, index: 2, leaf: tree.leaf(2), size: 4 }
        [tree.inspect, proof.hashes, proof.inspect, M.verify(**known, proof:), M.valid?(**known, proof: nil),
         M.from_leaf_hashes(Array.new(4) { |index| tree.leaf(index) }, scheme:) == tree, M.leaf_hash("é", scheme:),
         M.file(#{__FILE__.dump}, scheme:, segment_size: 100, threads: 2) { |*told| told.inspect }.root,
         M.file(StringIO.new("x" * 10_000), scheme:, segment_size: 100).root,
         M::Proof.new(scheme:, index: 2, size: 4, hashes: proof.hashes) == proof]
      end + [-> { M.new([nil], scheme: :tahoe) }, -> { M.new([], scheme: :none) }, -> { M::Proof.from_bytes("") },
             -> { M.from_leaf_hashes([""], scheme: :tahoe) }, -> { M.new([], scheme: :tahoe).leaf(0) }].map do |call|
        call.call
      rescue Oxisalt::Error => e
        e.message
      end
    end
    expected = everything
  RUBY

  it "may be collected at every allocation" do
    expect(run_ruby("#{everything}GC.stress = true\nresults = everything\nGC.stress = false\np results == expected"))
      .to eq("true\n")
  end

  it "may be moved" do
    skip "this Ruby cannot compact" unless GC.respond_to?(:verify_compaction_references)

    output = run_ruby(everything + <<~RUBY)
      tree = M.new(("a".."z").to_a, scheme: :tahoe)
      before = [tree.root, tree.proof(3).to_bytes]
      room = RUBY_VERSION < "3.2" ? { double_heap: true } : { expand_heap: true }
      GC.verify_compaction_references(toward: :empty, **room)
      GC.auto_compact = true
      p everything == expected, [tree.root, tree.proof(3).to_bytes] == before
    RUBY
    expect(output).to eq("true\ntrue\n")
  end
end
