# frozen_string_literal: true

# RSpec prints its seed at the end of a run, and `rspec --seed` takes it to repeat the same inputs.
RSpec.describe "RbNaCl's primitives and Oxisalt's" do
  passes = 1000

  before { skip Rivals.missing("rbnacl") if Rivals.missing("rbnacl") }

  let(:random) { Random.new(RSpec.configuration.seed) }

  def message(random)
    random.bytes(random.rand(20).zero? ? random.rand(20_000) : random.rand(300))
  end

  %w[ChaCha20Poly1305IETF ChaCha20Poly1305Legacy XChaCha20Poly1305IETF].each do |name|
    it "agree on #{name}, both ways, #{passes} times" do
      agreed = Array.new(passes) do
        key = random.bytes(32)
        text = message(random)
        data = message(random)
        ours, theirs = [Oxisalt, RbNaCl].map { |library| library::AEAD.const_get(name).new(key) }
        nonce = random.bytes(ours.nonce_bytes)
        sealed = ours.encrypt(nonce, text, data)
        [theirs.encrypt(nonce, text, data), theirs.decrypt(nonce, sealed, data), ours.decrypt(nonce, sealed, data)] ==
          [sealed, text, text]
      end
      expect(agreed.tally).to eq(true => passes)
    end

    it "name the parts of #{name} alike" do
      ours, theirs = [Oxisalt, RbNaCl].map { |library| library::AEAD.const_get(name) }
      %i[primitive nonce_bytes key_bytes tag_bytes].each do |call|
        expect(ours.public_send(call)).to eq(theirs.public_send(call))
      end
      %i[KEYBYTES NPUBBYTES ABYTES].each do |constant|
        expect(ours.const_get(constant)).to eq(theirs.const_get(constant))
      end
    end
  end

  { "OneTimeAuth" => [Oxisalt::OneTimeAuth, ->(rbnacl) { rbnacl::OneTimeAuth }, 32..32],
    "HMAC-SHA-512-256" => [Oxisalt::Auth, lambda { |rbnacl|
                                            rbnacl::HMAC::SHA512256
                                          }, 1..200] }.each do |name, (ours, find, keys)|
    it "agree on #{name}, both ways, #{passes} times" do
      theirs = find.call(RbNaCl)
      agreed = Array.new(passes) do
        key = random.bytes(random.rand(keys))
        text = message(random)
        tag = ours.auth(key, text)
        wrong = tag.dup.tap { |bytes| bytes.setbyte(random.rand(tag.bytesize), random.rand(256)) }
        rejected = wrong == tag || (!ours.valid?(key, wrong, text) && rejects?(theirs, key, wrong, text))
        [theirs.auth(key, text), theirs.verify(key, tag, text), ours.verify(key, theirs.auth(key, text), text),
         rejected] ==
          [tag, true, true, true]
      end
      expect(agreed.tally).to eq(true => passes)
      expect([ours.primitive, ours.key_bytes,
              ours.tag_bytes]).to eq([theirs.primitive, theirs.key_bytes, theirs.tag_bytes])
    end
  end

  def rejects?(authenticator, key, tag, text)
    authenticator.verify(key, tag, text)
    false
  rescue RbNaCl::BadAuthenticatorError
    true
  end

  it "agree on BLAKE2b with key, salt and personalization, #{passes} times" do
    agreed = Array.new(passes) do
      options = { digest_size: 16 + random.rand(49) }
      options[:key] = random.bytes(16 + random.rand(49)) if random.rand(2).zero?
      options[:salt] = random.bytes(random.rand(17)) if random.rand(2).zero?
      options[:personal] = random.bytes(random.rand(17)) if random.rand(2).zero?
      text = message(random)
      theirs = RbNaCl::Hash.blake2b(text, options.dup)
      [Oxisalt::Digest::BLAKE2b.digest(text, **options),
       Oxisalt::Digest::BLAKE2b.new(**options).update(text).digest].uniq == [theirs]
    end
    expect(agreed.tally).to eq(true => passes)
  end

  it "agree on multiples of group elements, #{passes} times" do
    agreed = Array.new(passes) do
      scalar = random.bytes(32)
      other = random.bytes(32)
      ours, theirs = [Oxisalt, RbNaCl].map { |library| library::GroupElement }
      point = ours.base.mult(scalar)
      [point.to_bytes, point.mult(other).to_bytes, ours.new(point.to_bytes).mult(other).to_bytes] ==
        [theirs.base.mult(scalar).to_bytes, *Array.new(2) { theirs.new(point.to_bytes).mult(other).to_bytes }]
    end
    expect(agreed.tally).to eq(true => passes)
    %i[STANDARD_GROUP_ELEMENT STANDARD_GROUP_ORDER SCALARBYTES BYTES].each do |name|
      expect(Oxisalt::GroupElement.const_get(name)).to eq(RbNaCl::GroupElement.const_get(name))
    end
    expect(Oxisalt::GroupElement.primitive).to eq(RbNaCl::GroupElement.primitive)
  end

  it "agree on what each refuses of group elements" do
    Boxes::LOW_ORDER.each do |low|
      theirs = lambda do
        RbNaCl::GroupElement.new(low).mult("s" * 32)
      end
      expect(&theirs).to raise_error(RbNaCl::CryptoError)
      expect { Oxisalt::GroupElement.new(low).mult("s" * 32) }.to raise_error(Oxisalt::CryptoError)
    end
  end

  it "agree on hashes of passwords" do
    hashes = {
      argon2: [16, -> { [1 + random.rand(4), 8192 + random.rand(100_000)] }],
      argon2id: [16, -> { [1 + random.rand(4), 8192 + random.rand(100_000)] }],
      argon2i: [16, -> { [3 + random.rand(3), 8192 + random.rand(100_000)] }],
      scrypt: [32, -> { [32_768 + random.rand(200_000), 2048 + random.rand(4_000_000)] }]
    }
    agreed = hashes.flat_map do |name, (salt_length, cost)|
      Array.new(25) do
        arguments = [random.bytes(random.rand(100)), random.bytes(salt_length), *cost.call, 16 + random.rand(100)]
        ours, theirs = [Oxisalt, RbNaCl].map { |library| library::PasswordHash.public_send(name, *arguments) }
        ours == theirs || arguments
      end
    end
    expect(agreed.tally).to eq(true => 100)
  end

  it "verify each other's encoded hashes" do
    agreed = Array.new(10) do
      password = random.bytes(1 + random.rand(30)).delete("\0")
      ours, theirs = [Oxisalt, RbNaCl].map do |library|
        library::PasswordHash.argon2_str(password, 3, 8192 << random.rand(4))
      end
      [ours, theirs].flat_map do |encoded|
        [Oxisalt, RbNaCl].map do |library|
          [library::PasswordHash.argon2_valid?(password, encoded),
           library::PasswordHash.argon2_valid?("#{password}x", encoded)]
        end
      end
    end
    expect(agreed.flatten(1).tally).to eq([true, false] => 40)
  end

  # RbNaCl has no method for these strings; libsodium's functions are there by FFI.
  it "verify each other's strings of scrypt" do
    sodium = Module.new do
      extend RbNaCl::Sodium

      sodium_function :encode, :crypto_pwhash_scryptsalsa208sha256_str, %i[pointer pointer ulong_long ulong_long size_t]
      sodium_function :matches?, :crypto_pwhash_scryptsalsa208sha256_str_verify, %i[pointer pointer ulong_long]
    end
    [["", 2**15], ["password", 2**17], ["é" * 50, 2**15]].each do |password, operations|
      buffer = FFI::MemoryPointer.new(102)
      expect(sodium.encode(buffer, password, password.bytesize, operations, 2**24)).to be(true)
      theirs = buffer.read_string
      ours = Oxisalt::PasswordHash.scrypt_str(password, operations, 2**24)
      expect(ours[0, 14]).to eq(theirs[0, 14])
      expect([password, "#{password}x"].map do |each|
               Oxisalt::PasswordHash.scrypt_valid?(each, theirs)
             end).to eq([true, false])
      results = [password, "#{password}x"].map { |each| sodium.matches?("#{ours}\0", each, each.bytesize) }
      expect(results).to eq([true, false])
    end
  end

  it "agree on the small things" do
    text = random.bytes(40)
    expect(Oxisalt::Util.bin2hex(text)).to eq(RbNaCl::Util.bin2hex(text))
    expect(Oxisalt::Util.hex2bin(RbNaCl::Util.bin2hex(text))).to eq(text)
    expect([Oxisalt::Util.zeros, Oxisalt::Util.zeros(5)]).to eq([RbNaCl::Util.zeros, RbNaCl::Util.zeros(5)])
    expect(Oxisalt::Util.prepend_zeros(3, text)).to eq(RbNaCl::Util.prepend_zeros(3, text))
    expect(Oxisalt::Util.remove_zeros(3, text)).to eq(RbNaCl::Util.remove_zeros(3, text.dup))
    expect(Oxisalt::Util.zero_pad(64, text)).to eq(RbNaCl::Util.zero_pad(64, text))
    [16, 32, 64].each do |length|
      one, two = Array.new(2) { random.bytes(length) }
      [[one, one.dup], [one, two], [one, "x"], %w[x x]].each do |pair|
        call = "verify#{length}"
        expect(Oxisalt::Util.public_send(call, *pair)).to eq(RbNaCl::Util.public_send(call, *pair))
      end
      expect(Oxisalt::Util.public_send("verify#{length}!", one,
                                       two)).to be(RbNaCl::Util.public_send("verify#{length}!", one, two))
    end
  end
end
