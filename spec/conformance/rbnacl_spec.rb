# frozen_string_literal: true

# RSpec prints its seed at the end of a run, and `rspec --seed` takes it to repeat the same messages.
RSpec.describe "RbNaCl and Oxisalt" do
  passes = 1000

  rbnacl = begin
    require "rbnacl"
    RbNaCl
  rescue LoadError
    nil
  end

  before { skip "RbNaCl is not installed" unless rbnacl }

  # A key pair of each library's, of the same bytes: [private, public] by library.
  def key_pair(random, rbnacl)
    bytes = random.bytes(32)
    ours = Oxisalt::PrivateKey.new(bytes)
    theirs = rbnacl::PrivateKey.new(bytes)
    raise "the public keys differ" unless ours.public_key.to_bytes == theirs.public_key.to_bytes

    { Oxisalt => [ours, ours.public_key], rbnacl => [theirs, theirs.public_key] }
  end

  def message(random)
    random.bytes(random.rand(20).zero? ? random.rand(20_000) : random.rand(300))
  end

  # Each library's box of a kind, between the same two keys, seen from either side.
  kinds = {
    "Box" => [true, ->(library, mine, other) { library::Box.new(other[library][1], mine[library][0]) }],
    "SimpleBox" => [false, lambda do |library, mine, other|
      library::SimpleBox.from_keypair(other[library][1], mine[library][0])
    end],
    "SealedBox" => [false, lambda do |library, mine, other|
      # The one who seals has the public key, the one who opens the private one, and both are of one pair.
      pair = [mine, other].min_by { |keys| keys[Oxisalt][1].to_bytes }
      library::SealedBox.new(pair[library][1], pair[library][0])
    end],
    "SecretBox" => [true, lambda do |library, mine, other|
      library::SecretBox.new([mine, other].map { |keys| keys[Oxisalt][1].to_bytes }.min)
    end],
    "SimpleBox of a secret key" => [false, lambda do |library, mine, other|
      library::SimpleBox.from_secret_key([mine, other].map { |keys| keys[Oxisalt][1].to_bytes }.min)
    end]
  }

  kinds.each do |kind, (nonced, make)|
    { "RbNaCl opens what Oxisalt seals" => [Oxisalt, rbnacl], "Oxisalt opens what RbNaCl seals" => [rbnacl, Oxisalt] }
      .each do |direction, (sealer, opener)|
      it "agree on #{kind}: #{direction}, #{passes} times" do
        random = Random.new(RSpec.configuration.seed)
        opened = Array.new(passes) do
          alice = key_pair(random, rbnacl)
          bob = key_pair(random, rbnacl)
          text = message(random)
          nonce = nonced ? [random.bytes(24)] : []
          ciphertext = make.call(sealer, alice, bob).box(*nonce, text)
          make.call(opener, bob, alice).open(*nonce, ciphertext) == text
        end
        expect(opened.tally).to eq(true => passes)
      end
    end
  end

  it "name things alike" do
    pairs = {
      "Box" => %i[box encrypt open decrypt nonce_bytes primitive],
      "SecretBox" => %i[box encrypt open decrypt nonce_bytes key_bytes primitive],
      "SimpleBox" => %i[box encrypt open decrypt nonce_bytes primitive],
      "SealedBox" => %i[box encrypt open decrypt primitive],
      "PublicKey" => %i[to_bytes to_s primitive ==], "PrivateKey" => %i[to_bytes public_key primitive ==]
    }
    pairs.each do |name, methods|
      ours, theirs = [Oxisalt, rbnacl].map { |library| library.const_get(name) }
      methods.each { |method| expect([ours, theirs]).to all(be_method_defined(method)), "#{name}##{method}" }
      expect(ours.instance_method(methods[0]).arity).to eq(theirs.instance_method(methods[0]).arity)
    end
    expect(Oxisalt::Random.random_bytes.bytesize).to eq(rbnacl::Random.random_bytes.bytesize)
  end
end
