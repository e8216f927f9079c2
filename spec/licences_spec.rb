# frozen_string_literal: true

require_relative "../rakelib/third_party"

RSpec.describe ThirdParty do
  third_party = described_class.new

  it "lists the licences of everything that is linked, as it is now" do
    expect(third_party.crates.size).to be > 40
    expect(File.read(described_class::FILE, encoding: "UTF-8")).to eq(third_party.to_s), "type: rake licences"
  end

  it "finds no licence that this gem could not be shipped under" do
    expect(third_party.crates.reject(&:allowed?).map { |crate| "#{crate.name}: #{crate.license}" }).to be_empty
  end

  it "is in the gem" do
    files = Gem::Specification.load(File.join(described_class::ROOT, "oxisalt.gemspec")).files
    expect(files).to include(File.basename(described_class::FILE))
  end

  it "reads licence expressions" do
    {
      "MIT" => true, "GPL-3.0" => false, "MIT OR GPL-3.0" => true, "MIT AND GPL-3.0" => false, "GPL-3.0/MIT" => true,
      "(MIT OR GPL-3.0) AND ISC" => true, "(MIT OR ISC) AND GPL-3.0" => false, "GPL-3.0 OR MIT AND ISC" => true,
      "MIT WITH GCC-exception" => false
    }.each do |text, allowed|
      expect(described_class::Expression.new(text).allow?(%w[MIT ISC])).to be(allowed), text
    end
  end
end
