# frozen_string_literal: true

require_relative "support"

RSpec.describe Oxisalt::OpenSSL::HMAC::Key do
  it_behaves_like "a secret that never changes",
                  make: -> { described_class.new("SHA256", "very secret") },
                  shown: "#<Oxisalt::OpenSSL::HMAC::Key SHA256>"
  it_behaves_like "a taker of bytes", "key", ->(key) { described_class.new("SHA256", key).hexdigest("data") }

  it "wants a digest and a key, and makes nothing without them" do
    expect { described_class.new("SHA256") }.to raise_error(ArgumentError, /given 1, expected 2/)
    expect { described_class.allocate }.to raise_error(TypeError)
  end

  LibcryptoCatalogue::HMACS.each do |name, hmac|
    describe "over #{name}" do
      key = described_class.new(name, "key")
      own = Catalogue::HMACS.fetch(name)

      it_behaves_like "output in three forms", ->(form) { key.public_send(form, "data") }
      it_behaves_like "a taker of bytes", "data", ->(data) { key.digest(data) }
      it_behaves_like "a judge of tags",
                      tag: -> { own.digest("key", "data") },
                      valid: ->(tag) { key.valid?(tag, "data") },
                      verify: ->(tag) { key.verify(tag, "data") }

      it "gives what the gem's own gives, message after message" do
        ["", "data", "d" * 300, "d" * 2_000_000, "data"].each do |data|
          expect(key.digest(data)).to eq(own.digest("key", data))
        end
      end

      it "equals a key of the same digest and bytes alone" do
        expect(key == described_class.new(name, "key")).to be(true)
        others = (Oxisalt::HMAC.names - [name]).map { |other| described_class.new(other, "key") }
        others.push(described_class.new(name, "kez"), described_class.new(name, ""), "key", nil, hmac.new("key"),
                    Oxisalt::HMAC::Key.new(name, "key"))
        expect(others.map { |other| key == other }.uniq).to eq([false])
      end
    end
  end
end
