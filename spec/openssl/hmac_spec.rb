# frozen_string_literal: true

require_relative "support"

RSpec.describe Oxisalt::OpenSSL::HMAC do
  it "is offered over the digests that the gem's own is" do
    expect(described_class.names).to eq(Oxisalt::HMAC.names)
    classes = described_class.constants.map { |name| described_class.const_get(name) } - [described_class::Key]
    expect(classes).to match_array(LibcryptoCatalogue::HMACS.values)
  end

  LibcryptoCatalogue::HMACS.each do |name, hmac|
    describe hmac do
      own = Catalogue::HMACS.fetch(name)
      module_level = Oxisalt::OpenSSL::HMAC

      it_behaves_like "output in three forms", ->(form) { hmac.public_send(form, "key", "data") }
      it_behaves_like "output in three forms", ->(form) { module_level.public_send(form, name, "key", "data") }
      it_behaves_like "output in three forms", ->(form) { hmac.new("key").update("data").public_send(form) }
      it_behaves_like "a stream", make: -> { hmac.new("key") }, whole: ->(data) { own.hexdigest("key", data) }
      it_behaves_like "a taker of bytes", "key", ->(key) { hmac.digest(key, "data") }
      it_behaves_like "a taker of bytes", "data", ->(data) { hmac.digest("key", data) }
      it_behaves_like "a taker of bytes", "key", ->(key) { module_level.digest(name, key, "data") }
      it_behaves_like "a taker of bytes", "data", ->(data) { module_level.digest(name, "key", data) }
      it_behaves_like "a taker of bytes", "key", ->(key) { hmac.new(key).hexdigest }
      it_behaves_like "a taker of bytes", "data", ->(data) { hmac.new("key").update(data).hexdigest }
      it_behaves_like "a judge of tags",
                      tag: -> { own.digest("key", "data") },
                      valid: ->(tag) { hmac.valid?("key", "data", tag) },
                      verify: ->(tag) { hmac.verify("key", "data", tag) }
      it_behaves_like "a judge of tags",
                      tag: -> { own.digest("key", "data") },
                      valid: ->(tag) { module_level.valid?(name, "key", "data", tag) },
                      verify: ->(tag) { module_level.verify(name, "key", "data", tag) }
      it_behaves_like "a judge of tags",
                      tag: -> { own.digest("key", "data") },
                      valid: ->(tag) { hmac.new("key").update("data").valid?(tag) },
                      verify: ->(tag) { hmac.new("key").update("data").verify(tag) }

      it "keeps its own copy of the key over a reset" do
        key = +"key"
        stream = hmac.new(key) << "before"
        key.setbyte(0, 0)
        expect(stream.reset.update("data").digest).to eq(own.digest("key", "data"))
      end

      it "equals an HMAC of the same result alone" do
        stream = hmac.new("key") << "data"
        same = [stream.dup, hmac.new("key").update("data"), module_level.new("key", name).update("data")]
        others = [hmac.new("key"), hmac.new("kez").update("data"), stream.hexdigest, nil, own.new("key").update("data")]
        expect(same.map { |other| stream == other }.uniq).to eq([true])
        expect(others.map { |other| stream == other }.uniq).to eq([false])
      end

      it "shows neither key nor result in inspect, and its result in to_s" do
        stream = hmac.new("very secret key")
        expect([stream.inspect, stream.to_s, stream.name]).to eq(["#<#{hmac} #{name}>", stream.hexdigest, name])
      end
    end
  end

  it "is not offered over the rest, and says over what it is" do
    %w[BLAKE2b BLAKE2s].each do |name|
      [-> { described_class.digest(name, "", "") }, -> { described_class.new("", name) },
       -> { described_class::Key.new(name, "") }].each do |call|
        expect(&call).to raise_error(ArgumentError, /\AHMAC is not offered over #{name}: the names are MD5, .*160\z/)
      end
    end
    expect { described_class.digest("BLAKE3", "", "") }.to raise_error(ArgumentError, /\Aunknown digest "BLAKE3"/)
  end
end
