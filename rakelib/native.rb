# frozen_string_literal: true

require "fileutils"
require "rbconfig"

# The precompiled gem. What is compiled for each Ruby is put aside in pkg/native/PLATFORM/MINOR, by `rake native` of
# that Ruby, and all of it goes into one gem, by `rake gem` of any Ruby.
module Native
  # A gem for gnu says so by saying nothing: RubyGems 3.3.15, Debian 12's, knows no other name for it.
  PLATFORM = Gem::Platform.new(RUBY_PLATFORM.delete_suffix("-gnu")).freeze
  FOLDER = File.expand_path("../pkg/native/#{PLATFORM}", __dir__).freeze
  LIBRARY = ".#{RbConfig::CONFIG['DLEXT']}".freeze

  # The newest glibc that may be asked for. Debian 12, Ubuntu 22.04, RHEL 9 and Amazon Linux 2023 have it.
  GLIBC = Gem::Version.new("2.34")

  class << self
    # @return [Array<String>] the minor versions of Ruby that something was compiled for, in order
    def minors
      Dir.children(FOLDER).sort_by { |minor| Gem::Version.new(minor) }
    end

    # @return [Hash] what was compiled, and the glibc that it needs
    def needs
      Dir[File.join(FOLDER, "*", "*")].to_h { |path| [path, glibc(path)] }
    end

    # @return [Gem::Specification] of the precompiled gem with these files
    def specification(files)
      SPECIFICATION.dup.tap do |spec|
        spec.platform = PLATFORM
        spec.required_ruby_version = [">= #{minors.first}", "< #{minors.last.succ}.dev"]
        spec.dependencies.reject! { |dependency| dependency.name == "rb_sys" }
        spec.extensions = []
        spec.files = files
      end
    end

    # Puts what goes into the gem into `folder`.
    def lay_out(folder)
      sources = SPECIFICATION.files.reject { |file| file.start_with?("ext/", "Cargo.") }
      sources.each { |file| copy(file, File.join(folder, file)) }
      libraries, executables = needs.keys.partition { |path| path.end_with?(LIBRARY) }
      lay_out_libraries(libraries, File.join(folder, "lib/oxisalt"))
      lay_out_executables(executables, File.join(folder, "lib/oxisalt"))
    end

    private

    def lay_out_libraries(paths, folder)
      paths.each do |path|
        copy(path, File.join(folder, path.delete_prefix(FOLDER)))
        copy("ext/loader.rb", File.join(folder, "#{File.basename(path, LIBRARY)}.rb"))
      end
    end

    # An executable serves every Ruby: the one that needs the oldest glibc.
    def lay_out_executables(paths, folder)
      paths.group_by { |path| File.basename(path) }.each do |name, alike|
        copy(alike.min_by { |path| glibc(path) }, File.join(folder, name))
      end
    end

    def copy(from, to)
      FileUtils.mkdir_p(File.dirname(to))
      FileUtils.cp(from, to)
    end

    # A library names a version for each symbol that it takes from glibc, and the highest counts. Elsewhere is none.
    def glibc(path)
      symbols = RUBY_PLATFORM.include?("linux") ? IO.popen(["objdump", "--dynamic-syms", path], &:read) : ""
      ["0", *symbols.scan(/\bGLIBC_(\d+(?:\.\d+)+)/).flatten].map { |version| Gem::Version.new(version) }.max
    end
  end
end
