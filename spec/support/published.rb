# frozen_string_literal: true

# The published values of digests and HMACs, as a library computes them: Oxisalt, or what has its interface. `without`
# are the digests that it does not have.
RSpec.shared_examples "a library with the published values" do |library, digests:, hmacs:, without: []|
  # That the table was not cut short; it prints how many rows were run.
  define_method(:report) do |table, run, skipped = 0|
    RSpec.configuration.reporter.message("#{table}.txt by #{library}: #{run} run, #{run} passed, #{skipped} skipped")
    expect(run).to be_positive
  end

  it "has those of every digest" do
    others, rows = Vectors.rows("digest").partition { |name, *| without.include?(name) }
    rows.each do |name, message, expected|
      data = Vectors.message(message)
      digest = digests.fetch(name)
      expect([digest.hexdigest(data), library::Digest.hexdigest(name, data), digest.new.update(data).hexdigest].uniq)
        .to eq([expected]), "#{name} of #{message}"
    end
    expect(rows.map(&:first).uniq).to match_array(library::Digest.names)
    expect(others.map(&:first).uniq).to match_array(without)
    report("digest", rows.size, others.size)
  end

  it "has those of every HMAC" do
    rows = Vectors.rows("hmac").each do |name, key_column, message, expected|
      key = Vectors.message(key_column)
      data = Vectors.message(message)
      results = [
        library::HMAC.hexdigest(name, key, data), hmacs.fetch(name).hexdigest(key, data),
        library::HMAC::Key.new(name, key).hexdigest(data), (library::HMAC.new(key, name) << data).hexdigest
      ]
      expect(results.uniq).to eq([expected]), "#{name} #{key_column} #{message}"
      expect(library::HMAC.valid?(name, key, data, [expected].pack("H*"))).to be(true)
    end
    expect(rows.map(&:first).uniq).to match_array(library::HMAC.names)
    report("hmac", rows.size)
  end
end
