# frozen_string_literal: true

# Tahoe-LAFS's tree in Ruby, by any SHA-256 that the block computes.
module Rivals
  SEGMENT = 128 << 10
  LEAF = "30:allmydata_crypttext_segment_v1,".b.freeze
  NODE = "25:Merkle tree internal node,32:".b.freeze
  FILLER = "22:Merkle tree empty leaf,".b.freeze

  module_function

  # The root over the segments of a file. `stream` makes a SHA-256 that is fed piece by piece: tag and segment do not
  # have to be copied into one String.
  def file(path, stream, &sha256)
    hashes = []
    File.open(path, "rb") do |file|
      segment = String.new(capacity: SEGMENT)
      hashes << sha256.call((stream.call << LEAF << segment).digest) while file.read(SEGMENT, segment)
    end
    root(hashes, &sha256)
  end

  # The root over the data of leaves.
  def leaves(leaves, &sha256)
    root(leaves.map { |leaf| sha256.call(sha256.call(LEAF + leaf)) }, &sha256)
  end

  def root(hashes, &sha256)
    width = 1 << (hashes.size - 1).bit_length
    hashes.size.upto(width - 1) { |index| hashes << sha256.call(sha256.call("#{FILLER}#{index}")) }
    hashes = hashes.each_slice(2).map { |pair| node(*pair, &sha256) } while hashes.size > 1
    hashes.first
  end

  def node(left, right)
    yield yield("#{NODE}#{left},32:#{right},")
  end
end
