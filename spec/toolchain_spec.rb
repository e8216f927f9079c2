# frozen_string_literal: true

require "open3"
require "rbconfig"
require "tmpdir"

RSpec.describe "Compiling the gem" do
  around { |example| Dir.mktmpdir { |directory| @directory = directory and example.run } }

  let(:path) { File.join(@directory, "bin").tap { |folder| FileUtils.mkdir_p(folder) } }

  compiler = RbConfig::MAKEFILE_CONFIG["CC"].split.first

  # What extconf.rb says where PATH has nothing but the programs that are given with what they print.
  def configure(programs, *options, **environment)
    programs.each { |name, prints| File.write(File.join(path, name), "#!/bin/sh\necho '#{prints}'\n", perm: 0o755) }
    apart = { "PATH" => path, "CARGO_HOME" => @directory, "SOURCE_DATE_EPOCH" => "0" }
    none = %w[CARGO RUBYOPT RUBYLIB].to_h { |name| [name, nil] }
    extconf = File.expand_path("../ext/oxisalt/extconf.rb", __dir__)
    output, status = Open3.capture2e({ **none, **apart, **environment.transform_keys(&:to_s) },
                                     RbConfig.ruby, extconf, *options, chdir: @directory)
    [output, status.success?]
  end

  without_cargo = { compiler => "" }.freeze
  cargo = { compiler => "", "cargo" => "cargo 1.95.0 (abc 2026-01-01)" }.freeze
  paragraph = /\A\nOxisalt cannot be compiled: [^\n]+\n\n\z/

  it "says how Rust is had where cargo is missing" do
    output, success = configure(without_cargo)
    expect([output, success]).to match([paragraph, false])
    expect(output).to match(/cargo is missing.*Rust 1\.89 or later.*sh\.rustup\.rs \| sh.*install the gem again/)
  end

  it "says where cargo is when that is not in PATH" do
    output, success = configure(cargo, CARGO: "no-such-cargo")
    expect([output, success]).to match([paragraph, false])
    expect(output).to include("cargo is in #{@directory}/bin", "export PATH=\"#{@directory}/bin:$PATH\"")
  end

  it "says what is wanted where cargo is old" do
    output, success = configure(cargo.merge("cargo" => "cargo 1.63.0 (fd9c4297c 2022-07-01)"))
    expect([output, success]).to match([paragraph, false])
    expect(output).to match(/cargo is 1\.63\.0.*Rust 1\.89 or later is needed.*rustup update stable/)
  end

  it "says how libclang is had where it is missing" do
    output, success = configure(cargo, LIBCLANG_PATH: @directory)
    expect([output, success]).to match([paragraph, false])
    expect(output).to match(/no libclang in LIBCLANG_PATH, which is #{@directory}.*apt-get install libclang-dev/)
  end

  it "says how a C compiler is had where it is missing" do
    output, success = configure({ "cargo" => "cargo 1.95.0" })
    expect([output, success]).to match([paragraph, false])
    expect(output).to match(/no C compiler.*apt-get install gcc/)
  end

  it "refuses an engine that there is none of" do
    output, success = configure(cargo, "--with-engine=turbo")
    expect([output, success]).to match([/no engine "turbo".*fast or rustcrypto/, false])
  end

  it "compiles by the lock file, with what cargo builds in one folder for all extensions" do
    FileUtils.touch(File.join(@directory, "libclang.so"))
    output, success = configure(cargo, LIBCLANG_PATH: @directory, CARGO_TARGET_DIR: "/a/folder")
    expect([output, success]).to match([/oxisalt \(1 of \d\) is compiled by cargo/, true])
    makefile = File.read(File.join(@directory, "Makefile"))
    expect(makefile).to include("--locked").and match(%r{\ARB_SYS_CARGO_TARGET_DIR \?= /a/folder$})
  end
end
