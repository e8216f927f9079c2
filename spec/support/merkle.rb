# frozen_string_literal: true

# Merkle trees as their definitions have them, by OpenSSL: for specs to hold the gem's against.
module Merkle
  LEAF_TAGS = { tahoe: "allmydata_crypttext_segment_v1", tahoe_block: "allmydata_encoded_subshare_v1" }.freeze
  SCHEMES = [*LEAF_TAGS.keys, :rfc6962].freeze

  module_function

  def sha256(data) = OpenSSL::Digest.digest("SHA256", data)

  def netstring(bytes) = "#{bytes.bytesize}:".b << bytes.b << ","

  def tagged_hash(tag, value) = sha256(sha256(netstring(tag) << value.b))

  def tagged_pair_hash(tag, left, right) = sha256(sha256(netstring(tag) << netstring(left) << netstring(right)))

  def leaf(scheme, data)
    scheme == :rfc6962 ? sha256("\0".b << data.b) : tagged_hash(LEAF_TAGS.fetch(scheme), data)
  end

  def node(scheme, left, right)
    scheme == :rfc6962 ? sha256("\1".b << left << right) : tagged_pair_hash("Merkle tree internal node", left, right)
  end

  def filler(index) = tagged_hash("Merkle tree empty leaf", index.to_s)

  # The leaf hashes, with those that Tahoe-LAFS adds.
  def row(scheme, hashes)
    return hashes if scheme == :rfc6962

    width = 1
    width *= 2 while width < hashes.size
    hashes + (hashes.size...width).map { |index| filler(index) }
  end

  # MTH of RFC 6962, section 2.1, over leaf hashes.
  def root(scheme, hashes)
    hashes = row(scheme, hashes)
    return hashes.first || sha256("") if hashes.size < 2

    halves(hashes).map { |half| root(scheme, half) }.then { |left, right| node(scheme, left, right) }
  end

  # PATH of RFC 6962, section 2.1.1.
  def path(scheme, index, hashes)
    hashes = row(scheme, hashes)
    return [] if hashes.size == 1

    left, right = halves(hashes)
    return [*path(scheme, index, left), root(scheme, right)] if index < left.size

    [*path(scheme, index - left.size, right), root(scheme, left)]
  end

  # Split at the greatest power of two that is less than the size.
  def halves(hashes)
    half = 1
    half *= 2 while half * 2 < hashes.size
    [hashes.take(half), hashes.drop(half)]
  end

  # `data` in pieces of `size` bytes, the last as long as what is left.
  def segments(data, size)
    (0...data.bytesize).step(size).map { |at| data.byteslice(at, size) }
  end
end
