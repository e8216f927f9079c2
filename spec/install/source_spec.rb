# frozen_string_literal: true

require_relative "installation"
require_relative "examples"

RSpec.describe "The source gem" do
  # Compiled once, by the name of what was asked for.
  def self.installed(*options, **environment)
    before(:all) do
      @installation = Installation.new(**environment)
      @installed = @installation.install(Installation.source, "--verbose", *options)
    end

    after(:all) { @installation.remove }

    let(:installation) { @installation }
    let(:installed) { @installed }
  end

  extensions = Dir[File.join(Installation::ROOT, "ext/*/extconf.rb")].map { |path| File.basename(File.dirname(path)) }

  libraries = lambda do |files|
    files.grep(/\.(?:#{RbConfig::CONFIG['DLEXT']}|o|a|rlib|d)\z/).map { |path| File.basename(path, ".*") }.uniq
  end

  # What compiling made, and installing did not need any more.
  remains = lambda do |files|
    files.grep(%r{/(?:target|\.rb-sys)/|/ext/.*(?:\.#{RbConfig::CONFIG['DLEXT']}|oxisalt-gpg)\z})
  end

  describe "with every part", order: :defined do
    installed

    it "is installed, and says what it compiles" do
      expect(installed).to be_success, installed.output
      extensions.sort.each.with_index(1) do |name, place|
        expect(installed.output).to include("#{name} (#{place} of #{extensions.size}) is compiled by cargo")
      end
    end

    it "leaves the libraries behind, and nothing that compiling made" do
      expect(libraries.call(installation.files)).to match_array(extensions)
      expect(remains.call(installation.files)).to be_empty
    end

    include_examples "a gem that works"
    include_examples "a gem that goes away"
  end

  # In a folder that it has to clear away itself.
  describe "with every part declined", order: :defined do
    installed "--", *Installation::PARTS.map { |part| "--without-#{part}" }, "CARGO_TARGET_DIR" => nil

    it "is the core alone" do
      expect(installed).to be_success, installed.output
      expect(libraries.call(installation.files)).to eq(["oxisalt"])
      expect(installation.smoke("core").output).to eq("core works\n")
    end

    Installation::PARTS.each do |part|
      it "says how oxisalt/#{part} is had" do
        expect(installed.output).to match(/is not built: declined/)
        expect(installation.ruby("-e", "require 'oxisalt/#{part}'").output).to match(/install.*LoadError/m)
      end
    end

    it "takes less than 10 MB, with nothing that compiling made" do
      expect(remains.call(installation.files)).to be_empty
      expect(installation.size).to be < 10_000_000
    end
  end

  # As a user sees it: what stands in the way is told within RubyGems' own words, and nothing is installed.
  describe "where it cannot be compiled" do
    {
      "cargo is missing" => [{ PATH: "/usr/bin:/bin", CARGO_HOME: "/nonexistent" }, /cargo is missing.*sh\.rustup\.rs/],
      "cargo is old" => [{ CARGO: File.join(__dir__, "old-cargo") }, /is 1\.63\.0, and Rust .* or later is needed/],
      "libclang is missing" => [{ LIBCLANG_PATH: "/nonexistent" }, /no libclang.*apt-get install libclang-dev/]
    }.each do |reason, (environment, words)|
      it "says what to do when #{reason}" do
        installation = Installation.new
        refused = installation.install(Installation.source, **environment)
        expect(refused).not_to be_success
        expect(refused.output).to match(/^Oxisalt cannot be compiled: .*#{words.source}.*install the gem again\.$/)
        expect(installation.gem("list", "--local", "oxisalt").output).not_to include("oxisalt")
      ensure
        installation.remove
      end
    end
  end
end
