# frozen_string_literal: true

RSpec.describe "Ractors" do
  include Subprocess

  before { skip "this Ruby has no Ractor" unless defined?(Ractor) }

  # Ractor#take became Ractor#value with Ruby 3.5.
  let(:prelude) { "class Ractor; alias value take unless method_defined?(:value); end\n" }

  it "compute every digest and HMAC, as the main one does" do
    output = run_ruby(prelude + <<~RUBY)
      all = <<~CODE
        Oxisalt::Digest.names.map do |name|
          digest = Oxisalt::Digest.const_get(name.tr("-", "_"))
          [digest.hexdigest("a" * 2_000_000), Oxisalt::Digest.hexdigest(name, "a"), digest.new.update("a").hexdigest,
           digest.file(File::NULL).hexdigest]
        end + Oxisalt::HMAC.names.map do |name|
          hmac = Oxisalt::HMAC.const_get(name.tr("-", "_"))
          [hmac.hexdigest("k", "a"), Oxisalt::HMAC.hexdigest(name, "k", "a" * 2_000_000), hmac.new("k").update("a").hexdigest,
           Oxisalt::HMAC::Key.new(name, "k").hexdigest("a")]
        end
      CODE
      p Array.new(4) { Ractor.new(all) { |code| eval(code) } }.map(&:value).uniq == [eval(all)]
    RUBY
    expect(output).to eq("true\n")
  end

  it "share one Key" do
    output = run_ruby(prelude + <<~RUBY)
      key = Oxisalt::HMAC::Key.new("SHA256", "key")
      p Ractor.shareable?(key)
      results = Array.new(4) { Ractor.new(key) { |k| Array.new(1000) { |i| k.hexdigest("a" * i) } } }.map(&:value)
      p results.uniq == [Array.new(1000) { |i| Oxisalt::HMAC::SHA256.hexdigest("key", "a" * i) }]
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  it "are given copies of a stream" do
    output = run_ruby(prelude + <<~RUBY)
      digest = Oxisalt::Digest::SHA256.new << "a"
      hmac = Oxisalt::HMAC.new("k", "SHA256") << "a"
      p Ractor.shareable?(digest.dup.freeze), Ractor.shareable?(hmac.dup.freeze)
      ractor = Ractor.new(digest, hmac) { |*streams| streams.map { |stream| stream.update("b").hexdigest } }
      p ractor.value == [Oxisalt::Digest::SHA256.hexdigest("ab"), Oxisalt::HMAC::SHA256.hexdigest("k", "ab")]
      p [digest, hmac].map(&:hexdigest) == [Oxisalt::Digest::SHA256.hexdigest("a"), Oxisalt::HMAC::SHA256.hexdigest("k", "a")]
    RUBY
    expect(output).to eq("false\nfalse\ntrue\ntrue\n")
  end

  it "get the same errors, and read every constant" do
    output = run_ruby(prelude + <<~RUBY)
      ractor = Ractor.new do
        errors = [-> { Oxisalt::Digest::SHA256.digest(nil) }, -> { Oxisalt::Digest.new("SHA257") },
                  -> { Oxisalt::HMAC::SHA1.verify("k", "a", "tag") }, -> { Oxisalt::Digest::BLAKE3.new(key: "k") },
                  -> { Oxisalt::Digest::MD5.new.freeze << "a" }, -> { Oxisalt::Digest.new(BasicObject.new) }]
        rescued = errors.map do |call|
          call.call
        rescue Oxisalt::Error => e
          e.class.name
        end
        constants = [Oxisalt, Oxisalt::Digest, Oxisalt::HMAC].flat_map { |m| m.constants(false).map { |c| m.const_get(c) } }
        [rescued, constants.all? { |constant| Ractor.shareable?(constant) }]
      end
      p(*ractor.value)
    RUBY
    expect(output).to eq(<<~TEXT)
      ["TypeError", "ArgumentError", "Oxisalt::BadAuthenticatorError", "Oxisalt::LengthError", "FrozenError", "TypeError"]
      true
    TEXT
  end
end
