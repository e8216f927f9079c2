# frozen_string_literal: true

require_relative "digests"

# Merkle trees and their proofs.
module Calls
  TREE = Oxisalt::MerkleTree.new(%w[a b c d e], scheme: :rfc6962)
  PROOF = TREE.proof(1)
  LEAF = TREE.leaf(1).freeze
  KNOWN = { root: TREE.root.freeze, index: 1, size: 5 }.freeze

  tree = Oxisalt::MerkleTree
  call("#{tree}.new", wrong: -> { tree.new([DATA, nil], scheme: :tahoe) }) do
    done = []
    [tree.new(%w[a b c], scheme: :tahoe, threads: 2) { |*progress| done << progress }.root, done]
  end
  call("#{tree}.from_leaf_hashes", wrong: -> { tree.from_leaf_hashes([SECRET, DATA], scheme: :tahoe) }) do
    tree.from_leaf_hashes([LEAF, SECRET], scheme: :tahoe_block).root
  end
  # By its descriptor, and by what it reads.
  call("#{tree}.file", wrong: -> { tree.file(nil, scheme: :tahoe) }) do
    [__FILE__, StringIO.new(DATA)].map { |source| tree.file(source, scheme: :rfc6962, segment_size: 100).root }
  end
  call("#{tree}.file", wrong: -> { tree.file(StringIO.new(DATA), scheme: :tahoe, segment_size: 0) }) do
    tree.file(StringIO.new(DATA), scheme: :tahoe).root
  end
  call("#{tree}.leaf_hash", wrong: -> { tree.leaf_hash(nil, scheme: :tahoe) }) do
    tree::SCHEMES.map { |scheme| tree.leaf_hash(DATA, scheme:) }
  end
  call("#{tree}.valid?", wrong: -> { tree.valid?(leaf: nil, proof: DATA, **KNOWN) }) do
    tree.valid?(leaf: LEAF, proof: PROOF, **KNOWN)
  end
  call("#{tree}.verify", wrong: -> { tree.verify(leaf: SECRET, proof: PROOF, **KNOWN) }) do
    tree.verify(leaf: LEAF, proof: PROOF.to_bytes, **KNOWN)
  end
  %i[root size scheme inspect].each { |fact| call("#{tree}##{fact}") { TREE.public_send(fact) } }
  call("#{tree}#leaf", wrong: -> { TREE.leaf(5) }) { TREE.leaf(4) }
  call("#{tree}#proof", wrong: -> { TREE.proof(-1) }) { TREE.proof(3).hashes }

  proof = tree::Proof
  call("#{proof}.new", wrong: -> { proof.new(scheme: :tahoe, index: 0, size: 2, hashes: [DATA]) }) do
    proof.new(scheme: :tahoe, index: 0, size: 2, hashes: [SECRET]).to_bytes
  end
  call("#{proof}.from_bytes", wrong: -> { proof.from_bytes(DATA) }) { proof.from_bytes(PROOF.to_bytes).hashes }
  %i[to_bytes scheme index size hashes inspect].each { |fact| call("#{proof}##{fact}") { PROOF.public_send(fact) } }

  # Another one that is equal to each.
  again = [tree.new(%w[a b c d e], scheme: :rfc6962), proof.from_bytes(PROOF.to_bytes)]
  [TREE, PROOF].zip(again) do |one, other|
    %i[== eql?].each do |equal|
      call("#{one.class}##{equal}", wrong: -> { one.public_send(equal, DATA) }) { one.public_send(equal, other) }
    end
    call("#{one.class}#hash") { one.hash == other.hash }
  end
end
