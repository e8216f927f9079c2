# frozen_string_literal: true

RSpec.describe "A forked child" do
  include Subprocess

  before { skip "this system has no fork" unless Process.respond_to?(:fork) }

  it "goes on with streams and keys from where its parent was" do
    digest = Oxisalt::Digest::SHA256.new << "a"
    hmac = Oxisalt::HMAC.new("k", "SHA256") << "a"
    key = Oxisalt::HMAC::Key.new("SHA256", "k")
    results = Array.new(2) do |i|
      in_child { [digest.update(i.to_s).hexdigest, hmac.update(i.to_s).hexdigest, key.hexdigest(i.to_s)].join(" ") }
    end
    expected = %w[0 1].map do |i|
      tags = ["a#{i}", i].map { |data| Oxisalt::HMAC::SHA256.hexdigest("k", data) }
      [Oxisalt::Digest::SHA256.hexdigest("a#{i}"), *tags].join(" ")
    end
    expect(results).to eq(expected)
    expect([digest, hmac]).to eq([Oxisalt::Digest::SHA256.new.update("a"), Oxisalt::HMAC::SHA256.new("k").update("a")])
  end

  it "hashes without the interpreter lock, also when it was forked while another thread did" do
    big = "\0" * (64 << 20)
    expected = Oxisalt::Digest::SHA3_512.hexdigest(big)
    hashing = Thread.new { Oxisalt::Digest::SHA3_512.hexdigest(big) }
    sleep 0.01
    expect(in_child { Oxisalt::Digest::SHA3_512.hexdigest(big) }).to eq(expected)
    expect(hashing.value).to eq(expected)
  end
end
