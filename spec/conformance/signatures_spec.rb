# frozen_string_literal: true

RSpec.describe "Ed25519" do
  # The bytes of a column.
  def bytes(column)
    column == "-" ? "".b : [column].pack("H*")
  end

  it "signs and verifies what RFC 8032 publishes" do
    rows = Vectors.rows("ed25519_rfc8032").map { |row| row.map { |column| bytes(column) } }
    expect(rows.map { |row| row[2].bytesize }).to eq([0, 1, 2, 1023, 64])
    rows.each do |secret, public, message, signature|
      key = Oxisalt::SigningKey.new(secret)
      expect([key.verify_key.to_bytes, key.keypair_bytes, key.sign(message)])
        .to eq([public, secret + public, signature])
      expect(Oxisalt::VerifyKey.new(public).verify(signature, message)).to be(true)
      expect(Oxisalt::VerifyKey.new(public).verify_attached(signature + message)).to be(true)
    end
  end

  it "judges the cases of ed25519-speccheck as strict verification does" do
    verdicts = Vectors.rows("ed25519_speccheck").map do |_, public, message, signature|
      Oxisalt::VerifyKey.new(bytes(public)).valid?(bytes(signature), bytes(message)) ? "V" : "X"
    end
    expect(verdicts.join(" ")).to eq("X X X V X X X X X X X X")
  end

  # Seeds and messages that `rspec --seed` repeats.
  def random_input
    random = Random.new(RSpec.configuration.seed)
    Array.new(1000) { [random.bytes(32), random.bytes(1 + random.rand(300))] }
  end

  it "agrees with RbNaCl, both ways, 1,000 times" do
    skip Rivals.missing("rbnacl") if Rivals.missing("rbnacl")

    random_input.each do |seed, message|
      ours = Oxisalt::SigningKey.new(seed)
      theirs = RbNaCl::SigningKey.new(seed)
      results = [ours, theirs].map do |key|
        [key.sign(message), key.sign_attached(message), key.keypair_bytes, key.verify_key.to_bytes, key.to_bytes]
      end
      expect(results.uniq.size).to eq(1)
      expect([ours, theirs].map { |key| key.verify_key.verify(theirs.sign(message), message) }).to eq([true, true])
      wrong = ours.sign("#{message}.")
      expect(ours.verify_key.valid?(wrong, message)).to be(false)
      expect { theirs.verify_key.verify(wrong, message) }.to raise_error(RbNaCl::BadSignatureError)
    end
  end

  it "has every method that RbNaCl has for these keys, with as many arguments" do
    skip Rivals.missing("rbnacl") if Rivals.missing("rbnacl")

    { RbNaCl::SigningKey => Oxisalt::SigningKey, RbNaCl::VerifyKey => Oxisalt::VerifyKey }.each do |theirs, ours|
      # Those of libsodium's functions are there by FFI.
      names = theirs.public_instance_methods(false).grep_v(/ed25519/)
      expect(names).to include(:to_bytes)
      expect(names.to_h { |name| [name, ours.instance_method(name).arity] })
        .to eq(names.to_h { |name| [name, theirs.instance_method(name).arity] })
      expect([ours.primitive, ours.signature_bytes]).to eq([theirs.primitive, theirs.signature_bytes])
    end
    %i[SEEDBYTES SIGNINGKEYBYTES VERIFYKEYBYTES SIGNATUREBYTES].each do |name|
      expect(Oxisalt::Signatures::Ed25519.const_get(name)).to eq(RbNaCl::Signatures::Ed25519.const_get(name))
    end
    expect(Oxisalt::Signatures::Ed25519::SigningKey).to be(Oxisalt::SigningKey)
  end

  it "agrees with the gem ed25519, both ways, 1,000 times" do
    skip Rivals.missing("ed25519") if Rivals.missing("ed25519")

    random_input.each do |seed, message|
      ours = Oxisalt::SigningKey.new(seed)
      theirs = Ed25519::SigningKey.new(seed)
      expect([theirs.sign(message), theirs.verify_key.to_bytes]).to eq([ours.sign(message), ours.verify_key.to_bytes])
      expect(theirs.verify_key.verify(ours.sign(message), message)).to be(true)
      expect(ours.verify_key.verify(theirs.sign(message), message)).to be(true)
    end
  end

  it "agrees with OpenSSL, both ways, 1,000 times" do
    random_input.each do |seed, message|
      ours = Oxisalt::SigningKey.new(seed)
      theirs = OpenSSL::PKey.read(ours.to_der)
      expect(theirs.sign(nil, message)).to eq(ours.sign(message))
      expect(theirs.verify(nil, ours.sign(message), message)).to be(true)
      expect(OpenSSL::PKey.read(ours.verify_key.to_pem).verify(nil, ours.sign(message), message)).to be(true)
    end
  end
end
