# frozen_string_literal: true

# Strings of every kind, and what is no String.
module Bytes
  # A String that is a view into a longer one.
  VIEW = [*["0"] * 100, *["é"] * 50].join[90..]

  STRINGS = {
    "nothing" => "",
    "UTF-8" => "é1",
    "broken UTF-8" => "a\xFF\xC3",
    "UTF-16LE" => "é1".encode("UTF-16LE"),
    "an encoding that Ruby cannot work with" => "é2".dup.force_encoding("UTF-7"),
    "EUC-JP" => "日本".encode("EUC-JP"),
    "binary with NUL" => "\0a\0\xFF".b,
    "US-ASCII that is none" => "\xE9".dup.force_encoding("US-ASCII"),
    "a part of another String" => VIEW,
    "more than is hashed under the interpreter lock" => "é1" * 400_000
  }.freeze

  # nil comes first, because it stands for an option that is not given.
  NOT_STRINGS = [nil, 1, :symbol, ["a"], 1.5, true, {}, Object.new, BasicObject.new, String].freeze

  # What a message calls an argument of the wrong class.
  def self.kind(value)
    nil.equal?(value) ? "nil" : Kernel.instance_method(:class).bind_call(value).name
  end

  # Converts to a String, as Pathname and others do by `to_str`.
  Convertible = Struct.new(:to_str)
  # A class of an application's own.
  Inherited = Class.new(String)
end

# `call` is given the argument and returns what depends on it.
RSpec.shared_examples "a taker of bytes" do |argument, call|
  it "takes a #{argument} of any encoding as its bytes" do
    Bytes::STRINGS.each do |kind, string|
      expect(call.call(string.dup)).to eq(call.call(string.b)), kind
    end
  end

  it "tells the bytes of a #{argument} apart" do
    expect(Bytes::STRINGS.values.map(&:b).uniq.map(&call).uniq.size).to eq(Bytes::STRINGS.size)
  end

  it "leaves the #{argument} as it was" do
    Bytes::STRINGS.each do |kind, string|
      given = string.dup
      call.call(given)
      expect([given.b, given.encoding, given.frozen?]).to eq([string.b, string.encoding, false]), kind
      expect(call.call(given.freeze)).to eq(call.call(string.b)), "frozen #{kind}"
    end
  end

  it "takes a #{argument} that is of a class below String, or converts to one" do
    expect([Bytes::Inherited.new("é1"), Bytes::Convertible.new("é1")].map(&call).uniq).to eq([call.call("é1")])
  end

  it "refuses a #{argument} that is no String, and names it" do
    Bytes::NOT_STRINGS.each do |value|
      expect { call.call(value) }.to raise_error(TypeError) { |error|
        expect(error).to be_a(Oxisalt::Error)
        expect(error.message).to eq("#{argument} must be a String, got #{Bytes.kind(value)}")
      }
    end
  end
end
