# frozen_string_literal: true

require "tmpdir"
require_relative "support"

RSpec.describe "A process with libcrypto in it" do
  include Subprocess

  # What both libraries compute in turn, and what Ruby's openssl tells of its state.
  both = <<~RUBY
    work = lambda do
      key = OpenSSL::PKey.generate_key("ED25519")
      own = Oxisalt::OpenSSL::SigningKey.from_pem(key.private_to_pem)
      [OpenSSL::HMAC.hexdigest("SHA1", "k", "d") == Oxisalt::OpenSSL::HMAC.hexdigest("SHA1", "k", "d"),
       OpenSSL::Digest.hexdigest("MD5", "d") == Oxisalt::OpenSSL::Digest.hexdigest("MD5", "d"),
       key.sign(nil, "m") == own.sign("m"), own.verify_key.valid?(key.sign(nil, "m"), "m"),
       OpenSSL.fips_mode, OpenSSL.errors, OpenSSL::Config::DEFAULT_CONFIG_FILE.frozen?]
    end
  RUBY

  { "before" => %w[openssl oxisalt/openssl], "after" => %w[oxisalt/openssl openssl] }.each do |order, features|
    it "shares it with Ruby's openssl, which is loaded #{order}" do
      output = run_ruby(<<~RUBY)
        #{features.map { |feature| "require #{feature.dump}" }.join("\n")}
        #{both}
        p work.call.first(6), Array.new(4) { Thread.new { Array.new(100) { work.call.first(6) } } }.flat_map(&:value).uniq
        p ::OpenSSL.equal?(Oxisalt::OpenSSL), defined?(OpenSSL::SSL)
      RUBY
      right = "[true, true, true, true, false, []]"
      expect(output).to eq("#{right}\n[#{right}]\nfalse\n\"constant\"\n")
    end
  end

  it "changes no other library's classes, and adds no constant but its own" do
    output = run_ruby(<<~RUBY)
      require "openssl"
      classes = ObjectSpace.each_object(Module).select(&:name).reject(&:singleton_class?)
      shape = -> { classes.map { |c| [c.name, c.instance_methods(false).sort, c.singleton_methods(false).sort] } }
      constants = Object.constants
      before = shape.call
      require "oxisalt/openssl"
      p Object.constants - constants, shape.call - before
    RUBY
    expect(output).to eq("[]\n[]\n")
  end

  it "loads libcrypto alone, and not libssl" do
    skip "there is no /proc here" unless File.readable?("/proc/self/maps")

    output = run_ruby('require "oxisalt/openssl"; puts File.read("/proc/self/maps").scan(/lib(?:ssl|crypto)\.so/).uniq')
    expect(output).to eq("libcrypto.so\n")
  end

  # Errors of somebody else's, who has not come to look at them yet.
  it "finds the queue of errors as it was, whatever was refused meanwhile" do
    skip "this Ruby has no fiddle" unless LibcryptoCatalogue::FIDDLE

    output = run_ruby(<<~RUBY)
      require "fiddle"
      require "oxisalt/openssl"
      libcrypto = Fiddle.dlopen(nil)
      call = ->(name, result, *arguments) { Fiddle::Function.new(libcrypto[name], arguments, result) }
      make = call.("ERR_new", Fiddle::TYPE_VOID)
      set = call.("ERR_set_error", Fiddle::TYPE_VOID, Fiddle::TYPE_INT, Fiddle::TYPE_INT, Fiddle::TYPE_VOIDP)
      get = call.("ERR_get_error", Fiddle::TYPE_LONG)
      fill = -> { [100, 101].each { |reason| make.call; set.call(4, reason, nil) } }
      drain = -> { codes = []; codes << get.call until codes.last == 0; codes[0..-2].map { |code| code & 0x7fffff } }
      library = Oxisalt::OpenSSL
      key = library::SigningKey.generate
      calls = [-> { library::Digest.new("MD5") << "d" }, -> { library::HMAC.digest("SHA1", "k", "d") },
               -> { library::HMAC::Key.new("SHA1", "k").digest("d") }, -> { library::VerifyKey.new("\\xFF" * 32) },
               -> { key.verify_key.valid?("s" * 64, "m") }, -> { library::SigningKey.from_pem("no") rescue 0 },
               -> { key.verify_key.valid?(key.sign("m"), "m") }, -> { library.provider }, -> { library.fips? }]
      kept = calls.map do |work|
        fill.call
        work.call
        drain.call
      end
      p kept.uniq, calls.map { |work| work.call; drain.call }.uniq
    RUBY
    expect(output).to eq("[[100, 101]]\n[[]]\n")
  end

  it "is told what to install where the extension is missing" do
    output = run_ruby_without("oxisalt_openssl", "not built", <<~RUBY)
      begin
        require "oxisalt/openssl"
      rescue LoadError => e
        puts e.message, Oxisalt::HMAC.name, defined?(Oxisalt::OpenSSL).inspect
      end
    RUBY
    expect(output).to match(/\Aoxisalt.*\(not built\).*apt-get install libssl-dev.*\nOxisalt::HMAC\nnil\n\z/)
  end
end
