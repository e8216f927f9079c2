# frozen_string_literal: true

# Faults that users of other libraries met, each named by its public report.
RSpec.describe "What was reported of other libraries" do
  hmac = Oxisalt::HMAC

  # The HMAC in every way there is, which all agree.
  def tag(name, key, data)
    tags = [
      Oxisalt::HMAC.digest(name, key, data), Oxisalt::HMAC.const_get(name).digest(key, data),
      Oxisalt::HMAC::Key.new(name, key).digest(data), Oxisalt::HMAC.new(key, name).update(data).digest
    ]
    expect(tags.uniq.size).to eq(1)
    tags[0]
  end

  describe "bytes and encodings" do
    it "takes a key in UTF-8 (rbnacl#116, #48, #101)" do
      key = "é" * 16
      expect(tag("SHA256", key, "data")).to eq(OpenSSL::HMAC.digest("SHA256", key, "data"))
    end

    it "does not transcode a message (jruby-openssl#33)" do
      expect(tag("SHA256", "k", "\xFF").unpack1("H*")).to start_with("bef8a8bb")
    end

    it "gives what other languages give for what is not ASCII (camo#29)" do
      expect(tag("SHA1", "123", "©").unpack1("H*")).to eq("9f4be406ec0626d575a2a5eb15645d58483de843")
    end

    it "takes an empty key (openssl#15632, ruby-jwt#530)" do
      expect(tag("SHA256", "", "test").unpack1("H*")).to start_with("43b0cef99265f9e3")
    end

    it "never takes nil for an empty key (ruby-jwt#723, react_on_rails#3321)" do
      [-> { hmac.digest("SHA256", nil, "test") }, -> { hmac::SHA256.digest(nil, "test") },
       -> { hmac::Key.new("SHA256", nil) }, -> { hmac.new(nil, "SHA256") }, -> { hmac::SHA256.new(nil) },
       -> { hmac.valid?("SHA256", nil, "test", "tag") },
       -> { hmac.verify("SHA256", nil, "test", "tag") }].each do |call|
        expect(&call).to raise_error(TypeError, "key must be a String, got nil")
      end
    end

    it "takes a multibyte key longer than a block (facebooker2#73)" do
      expect(tag("SHA1", "é" * 40, "x")).to eq(OpenSSL::HMAC.digest("SHA1", "é" * 40, "x"))
    end

    it "says false to a tag that is nil or short (github_webhook#23, line-bot-sdk-ruby#428)" do
      key = hmac::Key.new("SHA256", "key")
      [nil, "x", "", "é"].each do |sent|
        expect([key.valid?(sent, "data"), hmac.valid?("SHA256", "key", "data", sent),
                hmac::SHA256.valid?("key", "data", sent), hmac::SHA256.new("key").valid?(sent)]).to all(be(false))
      end
    end
  end

  describe "streaming and reuse" do
    it "appends with a second update (ruby-hmac)" do
      expect((hmac.new("key", "SHA1") << "a" << "b").digest).to eq(tag("SHA1", "key", "ab"))
    end

    it "is keyed before the first update (ruby-hmac)" do
      expect(hmac::SHA1.new("k").hexdigest).to eq(OpenSSL::HMAC.hexdigest("SHA1", "k", ""))
    end

    it "gives no zeros before the first update, and dup shares nothing (RbNaCl)" do
      stream = hmac.new("k", "SHA256") << "a"
      expect { stream.dup.update("b") }.not_to(change(stream, :digest))
      expect(hmac.new("k", "SHA256").digest).not_to match(/\0{4}/n)
    end

    it "keeps the key over a reset (aws-lc#2806, libsrtp#602)" do
      stream = hmac.new("k", "SHA256") << "a"
      expect((stream.reset << "b").digest).to eq(tag("SHA256", "k", "b"))
    end

    it "reuses a key by dup, and says so openly with a Key (ruby/openssl#869)" do
      start = hmac.new("k", "SHA256")
      key = hmac::Key.new("SHA256", "k")
      %w[a b c].each do |data|
        expect([start.dup.update(data).digest, key.digest(data)]).to eq([tag("SHA256", "k", data)] * 2)
      end
    end
  end

  describe "secrets" do
    it "prints no key and dumps none (rails#48680, RbNaCl)" do
      key = hmac::Key.new("SHA256", "very secret")
      holders = [key, hmac.new("very secret", "SHA256"), [key], { key => key }]
      expect(holders.map(&:inspect).join).not_to include("very")
      expect { Marshal.dump(key) }.to raise_error(TypeError)
    end
  end
end
