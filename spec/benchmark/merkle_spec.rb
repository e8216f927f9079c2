# frozen_string_literal: true

require "tempfile"
require_relative "support"
require_relative "../../benchmark/merkle/forest"
require_relative "../../benchmark/merkle/python"

RSpec.describe "The comparison of Merkle trees" do
  sha256 = ->(data) { OpenSSL::Digest.digest("SHA256", data) }
  stream = -> { OpenSSL::Digest.new("SHA256") }

  it "has rivals that make the trees that Tahoe-LAFS does, from leaves and from files, in Ruby and in Python" do
    expect(Bench::Library.fetch(:hashlib).absence).to be_nil
    [1, 2, 3, 8, 9].each do |count|
      leaves = Array.new(count) { |index| [index].pack("Q>").rjust(32, "\0") }
      root = Merkle.root(:tahoe, leaves.map { |leaf| Merkle.leaf(:tahoe, leaf) })
      expect([Rivals.leaves(leaves, &sha256), Python.leaves(count).first]).to eq([root, root])
    end
    Tempfile.create do |file|
      content = Vectors.pattern((3 * Rivals::SEGMENT) + 5)
      file.write(content)
      file.flush
      segments = Merkle.segments(content, Rivals::SEGMENT)
      root = Merkle.root(:tahoe, segments.map { |segment| Merkle.leaf(:tahoe, segment) })
      expect([Rivals.file(file.path, stream, &sha256), Python.file(file.path).first]).to eq([root, root])
    end
  end

  it "counts no tree with another root" do
    forest = Forest.new(rounds: 2)
    expect(forest.measure(:file, "one") { "r" }).to match("time" => be_a(Float))
    expect(forest.grow(:file, "other") { ["r", 3] }).to eq("time" => 3)
    expect { forest.grow(:file, "wrong") { ["s", 3] } }
      .to raise_error(Bench::Mismatch, "file: wrong and one have different roots: 73 and 72")
    expect(forest.grow(:leaves, "wrong") { ["s", 3] }).to eq("time" => 3)
  end

  it "lets a contender sit out after its rounds" do
    forest = Forest.new(rounds: 2)
    turns = Array.new(3) { forest.grow(:file, "one") { ["r", 1] } }
    expect(turns).to eq([{ "time" => 1 }, { "time" => 1 }, {}])
  end

  it "estimates from the two kinds of hashes that were published" do
    expect(Estimate.of(1, 0)).to eq("1 GiB" => 8192)
    expect(Estimate.of(0, 1)).to eq("1 GiB" => 32_768)
    hashed = Hash.new(0)
    expect(Estimate.measure { |data| hashed[data.bytesize] += 1 }["1 GiB"]).to be_positive
    expect(hashed).to eq(131_072 => 64, 102 => 4096)
    expect(Python.estimate).to match([be_positive, be_positive])
  end
end
