# frozen_string_literal: true

require "json"

RSpec.describe Oxisalt::HMAC::Key do
  describe ".new" do
    it_behaves_like "a taker of bytes", "key", ->(key) { described_class.new("SHA256", key).hexdigest("data") }

    it "wants a digest and a key, and makes nothing without them" do
      expect { described_class.new("SHA256") }.to raise_error(ArgumentError, /given 1, expected 2/)
      expect { described_class.allocate }.to raise_error(TypeError)
    end

    it "keeps its own copy of the key" do
      bytes = +"key"
      key = described_class.new("SHA256", bytes)
      bytes.setbyte(0, 0)
      expect(key).to eq(described_class.new("SHA256", "key"))
    end
  end

  Catalogue::HMACS.each do |name, hmac|
    describe "over #{name}" do
      key = described_class.new(name, "key")

      it_behaves_like "output in three forms", ->(form) { key.public_send(form, "data") }

      Catalogue::FORMS.each do |form|
        describe "##{form}" do
          it_behaves_like "a taker of bytes", "data", ->(data) { key.public_send(form, data) }

          it "gives what the class gives, message after message" do
            ["", "data", "d" * 300, "d" * 2_000_000, "data"].each do |data|
              expect(key.public_send(form, data)).to eq(hmac.public_send(form, "key", data))
            end
          end
        end
      end

      describe "#valid? and #verify" do
        it_behaves_like "a judge of tags",
                        tag: -> { hmac.digest("key", "data") },
                        valid: ->(tag) { key.valid?(tag, "data") },
                        verify: ->(tag) { key.verify(tag, "data") }

        it "refuse data that is no String, and name it" do
          %i[valid? verify].product(Bytes::NOT_STRINGS) do |judge, value|
            expect { key.public_send(judge, "tag", value) }
              .to raise_error(TypeError, "data must be a String, got #{Bytes.kind(value)}")
          end
        end

        it "take data of any encoding as its bytes" do
          Bytes::STRINGS.each_value do |data|
            tag = hmac.digest("key", data.b)
            expect([key.valid?(tag, data.dup), key.verify(tag, data.dup)]).to eq([true, true])
          end
        end
      end

      it "equals a key of the same digest and bytes alone" do
        expect(key == described_class.new(name, "key")).to be(true)
        others = (Oxisalt::HMAC.names - [name]).map { |other| described_class.new(other, "key") }
        others.push(described_class.new(name, "kez"), described_class.new(name, ""), "key", nil, 1, Object.new,
                    hmac.new("key"))
        expect(others.map { |other| key == other }.uniq).to eq([false])
      end

      it "says its name" do
        expect(key.name).to eq(name)
      end
    end
  end

  describe "as a secret" do
    let(:key) { described_class.new("SHA256", "very secret key") }

    it "is frozen, and its own copy" do
      expect(key).to be_frozen
      expect([key.dup, key.clone, key.clone(freeze: true)]).to all(be(key))
      expect { key.clone(freeze: false) }
        .to raise_error(ArgumentError, "can't unfreeze Oxisalt::HMAC::Key") { |e| expect(e).to be_a(Oxisalt::Error) }
      expect { key.instance_variable_set(:@a, 1) }.to raise_error(FrozenError)
    end

    it "does not show itself" do
      expect(key.inspect).to eq("#<Oxisalt::HMAC::Key SHA256>")
      expect { key.to_s }.to raise_error(NoMethodError, /undefined method `to_s' for .*Oxisalt::HMAC::Key/)
      expect { "#{key}" }.to raise_error(NoMethodError) # rubocop:disable Style/RedundantInterpolation
      expect(key).not_to respond_to(:to_str)
      expect { String(key) }.to raise_error(TypeError)
      expect { File.join("a", key) }.to raise_error(TypeError)
    end

    it "cannot be dumped or written as JSON, alone or within something else" do
      [-> { Marshal.dump(key) }, -> { Marshal.dump([{ key: }]) }, -> { key.to_json }, -> { [key].to_json },
       -> { JSON.generate("key" => key) }, -> { key.as_json }].each do |leak|
        expect(&leak).to raise_error(TypeError, /\AOxisalt::HMAC::Key holds a secret: it cannot be/) { |error|
          expect(error).to be_a(Oxisalt::Error)
        }
      end
    end
  end
end
