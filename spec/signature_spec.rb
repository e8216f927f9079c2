# frozen_string_literal: true

require "oxisalt/openpgp"
require "oxisalt/openssl"

RSpec.describe "The signatures" do
  signatures = nil
  before(:context) { signatures = Signatures.new }

  it "are there for every constant, and for none that there is not" do
    expect(signatures.constants).to eq(["Oxisalt", *Signatures.loaded].sort)
  end

  Signatures.spaces.each do |space|
    describe "of #{space}" do
      it "are there for every public method" do
        missing = Signatures.public_methods_of(space).map(&:name) - signatures.instance_methods(space).keys
        missing += Signatures.public_singleton_methods_of(space).map(&:name) - signatures.singleton_methods(space).keys
        expect(missing).to be_empty
      end

      it "are of methods that exist, with arguments that these take" do
        wrong = signatures.instance_methods(space).reject do |name, definition|
          exists = space.method_defined?(name) || space.private_method_defined?(name)
          exists && Signatures.compatible?(space.instance_method(name), definition)
        end
        wrong.merge!(signatures.singleton_methods(space).except(:new).reject do |name, definition|
          space.respond_to?(name) && Signatures.compatible?(space.method(name), definition)
        end)
        expect(wrong.keys).to be_empty
      end
    end
  end

  describe "that are wrong" do
    # What a signature with these arguments would be.
    def signature(arguments)
      type = RBS::Parser.parse_method_type("(#{arguments}) -> String")
      Struct.new(:method_types).new([type])
    end

    it "are found out" do
      taken = { digest: "untyped, untyped, untyped", verify: "untyped, untyped, untyped, untyped" }
      taken.each do |name, arguments|
        method = Oxisalt::HMAC.method(name)
        expect(Signatures.compatible?(method, signature(arguments))).to be(true)
        ["", "untyped", "#{arguments}, untyped", "#{arguments}, ?untyped", "#{arguments}, ?key: untyped", "*untyped"]
          .each { |other| expect(Signatures.compatible?(method, signature(other))).to be(false), other }
      end
      derive = Oxisalt::Digest::BLAKE3.method(:derive_key)
      expect(Signatures.compatible?(derive, signature("untyped, untyped, ?digest_size: untyped"))).to be(true)
      expect(Signatures.compatible?(derive, signature("untyped, untyped, ?size: untyped"))).to be(false)
    end
  end
end
