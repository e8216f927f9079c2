# frozen_string_literal: true

require "open3"
require "rbconfig"
require "tmpdir"

RSpec.describe "The Makefile of Oxisalt::OpenSSL" do
  # What extconf.rb says in an empty folder, and the Makefile that it writes there.
  def configure(*arguments, **environment)
    Dir.mktmpdir do |directory|
      script = File.expand_path("../../ext/oxisalt_openssl/extconf.rb", __dir__)
      output, status = Open3.capture2e(environment.transform_keys(&:to_s), RbConfig.ruby, script, *arguments,
                                       chdir: directory)
      expect(status).to be_success, output
      [output, File.read(File.join(directory, "Makefile"))]
    end
  end

  it "builds nothing where it is declined" do
    output, makefile = configure("--without-openssl")
    expect(output).to include("Oxisalt::OpenSSL is not built: declined.")
    expect(makefile).not_to include("cargo")
  end

  it "builds nothing where OpenSSL's headers are missing, and says what to install" do
    output, makefile = configure(PKG_CONFIG_LIBDIR: "/nonexistent", PKG_CONFIG_PATH: "")
    expect(output).to include("Oxisalt::OpenSSL is not built: OpenSSL's development files are missing.")
      .and include("apt-get install libssl-dev")
    expect(makefile).not_to include("cargo")
  end

  it "builds nothing with an OpenSSL before 3.0, and names it" do
    Dir.mktmpdir do |directory|
      Dir.mkdir(File.join(directory, "openssl"))
      File.write(File.join(directory, "openssl", "evp.h"), "/* without EVP_MAC */\n")
      File.write(File.join(directory, "openssl.pc"), <<~PC)
        Name: OpenSSL
        Description: of a time before providers
        Version: 1.1.1w
        Libs: -lm
        Cflags: -I#{directory}
      PC
      output, makefile = configure(PKG_CONFIG_LIBDIR: directory, PKG_CONFIG_PATH: "")
      expect(output).to include("it needs OpenSSL 3.0 or later, and pkg-config finds 1.1.1w.")
      expect(makefile).not_to include("cargo")
    end
  end

  it "builds the crate where all is there" do
    expect(configure.last).to include("cargo").and include("oxisalt_openssl")
  end
end
