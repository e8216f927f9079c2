# frozen_string_literal: true

RSpec.describe "Published values" do
  include_examples "a library with the published values",
                   Oxisalt, digests: Catalogue::DIGESTS, hmacs: Catalogue::HMACS

  it "are those of BLAKE3, with extended output" do
    blake3 = Oxisalt::Digest::BLAKE3
    key = "whats the Elvish word for friend"
    context = "BLAKE3 2019-12-27 16:29:52 test vectors context"
    rows = Vectors.rows("blake3").each do |length, *expected|
      data = Vectors.pattern(Integer(length))
      results = [
        blake3.digest(data, digest_size: 131), blake3.digest(data, key:, digest_size: 131),
        blake3.derive_key(context, data, digest_size: 131)
      ]
      expect(results.map { |bytes| bytes.unpack1("H*") }).to eq(expected), "of #{length} bytes"
      expect([blake3.digest(data), blake3.derive_key(context, data)]).to eq([results[0][0, 32], results[2][0, 32]])
    end
    report("blake3", rows.size)
  end
end
