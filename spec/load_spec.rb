# frozen_string_literal: true

require "tmpdir"

RSpec::Matchers.define_negated_matcher :exclude, :include

RSpec.describe "Loading the gem" do
  include Subprocess

  it "prints nothing, with all warnings on" do
    output, errors, status = capture_ruby('require "oxisalt"', "-w", "-W:experimental", "-W:deprecated")
    expect([output, errors, status.success?]).to eq(["", "", true])
  end

  it "loads no unwinder of its own for the extension", if: RUBY_PLATFORM.match?(/linux(?!-musl)/) do
    expect(run_ruby('require "oxisalt"; puts File.read("/proc/self/maps")')).to include("oxisalt.so")
      .and exclude("libgcc_s")
  end

  it "adds Oxisalt and ::Digest to the constants, and nothing to other classes" do
    output = capture_ruby(<<~RUBY).first
      require "digest"
      require "openssl"
      classes = ObjectSpace.each_object(Module).select(&:name).reject(&:singleton_class?)
      shape = -> { classes.map { |c| [c.name, c.instance_methods(false).sort, c.singleton_methods(false).sort] } }
      constants = Object.constants
      before = shape.call
      require "oxisalt"
      p Object.constants - constants, shape.call - before
    RUBY
    expect(output).to eq("[:Oxisalt]\n[]\n")
  end

  it "defines everything, so that nothing appears on first use" do
    output = run_ruby(<<~RUBY)
      tree = lambda do |space|
        space.constants(false).sort.map do |name|
          [name, space.const_get(name)].then { |pair| Module === pair[1] ? [*pair, tree.call(pair[1])] : pair }
        end
      end
      before = tree.call(Oxisalt)
      p Oxisalt.autoload?(:Digest), Oxisalt::Digest.constants.any? { |name| Oxisalt::Digest.autoload?(name) }
      Oxisalt::Digest.names.each { |name| Oxisalt::Digest.new(name).hexdigest("a") }
      Oxisalt::HMAC.names.each { |name| Oxisalt::HMAC::Key.new(name, "a").digest("a") }
      begin
        Oxisalt::HMAC.verify("MD5", "", "", "")
      rescue Oxisalt::CryptoError
        p tree.call(Oxisalt) == before
      end
    RUBY
    expect(output).to eq("nil\nfalse\ntrue\n")
  end

  it "leaves nothing half defined where the native part cannot be loaded" do
    output = run_ruby_without("oxisalt", "no native part", <<~RUBY)
      begin
        require "oxisalt"
      rescue LoadError => e
        p e.message, defined?(Oxisalt)
      end
    RUBY
    expect(output).to eq("\"no native part\"\nnil\n")
  end

  it "says its version, which any Ractor may read" do
    expect(Oxisalt::VERSION).to match(/\A\d+\.\d+\.\d+\z/).and be_frozen
    specification = Gem::Specification.load(File.expand_path("../oxisalt.gemspec", __dir__))
    expect(specification.version.to_s).to eq(Oxisalt::VERSION)
  end
end
