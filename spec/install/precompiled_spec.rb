# frozen_string_literal: true

require "rubygems/package"
require_relative "installation"
require_relative "examples"

RSpec.describe "The precompiled gem", order: :defined do
  minor = RUBY_VERSION[/\A\d+\.\d+/]

  # A PATH with Ruby and no more: no cargo, no compiler, no make.
  def self.bare_path
    Dir.mktmpdir("oxisalt-path").tap do |folder|
      File.symlink(RbConfig.ruby, File.join(folder, "ruby"))
      File.symlink(File.join(RbConfig::CONFIG["bindir"], "gem"), File.join(folder, "gem"))
    end
  end

  before(:all) do
    @bare = self.class.bare_path
    @installation = Installation.new
    @installed = @installation.install(Installation.precompiled, PATH: @bare, CARGO_HOME: "/nonexistent",
                                                                 LIBCLANG_PATH: "/nonexistent")
  end

  after(:all) do
    @installation.remove
    FileUtils.rm_rf(@bare)
  end

  let(:installation) { @installation }
  let(:library) { installation.path(%r{lib/oxisalt/#{minor}/oxisalt\.}) }

  # For the time of the block the file or folder has another name.
  def aside(path)
    File.rename(path, "#{path}.aside")
    yield
  ensure
    FileUtils.rm_f(path)
    File.rename("#{path}.aside", path)
  end

  it "is installed without a compiler, and without another gem" do
    expect(@installed).to be_success, @installed.output
    expect(@installed.output).to include("1 gem installed")
  end

  include_examples "a gem that works"

  it "says to a Ruby that it does not carry what it carries" do
    aside(File.dirname(library)) do
      expect(installation.ruby("-e", 'require "oxisalt"').output)
        .to match(/this precompiled oxisalt carries .*ruby #{RUBY_VERSION}.*gem install.*ruby.*LoadError/m)
    end
  end

  it "says that it was compiled elsewhere where the library cannot be loaded" do
    aside(library) do
      File.write(library, "no library")
      expect(installation.ruby("-e", 'require "oxisalt"').output)
        .to match(/compiled on another machine.*gem install oxisalt --platform ruby.*LoadError/m)
    end
  end

  it "is refused by a Ruby before and after those that it carries" do
    requirement = Gem::Package.new(Installation.precompiled).spec.required_ruby_version
    expect(requirement).to be_satisfied_by(Gem::Version.new(RUBY_VERSION))
    expect(%w[3.0.7 4.1.0].map { |version| requirement.satisfied_by?(Gem::Version.new(version)) }).to eq([false, false])
  end

  it "links with no Ruby, and with no library that only a part wants" do
    skip "there is no objdump" unless system("objdump", "--version", out: File::NULL, err: File::NULL)

    installation.files.grep(/\.so\z/).each do |path|
      headers = IO.popen(["objdump", "--private-headers", File.join(installation.home, path)], &:read)
      needed = headers.scan(/NEEDED +(\S+)/).flatten
      expect(needed).not_to be_empty
      expect(needed.grep(/libruby|gpgme/)).to be_empty, "#{path}: #{needed}"
      expect(needed.grep(/ssl|crypto/)).to be_empty, "#{path}: #{needed}" unless path.include?("openssl")
    end
  end

  it "holds no path of the machine that it was compiled on" do
    homes = [Dir.home, File.join(Installation::ROOT, "ext"), *ENV.fetch("CARGO_HOME", nil)].map { |path| "#{path}/".b }
    told = installation.files.select do |path|
      bytes = File.binread(File.join(installation.home, path))
      homes.any? { |home| bytes.include?(home) }
    end
    expect(told).to be_empty
  end

  include_examples "a gem that goes away"
end
