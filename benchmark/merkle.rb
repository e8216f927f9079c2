# frozen_string_literal: true

# What the third published comparison means for the Merkle tree of a 1 GiB file.

require_relative "support/bench"
require_relative "merkle/estimate"
require_relative "merkle/forest"
require_relative "merkle/python"
require_relative "merkle/subject"

QUICK = Bench::Settings.new.quick?

# A turn over the whole takes seconds: these contests sit out the later rounds.
ROUNDS = 3

FILE = Subject.new(QUICK ? 32 << 20 : 1 << 30)
LEAVES = Array.new(QUICK ? 20_000 : 1_000_000) { |index| [index].pack("Q>").rjust(32, "\0") }.freeze

FILE_SIZE = Bench::Units.size(FILE.size).sub("1024 MiB", "1 GiB")
LEAVES_TITLE = "#{LEAVES.size.to_s.gsub(/(?<=\d)(?=(?:\d{3})+\z)/, ',')} leaves of 32 bytes".freeze

HASHLIB = "hashlib"
OPENSSL = "OpenSSL::Digest"
DIGEST = "Digest"
OXISALT = "Oxisalt::Digest, by call"
PYCRYPTOPP = "pycryptopp"
ONE_THREAD = "Oxisalt::MerkleTree, 1 thread"
TWO_THREADS = "Oxisalt::MerkleTree, 2 threads"
APART = "Oxisalt::MerkleTree, 1 thread, one hash at a time"

# How our own trees are made: threads, and whether two hashes are computed at once.
WAYS = { APART => [1, false], ONE_THREAD => [1, true], TWO_THREADS => [2, true] }.freeze

# SHA-256 by each library that trees are made of in Ruby: of a String, and piece by piece.
HASHES = {
  OPENSSL => [:openssl, ->(data) { OpenSSL::Digest.digest("SHA256", data) }, -> { OpenSSL::Digest.new("SHA256") }],
  DIGEST => [:digest, ->(data) { Digest::SHA256.digest(data) }, -> { Digest::SHA256.new }]
}.freeze

TREES = Forest.new(rounds: ROUNDS)

Bench.compare "merkle", "What the third published comparison means for the Merkle tree of a 1 GiB file" do |bench|
  bench.about <<~TEXT
    The published comparison estimated from its figures what hashing costs that adds a file of 1 GiB to Tahoe-LAFS: 8,192
    segments of 128 KiB and 32,768 small hashes, each SHA-256 of a SHA-256. Here is that estimate from today's
    figures; then the tree itself over a real file, and over many small leaves. All trees have to have one root.
  TEXT

  bench.gauge "The estimate for 1 GiB, from the time of single hashes", { "1 GiB" => :seconds } do |x|
    x.baseline HASHLIB
    x.report(HASHLIB, :hashlib, published: 9.051) { Estimate.of(*Python.estimate) }
    x.absent PYCRYPTOPP, because: "is for Python 2 and does not build on Python 3", published: 9.205
    HASHES.each do |label, (library, sha256)|
      x.report(label, library) { Estimate.measure { |data| sha256.call(sha256.call(data)) } }
    end
    x.report(OXISALT, :oxisalt) { Estimate.measure { |data| Oxisalt::Digest::SHA256d.digest(data) } }
    x.note "A small hash is taken to have 102 bytes, as a node of Tahoe-LAFS's tree has."
    x.headline "estimate for 1 GiB, as published", OXISALT
  end

  bench.gauge "The tree of a file of #{FILE_SIZE}, in segments of 128 KiB", { "time" => :seconds } do |x|
    x.baseline HASHLIB
    x.report(HASHLIB, :hashlib) { TREES.grow(:file, HASHLIB) { Python.file(FILE.path) } }
    HASHES.each do |label, (library, sha256, stream)|
      x.report(label, library) { TREES.measure(:file, label) { Rivals.file(FILE.path, stream, &sha256) } }
    end
    WAYS.each do |label, (threads, interleave)|
      x.report(label, :oxisalt) { TREES.measure(:file, label) { FILE.tree(threads, interleave) } }
    end
    x.note "Each was measured in #{ROUNDS} rounds at most, and gave the same root in each."
    x.headline "Merkle tree of #{FILE_SIZE}, 1 thread", ONE_THREAD, goal: 1.0
    x.headline "Merkle tree of #{FILE_SIZE}, 2 threads", TWO_THREADS, goal: 1.8, readme: true
    x.headline "Merkle tree of #{FILE_SIZE}: two hashes at once on 1 thread", ONE_THREAD, over: APART
  end

  bench.gauge "The tree of #{LEAVES_TITLE}", { "time" => :seconds } do |x|
    x.baseline OPENSSL
    HASHES.each do |label, (library, sha256)|
      x.report(label, library) { TREES.measure(:leaves, label) { Rivals.leaves(LEAVES, &sha256) } }
    end
    x.report(HASHLIB, :hashlib) { TREES.grow(:leaves, HASHLIB) { Python.leaves(LEAVES.size) } }
    WAYS.each do |label, (threads, interleave)|
      x.report(label, :oxisalt) do
        TREES.measure(:leaves, label) do
          Oxisalt::MerkleTree.send(:of_leaves, :tahoe, threads, interleave, LEAVES, nil).root
        end
      end
    end
    x.note "Each was measured in #{ROUNDS} rounds at most, and gave the same root in each."
    x.headline "Merkle tree of #{LEAVES_TITLE}, 2 threads", TWO_THREADS, goal: 15
    x.headline "Merkle tree of #{LEAVES_TITLE}, 2 threads", TWO_THREADS, over: [OPENSSL, DIGEST, HASHLIB], readme: true
    x.headline "Merkle tree of #{LEAVES_TITLE}, 1 thread", ONE_THREAD
    x.headline "Merkle tree of #{LEAVES_TITLE}: two hashes at once on 1 thread", ONE_THREAD, over: APART
  end
end
