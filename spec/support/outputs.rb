# frozen_string_literal: true

# `call` is given the form, a method's name, and returns the result.
RSpec.shared_examples "output in three forms" do |call|
  it "returns raw bytes, hexadecimal and base64, each in its encoding" do
    raw, hex, base64 = results = Catalogue::FORMS.map(&call)
    expect(results.map(&:encoding)).to eq([Encoding::BINARY, Encoding::US_ASCII, Encoding::US_ASCII])
    expect(hex).to eq(raw.unpack1("H*"))
    expect(base64).to eq([raw].pack("m0"))
  end

  it "returns a new String at each call, which is the caller's to change" do
    Catalogue::FORMS.each do |form|
      one = call.call(form)
      other = call.call(form)
      one << "changed"
      expect(other).to eq(call.call(form))
    end
  end
end
