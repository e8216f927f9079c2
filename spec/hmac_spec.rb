# frozen_string_literal: true

require "json"

RSpec.describe Oxisalt::HMAC do
  it "is offered over 13 digests, each with a class" do
    expect(described_class.names).to eq(%w[
                                          MD5 SHA1 SHA224 SHA256 SHA384 SHA512 SHA512-224 SHA512-256 SHA3-224 SHA3-256
                                          SHA3-384 SHA3-512 RIPEMD160
                                        ])
    classes = described_class.constants.map { |name| described_class.const_get(name) } - [described_class::Key]
    expect(classes).to match_array(Catalogue::HMACS.values)
  end

  describe "by name" do
    it_behaves_like "output in three forms", ->(form) { described_class.public_send(form, "SHA512", "key", "data") }

    Catalogue::FORMS.each do |form|
      describe ".#{form}" do
        it_behaves_like "a taker of bytes", "key", ->(key) { described_class.public_send(form, "SHA1", key, "data") }
        it_behaves_like "a taker of bytes", "data", ->(data) { described_class.public_send(form, "SHA1", "key", data) }

        it "gives what the class gives, for every name" do
          Catalogue::HMACS.each do |name, hmac|
            expect(described_class.public_send(form, name, "key", "data")).to eq(hmac.public_send(form, "key", "data"))
          end
        end

        it "wants three arguments" do
          expect { described_class.public_send(form, "MD5", "k") }.to raise_error(ArgumentError, /given 2, expected 3/)
        end
      end
    end

    %i[valid? verify].each do |judge|
      describe ".#{judge}" do
        call = lambda do |key, data|
          described_class.public_send(judge, "SHA1", key, data, described_class.digest("SHA1", key, data))
        end

        it "takes a key and data of any encoding as their bytes" do
          Bytes::STRINGS.each_value do |string|
            expect([call.call(string.dup, "data"), call.call("key", string.dup)]).to eq([true, true])
          end
        end

        it "refuses a key or data that is no String, and names it" do
          Bytes::NOT_STRINGS.each do |value|
            { "key" => [value, ""], "data" => ["", value] }.each do |argument, (key, data)|
              expect { described_class.public_send(judge, "SHA1", key, data, "tag") }
                .to raise_error(TypeError, "#{argument} must be a String, got #{Bytes.kind(value)}")
            end
          end
        end
      end
    end

    it_behaves_like "a judge of tags",
                    tag: -> { described_class.digest("SHA256", "key", "data") },
                    valid: ->(tag) { described_class.valid?("SHA256", "key", "data", tag) },
                    verify: ->(tag) { described_class.verify("SHA256", "key", "data", tag) }

    it "makes streams with OpenSSL::HMAC's constructor" do
      Catalogue::HMACS.each do |name, hmac|
        stream = described_class.new("key", name) << "data"
        expect([stream.class, stream.name]).to eq([described_class, name])
        expect(stream.digest).to eq(hmac.digest("key", "data"))
      end
    end
  end

  describe ".new" do
    it_behaves_like "a taker of bytes", "key", ->(key) { described_class.new(key, "SHA256").hexdigest }
  end

  Catalogue::HMACS.each do |name, hmac|
    describe hmac do
      it_behaves_like "output in three forms", ->(form) { hmac.public_send(form, "key", "data") }
      it_behaves_like "output in three forms", ->(form) { hmac.new("key").update("data").public_send(form) }
      it_behaves_like "a stream", make: -> { hmac.new("key") }, whole: ->(data) { hmac.hexdigest("key", data) }

      Catalogue::FORMS.each do |form|
        describe ".#{form}" do
          it_behaves_like "a taker of bytes", "key", ->(key) { hmac.public_send(form, key, "data") }
          it_behaves_like "a taker of bytes", "data", ->(data) { hmac.public_send(form, "key", data) }
        end
      end

      %i[update <<].each do |feed|
        describe "##{feed}" do
          it_behaves_like "a taker of bytes", "data", ->(data) { hmac.new("key").public_send(feed, data).hexdigest }
        end
      end

      describe ".new" do
        it_behaves_like "a taker of bytes", "key", ->(key) { hmac.new(key).hexdigest }

        it "takes no name" do
          expect { hmac.new("key", "MD5") }.to raise_error(ArgumentError, /given 2, expected 1/)
        end
      end

      describe ".valid? and .verify" do
        it_behaves_like "a judge of tags",
                        tag: -> { hmac.digest("key", "data") },
                        valid: ->(tag) { hmac.valid?("key", "data", tag) },
                        verify: ->(tag) { hmac.verify("key", "data", tag) }

        it "refuse a key or data that is no String, and name it" do
          %i[valid? verify].product(Bytes::NOT_STRINGS) do |judge, value|
            expect { hmac.public_send(judge, value, "", "tag") }.to raise_error(TypeError, /\Akey must be a String/)
            expect { hmac.public_send(judge, "", value, "tag") }.to raise_error(TypeError, /\Adata must be a String/)
          end
        end
      end

      describe "#valid? and #verify" do
        it_behaves_like "a judge of tags",
                        tag: -> { hmac.digest("key", "data") },
                        valid: ->(tag) { hmac.new("key").update("data").valid?(tag) },
                        verify: ->(tag) { hmac.new("key").update("data").verify(tag) }

        it "leave the stream as it was" do
          stream = hmac.new("key") << "da"
          stream.valid?("x")
          stream.valid?(stream.digest)
          expect((stream << "ta").digest).to eq(hmac.digest("key", "data"))
        end
      end

      it "equals an HMAC of the same result alone" do
        stream = hmac.new("key") << "data"
        same = [stream.dup, hmac.new("key").update("data"), Oxisalt::HMAC.new("key", name).update("data")]
        others = [hmac.new("key"), hmac.new("kez").update("data"), stream.hexdigest, stream.digest, nil, 1, :a,
                  Object.new, OpenSSL::HMAC.new("key", "SHA256").update("data")]
        expect(same.map { |other| stream == other }.uniq).to eq([true])
        expect(others.map { |other| stream == other }.uniq).to eq([false])
      end

      it "keeps its own copy of the key" do
        key = +"key"
        stream = hmac.new(key)
        key.setbyte(0, 0)
        expect(stream.reset.update("data").digest).to eq(hmac.digest("key", "data"))
      end

      it "shows neither key nor result in inspect, and its result in to_s" do
        stream = hmac.new("very secret key")
        expect(stream.inspect).to eq("#<#{hmac} #{name}>")
        expect("#{stream} #{stream.to_json}").to eq("#{stream.hexdigest} \"#{stream.hexdigest}\"")
        expect { Marshal.dump(stream) }.to raise_error(TypeError)
      end

      it "says its name" do
        expect(hmac.new("key").name).to eq(name)
      end

      it "can be inherited from" do
        below = Class.new(hmac)
        expect([below.digest("k", "a"), below.new("k").update("a").digest]).to eq([hmac.digest("k", "a")] * 2)
      end
    end
  end
end
