# frozen_string_literal: true

RSpec.describe Oxisalt::MerkleTree::Proof do
  tree = Oxisalt::MerkleTree

  def flips(bytes)
    (bytes.bytesize * 8).times.map do |bit|
      bytes.dup.tap { |copy| copy.setbyte(bit / 8, copy.getbyte(bit / 8) ^ (1 << (bit % 8))) }
    end
  end

  # What both ways to check say; they have to agree.
  def valid?(**claim)
    verified = begin
      Oxisalt::MerkleTree.verify(**claim)
    rescue Oxisalt::BadProofError
      false
    end
    expect(Oxisalt::MerkleTree.valid?(**claim)).to be(verified)
    verified
  end

  Merkle::SCHEMES.each do |scheme|
    describe "of the scheme #{scheme}" do
      it "verifies for every leaf of 1 to 40, and for no other leaf, index, size or order" do
        1.upto(40) do |size|
          made = tree.new(Array.new(size, &:to_s), scheme:)
          size.times do |index|
            proof = made.proof(index)
            claim = { root: made.root, index:, leaf: made.leaf(index), proof:, size: }
            expect([valid?(**claim), valid?(**claim, scheme:), valid?(**claim, proof: proof.to_bytes)]).to all(be(true))
            others = [{ index: index + 1 }, { index: index - 1 }, { size: size + 1 }, { size: size - 1 },
                      { leaf: Merkle.filler(index) }]
            expect(others.map { |other| valid?(**claim, **other) }.uniq).to eq([false])
            next if proof.hashes.size < 2

            turned = described_class.new(scheme:, index:, size:, hashes: proof.hashes.rotate)
            expect(valid?(**claim, proof: turned)).to be(false)
          end
        end
      end

      it "is refused with any bit of it, of the leaf or of the root changed" do
        [[0, 1], [4, 5], [2, 5], [0, 2]].each do |index, size|
          made = tree.new(Array.new(size, &:to_s), scheme:)
          claim = { root: made.root, index:, leaf: made.leaf(index), proof: made.proof(index).to_bytes, size:, scheme: }
          %i[root leaf proof].each do |part|
            altered = flips(claim.fetch(part)).map { |bytes| valid?(**claim, part => bytes) }
            expect(altered.size).to be >= 144
            expect(altered.uniq).to eq([false])
          end
        end
      end

      it "never verifies for a leaf that fills the tree up" do
        made = tree.new(%w[a b c d e], scheme:)
        fillers = (5..7).map { |index| [index, Merkle.filler(index)] }
        fillers.each do |index, leaf|
          hashes = Merkle.path(scheme, index, Array.new(5) { |at| made.leaf(at) } + fillers.map(&:last))
          expect { described_class.new(scheme:, index:, size: 5, hashes:) }
            .to raise_error(Oxisalt::BadProofError, /\Aa tree with 5 leaves has none at #{index}, so that/)
          forged = described_class.new(scheme:, index:, size: 8, hashes:)
          expect(valid?(root: made.root, index:, leaf:, proof: forged, size: 5)).to be(false)
          bytes = forged.to_bytes.tap { |copy| copy.setbyte(17, 5) }
          expect(valid?(root: made.root, index:, leaf:, proof: bytes, size: 5)).to be(false)
        end
      end

      it "is read and written as its format has it" do
        proof = tree.new(%w[a b c d e], scheme:).proof(3)
        number = { tahoe: 1, tahoe_block: 2, rfc6962: 3 }.fetch(scheme)
        expect(proof.to_bytes).to eq([1, number, 3, 5].pack("CCQ>Q>") + proof.hashes.join)
        expect(described_class.from_bytes(proof.to_bytes)).to eq(proof)
        expect(described_class.new(scheme:, index: 3, size: 5, hashes: proof.hashes)).to eq(proof)
        expect([proof.scheme, proof.index, proof.size, proof.hashes.size]).to eq([scheme, 3, 5, 3])
      end
    end
  end

  proof = tree.new(%w[a b c d e], scheme: :rfc6962).proof(3)

  it "is refused for another scheme than that of the tree" do
    claim = { root: "r" * 32, index: 3, leaf: "l" * 32, proof:, size: 5 }
    expect { tree.verify(**claim, scheme: :tahoe) }
      .to raise_error(Oxisalt::BadProofError, "the proof is of a tree of the scheme rfc6962")
  end

  it "is read strictly" do
    bytes = proof.to_bytes
    wrong = [*(0...bytes.bytesize).map { |length| bytes[0, length] }, *(1..70).map { |more| bytes + ("\0" * more) },
             "\2#{bytes[1..]}", "\1\4#{bytes[2..]}", "\1\0#{bytes[2..]}", "proof", bytes.unpack1("H*")]
    wrong.each { |other| expect { described_class.from_bytes(other) }.to raise_error(Oxisalt::BadProofError) }
    expect { described_class.from_bytes(nil) }.to raise_error(TypeError, "proof must be a String, got nil")
    expect { described_class.from_bytes(bytes[0..-33]) }
      .to raise_error("a proof of leaf 3 of 5 has 3 hashes, got 2")
  end

  it "can be of the greatest tree there is" do
    last = (2**64) - 1
    hashes = ["h" * 32] * 64
    made = described_class.new(scheme: :tahoe, index: last - 1, size: last, hashes:)
    expect(made.to_bytes.bytesize).to eq(described_class::MAXBYTES)
    expect(described_class.from_bytes(made.to_bytes)).to eq(made)
    expect { described_class.new(scheme: :tahoe, index: 0, size: 2**64, hashes:) }
      .to raise_error(Oxisalt::BadProofError, /index and size must be 0 to/)
  end

  it "says which of its hashes is wrong" do
    make = ->(hashes) { described_class.new(scheme: :rfc6962, index: 3, size: 5, hashes:) }
    expect { make.call(["a" * 32, "b" * 31, "c" * 32]) }
      .to raise_error(Oxisalt::LengthError, "hash 1 must be 32 bytes, got 31")
    expect { make.call(["a" * 32, nil, "c" * 32]) }.to raise_error(TypeError, "hash 1 must be a String, got nil")
    expect { make.call(nil) }.to raise_error(TypeError, "hashes must be an Array of Strings, got nil")
    [2, 4].each do |count|
      expect { make.call(["a" * 32] * count) }
        .to raise_error(Oxisalt::BadProofError, "a proof of leaf 3 of 5 has 3 hashes, got #{count}")
    end
  end

  it "is checked against anything that somebody may send, and false for what is none" do
    made = tree.new(%w[a b c d e], scheme: :rfc6962)
    known = { root: made.root, index: 3, size: 5 }
    Bytes::NOT_STRINGS.each do |other|
      expect(tree.valid?(**known, leaf: other, proof:)).to be(false)
      expect(tree.valid?(**known, leaf: made.leaf(3), proof: other)).to be(false)
      expect { tree.verify(**known, leaf: other, proof:) }
        .to raise_error(TypeError, "leaf must be a String, got #{Bytes.kind(other)}")
      expect { tree.verify(**known, leaf: made.leaf(3), proof: other) }
        .to raise_error(TypeError, "proof must be a Proof or a String, got #{Bytes.kind(other)}")
    end
    ["", "a" * 31, "a" * 33].each do |leaf|
      expect(valid?(**known, leaf:, proof:)).to be(false)
      expect { tree.verify(**known, leaf:, proof:) }.to raise_error("leaf must be 32 bytes, got #{leaf.bytesize}")
    end
  end

  it "wants a root, an index and a size of the one who checks" do
    claim = { root: "r" * 32, index: 3, leaf: "l" * 32, proof:, size: 5 }
    %i[verify valid?].each do |check|
      [nil, 1].each do |wrong|
        expect { tree.public_send(check, **claim, root: wrong) }.to raise_error(TypeError, /\Aroot must be a String/)
      end
      [nil, "3", 3.0].each do |wrong|
        %i[index size].each do |part|
          expect { tree.public_send(check, **claim, part => wrong) }
            .to raise_error(TypeError, /\A#{part} must be an Integer/)
        end
      end
      expect { tree.public_send(check, **claim, root: "r" * 31) }
        .to raise_error(Oxisalt::LengthError, "root must be 32 bytes, got 31")
    end
    [-1, 2**64, -(2**80)].each do |number|
      expect([valid?(**claim, index: number), valid?(**claim, size: number)]).to eq([false, false])
    end
  end

  it "is frozen, its own copy, and equal to another of the same bytes" do
    same = described_class.from_bytes(proof.to_bytes)
    expect([proof.frozen?, proof.dup, proof.clone, { proof => 1 }[same]]).to eq([true, proof, proof, 1])
    expect([proof == tree.new(%w[a b c d e], scheme: :rfc6962).proof(2), proof == proof.to_bytes]).to eq([false, false])
    expect(proof.inspect).to eq("#<Oxisalt::MerkleTree::Proof rfc6962 index=3 size=5>")
    expect { described_class.allocate }.to raise_error(TypeError)
  end
end
