# frozen_string_literal: true

require "open3"
require "tmpdir"
require_relative "support"

# Each example runs in a process with an OPENSSL_CONF of its own.
RSpec.describe "A provider" do
  # The output of `script` under a configuration with these providers and default properties.
  def run_with(script, providers, properties = nil, **environment)
    Dir.mktmpdir do |directory|
      path = File.join(directory, "openssl.cnf")
      File.write(path, configuration(providers, properties))
      environment = { "OPENSSL_CONF" => path, **environment.transform_keys(&:to_s) }
      output, errors, status = Open3.capture3(environment, RbConfig.ruby, "-W:no-experimental", "-I", Subprocess::LIB,
                                              "-r", "oxisalt/openssl", "-e", script)
      raise "#{status}\n#{output}#{errors}" unless status.success? && errors.empty?

      output.lines(chomp: true)
    end
  end

  # providers: { name => more lines for it }
  def configuration(providers, properties)
    <<~CONFIGURATION
      openssl_conf = init
      [init]
      providers = providers
      alg_section = algorithms
      [algorithms]
      #{"default_properties = #{properties}" if properties}
      [providers]
      #{providers.keys.map { |name| "#{name} = #{name}" }.join("\n")}
      #{providers.map { |name, more| "[#{name}]\nactivate = 1\n#{more}" }.join("\n")}
    CONFIGURATION
  end

  # Prints the class and the message of what each call raises, or what it returns.
  def script(calls)
    <<~RUBY
      library = Oxisalt::OpenSSL
      [#{calls.map { |call| "-> { #{call} }" }.join(', ')}].each do |call|
        puts call.call.inspect
      rescue Oxisalt::CryptoError, Oxisalt::LengthError, TypeError, ArgumentError => e
        puts "\#{e.class}: \#{e.message}" if e.is_a?(Oxisalt::Error)
      end
    RUBY
  end

  refusal = "Oxisalt::OpenSSL::ProviderError: OpenSSL refuses "
  digests = LibcryptoCatalogue::DIGESTS.keys
  hmacs = LibcryptoCatalogue::HMACS.keys

  it "is loaded by default, and approves of nothing" do
    expect([Oxisalt::OpenSSL.provider, Oxisalt::OpenSSL.fips?]).to eq(["default", false])
    expect(Oxisalt::OpenSSL.version).to eq(OpenSSL::OPENSSL_LIBRARY_VERSION)
  end

  describe "that offers nothing, where only approved algorithms are wanted" do
    def refused(*calls)
      run_with(script(calls), { "base" => "" }, "fips=yes")
    end

    it "is told of by the module" do
      expect(refused("library.fips?", "library.provider")).to eq(%w[true nil])
    end

    it "is told of by every way to a digest, which it names" do
      calls = digests.product(["library::Digest.digest(%p, '')", "library::Digest.new(%p)",
                               "library::Digest.file(%p, File::NULL)"]).map { |name, call| format(call, name) }
      calls += digests.flat_map do |name|
        constant = Catalogue.constant(name)
        ["library::Digest::#{constant}.hexdigest('d' * 2_000_000)", "library::Digest::#{constant}.new"]
      end
      lines = refused(*calls)
      expected = digests.flat_map { |name| [name] * 3 } + digests.flat_map { |name| [name] * 2 }
      expect(lines).to eq(expected.map { |name| "#{refusal}#{name}: unsupported" })
    end

    it "is told of by every way to an HMAC, which it names" do
      calls = hmacs.flat_map do |name|
        constant = Catalogue.constant(name)
        ["library::HMAC.digest(#{name.inspect}, 'k', '')", "library::HMAC.valid?(#{name.inspect}, 'k', '', 'tag')",
         "library::HMAC.new('k', #{name.inspect})", "library::HMAC::Key.new(#{name.inspect}, 'k')",
         "library::HMAC::#{constant}.digest('k', 'd' * 2_000_000)", "library::HMAC::#{constant}.new('k')"]
      end
      expect(refused(*calls)).to eq(hmacs.flat_map { |name| ["#{refusal}HMAC over #{name}: unsupported"] * 6 })
    end

    it "is told of by every way to a key" do
      key = Oxisalt::SigningKey.new("s" * 32)
      calls = ["library::SigningKey.generate", "library::SigningKey.new('s' * 32)", "library::VerifyKey.new('v' * 32)",
               "library::SigningKey.from_pem(#{key.to_pem.dump})", "library::SigningKey.from_der(#{key.to_der.dump})",
               "library::VerifyKey.from_pem(#{key.verify_key.to_pem.dump})",
               "library::VerifyKey.from_openssh(#{key.verify_key.to_openssh.dump})",
               "library::VerifyKey.from_jwk(#{key.verify_key.to_jwk})"]
      expect(refused(*calls)).to all(start_with(refusal).and(include("Ed25519")))
    end

    it "does not come before what is wrong with the arguments" do
      calls = ["library::Digest.digest('SHA257', '')", "library::HMAC.digest('SHA256', nil, '')",
               "library::SigningKey.new('s')", "library::HMAC::Key.new('BLAKE2b', 'k')"]
      expect(refused(*calls).map { |line| line[/\A[\w:]+(?=: )/] })
        .to eq(%w[ArgumentError TypeError Oxisalt::LengthError ArgumentError])
    end
  end

  it "may come later: what was refused is asked for again" do
    skip "this Ruby has no fiddle" unless LibcryptoCatalogue::FIDDLE

    lines = run_with(<<~RUBY, { "base" => "" })
      require "fiddle"
      p((Oxisalt::OpenSSL::Digest.hexdigest("MD5", "") rescue $!.class))
      load = Fiddle::Function.new(Fiddle.dlopen(nil)["OSSL_PROVIDER_load"], [Fiddle::TYPE_VOIDP] * 2, Fiddle::TYPE_VOIDP)
      p load.call(nil, "default").null?, Oxisalt::OpenSSL::Digest.hexdigest("MD5", "")
    RUBY
    expect(lines).to eq(["Oxisalt::OpenSSL::ProviderError", "false", '"d41d8cd98f00b204e9800998ecf8427e"'])
  end

  # Debian 13: openssl-provider-fips. OXISALT_FIPS_MODULE is a fips.so elsewhere.
  describe "that is an approved module" do
    modules = Open3.capture2("openssl", "version", "-m").first[/"(.+)"/, 1].to_s
    path = ENV.fetch("OXISALT_FIPS_MODULE", File.join(modules, "fips.so"))

    before { skip "OpenSSL's FIPS module is not installed: #{path}" unless File.exist?(path) }

    # As `openssl fipsinstall` writes it, without its sections' heads.
    def section(path)
      Dir.mktmpdir do |directory|
        to = File.join(directory, "fipsmodule.cnf")
        output, status = Open3.capture2e("openssl", "fipsinstall", "-module", path, "-out", to)
        raise output unless status.success?

        File.readlines(to).grep(/\A[\w-]+ = /).grep_v(/\Aactivate/).join
      end
    end

    it "computes, and refuses what is not approved and a key that its policy calls short" do
      calls = ["library.provider", "library.fips?", "library::Digest.hexdigest('MD5', '')",
               "library::Digest.hexdigest('RIPEMD160', '')", "library::HMAC.digest('MD5', 'k' * 20, '')",
               "library::Digest.hexdigest('SHA256', 'abc')", "library::HMAC.hexdigest('SHA256', 'Jefe' * 4, 'data')",
               "library::HMAC.hexdigest('SHA256', 'Jefe', 'data')", "library::HMAC::Key.new('SHA256', 'Jefe')",
               "library::HMAC.new('Jefe', 'SHA256')", "library::HMAC::SHA256.digest('Jefe', 'd' * 2_000_000)",
               "library::HMAC.hexdigest('SHA256', 'Jefe' * 4, 'data')",
               "library::SigningKey.new('s' * 32).sign('m').unpack1('H*')"]
      lines = run_with(script(calls), { "fips" => "#{section(path)}hmac-key-check = 1\n", "base" => "" }, "fips=yes",
                       OPENSSL_MODULES: File.dirname(path))
      tag = Oxisalt::HMAC.hexdigest("SHA256", "Jefe" * 4, "data").inspect
      short = "#{refusal}a key of 4 bytes for HMAC over SHA256: invalid key length"
      expect(lines).to eq(
        ['"fips"', "true", "#{refusal}MD5: unsupported", "#{refusal}RIPEMD160: unsupported",
         "#{refusal}HMAC over MD5: unsupported", Oxisalt::Digest.hexdigest("SHA256", "abc").inspect, tag,
         short, short, short, short, tag, Oxisalt::SigningKey.new("s" * 32).sign("m").unpack1("H*").inspect]
      )
    end
  end
end
