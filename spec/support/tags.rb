# frozen_string_literal: true

# Tags that are wrong.
module Tags
  # Copies of `tag`, each with one bit changed: every bit once.
  def self.flipped(tag)
    (0...tag.bytesize * 8).map do |bit|
      wrong = tag.dup
      wrong.setbyte(bit / 8, tag.getbyte(bit / 8) ^ (1 << (bit % 8)))
      raise "bit #{bit} was not changed" unless difference(tag, wrong) == 1

      wrong
    end
  end

  # How many bits differ.
  def self.difference(one, other)
    one.bytes.zip(other.bytes).sum { |a, b| (a ^ b).to_s(2).count("1") }
  end

  # What an attacker may send where a tag belongs.
  def self.foreign(tag)
    ["", "x", tag[0...-1], "#{tag}\0".b, tag * 2, tag.unpack1("H*"), [tag].pack("m0"), "é", *Bytes::NOT_STRINGS]
  end
end

# `valid` and `verify` are given a tag; `tag` returns the right one.
RSpec.shared_examples "a judge of tags" do |tag:, valid:, verify:|
  it "accepts the right tag, whatever its encoding says" do
    right = tag.call
    [right, right.dup.force_encoding("UTF-8"), right.dup.force_encoding("UTF-16LE"), right.dup.freeze].each do |string|
      expect([valid.call(string), verify.call(string)]).to eq([true, true])
    end
  end

  it "rejects a tag with any one bit changed" do
    wrong = Tags.flipped(tag.call)
    expect(wrong.size).to eq(tag.call.bytesize * 8)
    wrong.each do |string|
      expect(valid.call(string)).to be(false)
      expect { verify.call(string) }.to raise_error(Oxisalt::BadAuthenticatorError)
    end
  end

  it "returns false for whatever else is sent, and never raises" do
    Tags.foreign(tag.call).each { |sent| expect(valid.call(sent)).to be(false) }
  end

  it "raises for whatever else is to be verified" do
    Tags.foreign(tag.call).each do |sent|
      expected = String === sent ? Oxisalt::BadAuthenticatorError : TypeError # rubocop:disable Style/CaseEquality
      expect { verify.call(sent) }.to raise_error(expected) { |error| expect(error).to be_a(Oxisalt::Error) }
    end
    expect { verify.call(nil) }.to raise_error(TypeError, "tag must be a String, got nil")
  end
end
