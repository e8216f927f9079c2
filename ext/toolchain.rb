# frozen_string_literal: true

require "mkmf"
require "rubygems/version"

# What compiles the extensions. What is missing is told before anything is compiled, and with what to type: cargo's own
# words come after minutes, and bindgen's speak of something else.
module Toolchain
  class << self
    # Ends the build where something is missing, with one paragraph.
    def check
      check_compiler
      check_cargo
      check_libclang
    end

    private

    def check_compiler
      compiler = RbConfig::MAKEFILE_CONFIG["CC"].split.first
      return if find("CC", compiler)

      refuse "there is no C compiler to link with: Ruby was built with #{compiler}. Type 'apt-get install gcc' " \
             "(Debian, Ubuntu), 'dnf install gcc' (Fedora) or 'xcode-select --install' (macOS), and then install the " \
             "gem again."
    end

    def check_cargo
      cargo = find("CARGO", "cargo") or refuse_without_cargo
      found = IO.popen([cargo, "--version"], err: File::NULL, &:read)[/\Acargo (\d+\.\d+\.\d+)/, 1]
      return if found && Gem::Version.new(found) >= Gem::Version.new(wanted)

      refuse "#{cargo} is #{found || 'of no version that it tells'}, and Rust #{wanted} or later is needed. Type " \
             "'rustup update stable', or, where cargo comes from the system's packages and these have nothing newer, " \
             "install rustup from https://rustup.rs. Then install the gem again."
    end

    def refuse_without_cargo
      home = File.join(ENV.fetch("CARGO_HOME") { File.join(Dir.home, ".cargo") }, "bin")
      if File.executable?(File.join(home, "cargo"))
        refuse "cargo is in #{home}, which is not in PATH. Type 'export PATH=\"#{home}:$PATH\"', and then install " \
               "the gem again."
      end
      refuse "cargo is missing, and the gem is compiled by Rust #{wanted} or later. Type \"curl --proto '=https' " \
             "--tlsv1.2 -sSf https://sh.rustup.rs | sh\" and open a new shell, or see https://rustup.rs, and then " \
             "install the gem again."
    end

    def check_libclang
      return if !linux? || bundled_libclang? || libclang_directories.any? { |folder| libclang_in?(folder) }

      place = ENV.key?("LIBCLANG_PATH") ? "in LIBCLANG_PATH, which is #{ENV.fetch('LIBCLANG_PATH')}" : "here"
      refuse "there is no libclang #{place}, and Ruby's headers are read with it. Type 'apt-get install " \
             "libclang-dev' (Debian, Ubuntu), 'dnf install clang-devel' (Fedora) or 'apk add clang-dev' (Alpine), or " \
             "set LIBCLANG_PATH to the folder that holds libclang.so, and then install the gem again."
    end

    # Elsewhere, where the crate clang-sys looks is left to it.
    def linux?
      RbConfig::CONFIG["target_os"].start_with?("linux")
    end

    # The gem libclang, which rb_sys takes before any other.
    def bundled_libclang?
      Gem::Specification.find_all_by_name("libclang").any?
    end

    # Where the crate clang-sys looks (build/common.rs there).
    def libclang_directories
      path = ENV.fetch("LIBCLANG_PATH", nil)
      return [path, File.dirname(path)] if path

      named = ENV.values_at("LD_LIBRARY_PATH", "LIBRARY_PATH").compact.flat_map { |paths| paths.split(":") }
      named + of_llvm + Dir["/usr/local/llvm*/lib*", "/usr/{local/,}lib*{,/*,/*/*}"]
    end

    def of_llvm
      config = find("LLVM_CONFIG_PATH", "llvm-config") or return []
      prefix = IO.popen([config, "--prefix"], err: File::NULL, &:read).strip
      %w[bin lib lib64].map { |folder| File.join(prefix, folder) }
    end

    def libclang_in?(directory)
      Dir[File.join(directory, "libclang{,-*}.so{,.*}")].any? { |file| !file.include?("-cpp.") }
    end

    # The oldest Rust that will do.
    def wanted
      File.read(File.join(__dir__, "..", "Cargo.toml"))[/^rust-version = "(.+)"$/, 1]
    end

    # Without mkmf's line about it.
    def find(variable, program)
      named = ENV.fetch(variable, program)
      return named if File.executable?(named) && named.include?("/")

      ENV["PATH"].split(File::PATH_SEPARATOR).map { |folder| File.join(folder, named) }.find do |path|
        File.file?(path) && File.executable?(path)
      end
    end

    # Without mkmf's last words, which guess at headers and list options.
    def refuse(reason)
      $stdout.flush
      warn "\nOxisalt cannot be compiled: #{reason}\n\n"
      exit!(false)
    end
  end
end
