# frozen_string_literal: true

require "oxisalt/openssl"

RSpec.describe "The objects that an HMAC allocates" do
  calls = 100

  # Objects of so many calls, with those of the counting itself taken off.
  count = lambda do |passes, &call|
    before = GC.stat(:total_allocated_objects)
    pass = 0
    while pass < passes
      call.call
      pass += 1
    end
    GC.stat(:total_allocated_objects) - before
  end

  # The fewest of three times: Ruby's own caches of methods are objects, too, and filled now and then.
  per_call = lambda do |&call|
    counts = Array.new(3) { count.call(calls, &call) - count.call(0, &call) }
    counts.min.fdiv(calls)
  end

  it "are counted" do
    expect(per_call.call { nil }).to eq(0)
    expect(per_call.call { [Object.new] }).to eq(2)
  end

  { Oxisalt::HMAC => Oxisalt::HMAC.names, Oxisalt::OpenSSL::HMAC => %w[SHA1 SHA256 SHA512] }.each do |hmac, names|
    names.each do |name|
      it "are the result alone, over #{name} with #{hmac}" do
        of_class = hmac.const_get(name.tr("-", "_"))
        prepared = hmac::Key.new(name, "key")
        spelling = name.downcase
        %w[data d].push("d" * 1000).each do |data|
          expect(per_call.call { hmac.digest(name, "key", data) }).to eq(1)
          expect(per_call.call { hmac.digest(spelling, "key", data) }).to eq(1)
          expect(per_call.call { of_class.digest("key", data) }).to eq(1)
          expect(per_call.call { prepared.digest(data) }).to eq(1)
          expect(per_call.call { prepared.hexdigest(data) }).to eq(1)
          expect(per_call.call { prepared.base64digest(data) }).to eq(1)
        end
        tag = prepared.digest("data")
        expect(per_call.call { prepared.valid?(tag, "data") }).to eq(0)
      end
    end
  end
end
