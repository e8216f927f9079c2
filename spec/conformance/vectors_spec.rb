# frozen_string_literal: true

RSpec.describe "Published values" do
  # That the table was not cut short; it prints how many rows were run.
  def report(table, run)
    RSpec.configuration.reporter.message("#{table}.txt: #{run} run, #{run} passed, 0 skipped")
    expect(run).to be_positive
  end

  it "are those of every digest" do
    rows = Vectors.rows("digest").each do |name, message, expected|
      data = Vectors.message(message)
      digest = Catalogue::DIGESTS.fetch(name)
      expect([digest.hexdigest(data), Oxisalt::Digest.hexdigest(name, data), digest.new.update(data).hexdigest].uniq)
        .to eq([expected]), "#{name} of #{message}"
    end
    expect(rows.map(&:first).uniq).to match_array(Oxisalt::Digest.names)
    report("digest", rows.size)
  end

  it "are those of every HMAC" do
    rows = Vectors.rows("hmac").each do |name, key_column, message, expected|
      key = Vectors.message(key_column)
      data = Vectors.message(message)
      results = [
        Oxisalt::HMAC.hexdigest(name, key, data), Catalogue::HMACS.fetch(name).hexdigest(key, data),
        Oxisalt::HMAC::Key.new(name, key).hexdigest(data), (Oxisalt::HMAC.new(key, name) << data).hexdigest
      ]
      expect(results.uniq).to eq([expected]), "#{name} #{key_column} #{message}"
      expect(Oxisalt::HMAC.valid?(name, key, data, [expected].pack("H*"))).to be(true)
    end
    expect(rows.map(&:first).uniq).to match_array(Oxisalt::HMAC.names)
    report("hmac", rows.size)
  end

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
