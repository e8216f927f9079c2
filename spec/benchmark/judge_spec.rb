# frozen_string_literal: true

require_relative "support"
require_relative "../../benchmark/support/open_pgp"
require_relative "../../benchmark/sign_vs_encrypt/judge"

RSpec.describe Judge do
  let(:judge) { described_class.new({ rbnacl: "RbNaCl", ed25519: "Ed25519" }, { rbnacl: "RbNaCl" }, "text") }
  let(:key) { Keys.public_bytes(:ed25519, Keys::SEED) }

  before { %i[rbnacl ed25519].each { |library| expect(Bench::Library.fetch(library).absence).to be_nil } }

  def signed(signature)
    [key, signature].map { |bytes| Base64.strict_encode64(bytes) }
  end

  def flip(bytes, index)
    bytes.dup.tap { |copy| copy.setbyte(index, copy.getbyte(index) ^ 1) }
  end

  it "accepts a signature that every library verifies, and no other" do
    signature = Keys.signature("text")
    expect(judge.sign?(signed(signature))).to be(true)
    64.times { |index| expect { judge.sign?(signed(flip(signature, index))) }.to raise_error(/signature/i) }
    expect { judge.sign?(signed(Keys.signature("other"))) }.to raise_error(/signature/i)
  end

  it "accepts a box that every library opens to the document, and no other" do
    answer = lambda do |text|
      sender, receiver = Array.new(2) { RbNaCl::PrivateKey.generate }
      sealed = RbNaCl::SimpleBox.from_keypair(receiver.public_key, sender).encrypt(text)
      [sender.public_key, receiver, Base64.strict_encode64(sealed)]
    end
    expect(judge.encrypt?(answer.call("text"))).to be(true)
    expect(judge.encrypt?(answer.call("other"))).to be(false)
    expect { judge.encrypt?([*answer.call("text").take(2), answer.call("text").last]) }
      .to raise_error(RbNaCl::CryptoError)
  end

  it "accepts an OpenPGP message of the document, and no other" do
    home = Bench::OpenPGP::KEYS.fetch("Ed25519")
    expect(judge.sign?(home.clearsign("text"))).to be(true)
    expect(judge.sign?(home.clearsign("text").sub("text", "taxt"))).to be(false)
    expect(judge.sign?(home.clearsign("other"))).to be(false)
    expect(judge.encrypt?(home.encrypt("text"))).to be(true)
    expect(judge.encrypt?(home.encrypt("other"))).to be(false)
    expect(judge.encrypt?("no message")).to be(false)
  ensure
    Bench::OpenPGP::KEYS.each_value(&:remove)
  end
end
