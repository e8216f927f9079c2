# frozen_string_literal: true

RSpec.describe Oxisalt::Error do
  own = { Oxisalt::LengthError => ArgumentError, Oxisalt::CryptoError => StandardError,
          Oxisalt::BadAuthenticatorError => Oxisalt::CryptoError, Oxisalt::BadSignatureError => Oxisalt::CryptoError,
          Oxisalt::BadProofError => Oxisalt::CryptoError, Oxisalt::KeyFormatError => Oxisalt::CryptoError,
          Oxisalt::InternalError => StandardError }

  own.each do |error, parent|
    it "marks #{error}, a #{parent}" do
      expect(error.superclass).to be(parent)
      expect(error.ancestors).to include(described_class)
    end
  end

  it "is carried by every exception class of the gem" do
    classes = Oxisalt.constants.map { |name| Oxisalt.const_get(name) }
    expect(classes.grep(Class).select { |constant| constant <= Exception }).to match_array(own.keys)
  end

  it "is not carried by Ruby's own errors elsewhere" do
    expect { Integer("x") }.to raise_error(ArgumentError) { |error| expect(error).not_to be_a(described_class) }
    expect([TypeError, ArgumentError, FrozenError, ThreadError].map { |error| error.include?(described_class) })
      .to all(be(false))
  end

  {
    TypeError => -> { Oxisalt::Digest::SHA256.digest(nil) },
    ArgumentError => -> { Oxisalt::Digest.new("SHA257") },
    FrozenError => -> { Oxisalt::Digest::SHA256.new.freeze << "a" },
    Oxisalt::LengthError => -> { Oxisalt::Digest::BLAKE2b.new(key: "") },
    Oxisalt::BadAuthenticatorError => -> { Oxisalt::HMAC::SHA256.verify("k", "data", "tag") },
    Oxisalt::BadSignatureError => -> { Oxisalt::SigningKey.generate.verify_key.verify("signature", "message") },
    Oxisalt::BadProofError => -> { Oxisalt::MerkleTree::Proof.from_bytes("no proof") },
    Oxisalt::KeyFormatError => -> { Oxisalt::SigningKey.from_pem("no key") }
  }.each do |error, call|
    it "rescues a #{error}" do
      rescued = begin
        call.call
      rescue described_class => e
        e
      end
      expect(rescued).to be_an_instance_of(error)
      expect(rescued.backtrace.first).to include(File.basename(__FILE__))
    end
  end

  it "names neither key nor tag when a tag is wrong" do
    expect { Oxisalt::HMAC::SHA256.verify("secret", "data", "forged") }
      .to raise_error("the tag does not belong to this data under this key")
  end
end
