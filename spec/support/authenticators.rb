# frozen_string_literal: true

# A class that authenticates messages under a key, with RbNaCl's methods.
RSpec.shared_examples "an authenticator" do |authenticator, key|
  tag = authenticator.auth(key, "message")
  object = authenticator.new(key)

  it_behaves_like "a keeper of a secret", -> { authenticator.new(key) }, key
  it_behaves_like "a copier of its key", authenticator, key
  it_behaves_like "a taker of bytes", "message", ->(message) { object.auth(message) }
  it_behaves_like "a taker of bytes", "message", ->(message) { authenticator.auth(key, message) }
  it_behaves_like "a judge of tags", tag: -> { tag.dup }, valid: ->(sent) { object.valid?(sent, "message") },
                                     verify: ->(sent) { object.verify(sent, "message") }
  it_behaves_like "a judge of tags", tag: -> { tag.dup }, valid: lambda { |sent|
                                                                   authenticator.valid?(key, sent, "message")
                                                                 },
                                     verify: ->(sent) { authenticator.verify(key, sent, "message") }

  it "has another tag for every message, and new Strings each time" do
    messages = ["", *Boxes.flips("message"), "message\0", "m" * 1_048_576, "m" * 1_048_577]
    tags = messages.map { |message| object.auth(message) }
    expect(tags.uniq.size).to eq(messages.size)
    expect(tags.map { |each| [each.bytesize, each.encoding, each.frozen?] }.uniq)
      .to eq([[authenticator.tag_bytes, Encoding::BINARY, false]])
    expect(messages.zip(tags).all? { |message, each| object.valid?(each, message) }).to be(true)
    expect(object.valid?(tag, "other")).to be(false)
  end

  it "is equal to one of the same key" do
    expect(object).to eq(authenticator.new(key.b))
    [authenticator.new("x#{key[1..]}"), key, nil, BasicObject.new].each { |other| expect(object == other).to be(false) }
  end

  it "refuses a message that is no String, whatever the tag is" do
    Bytes::NOT_STRINGS.product([tag, nil]) do |value, sent|
      [-> { object.valid?(sent, value) }, -> { authenticator.valid?(key, sent, value) }].each do |call|
        expect(&call).to raise_error(TypeError, "message must be a String, got #{Bytes.kind(value)}")
      end
    end
  end
end

RSpec.shared_examples "a copier of its key" do |authenticator, key|
  it "keeps a copy of its key, whatever encoding that has" do
    bytes = key.dup
    taken = authenticator.new(bytes)
    expect { bytes.setbyte(0, 0) }.not_to(change { taken.auth("message") })
    utf8 = "é" * 16
    expect(authenticator.auth(utf8, "m")).to eq(authenticator.auth(utf8.b.freeze, "m"))
    expect(authenticator.auth(Bytes::Convertible.new(utf8), "m")).to eq(authenticator.auth(utf8, "m"))
    expect([utf8.encoding, utf8.frozen?]).to eq([Encoding::UTF_8, false])
  end

  it "refuses a key that is no String" do
    Bytes::NOT_STRINGS.each do |value|
      [-> { authenticator.new(value) }, -> { authenticator.auth(value, "") }, lambda {
                                                                                authenticator.valid?(value, "", "")
                                                                              },
       -> { authenticator.verify(value, "", "") }].each do |call|
        expect(&call).to raise_error(TypeError, "key must be a String, got #{Bytes.kind(value)}") { |error|
          expect(error).to be_a(Oxisalt::Error)
        }
      end
    end
  end
end
