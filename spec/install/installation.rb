# frozen_string_literal: true

require "fileutils"
require "open3"
require "rbconfig"
require "rubygems"
require "tmpdir"

# A folder for gems of its own, in which a package of pkg/ is installed with the commands that a user types.
class Installation
  ROOT = File.expand_path("../..", __dir__)
  NAME = Gem::Specification.load(File.join(ROOT, "oxisalt.gemspec")).full_name

  # What `require "oxisalt/..."` loads beyond the core, by the extensions.
  PARTS = Dir[File.join(ROOT, "ext/oxisalt_*/extconf.rb")].map do |path|
    File.basename(File.dirname(path)).delete_prefix("oxisalt_").sub("gpgme", "gpg")
  end.freeze

  # Nothing of this process's own gems and options.
  CLEAN = %w[RUBYOPT RUBYLIB BUNDLE_GEMFILE BUNDLE_BIN_PATH BUNDLER_VERSION GEM_PATH].to_h { |name| [name, nil] }.freeze

  Result = Struct.new(:output, :status) do
    def success?
      status.success?
    end
  end

  def self.source
    File.join(ROOT, "pkg", "#{NAME}.gem")
  end

  # The newest, should there be several platforms'.
  def self.precompiled
    Dir[File.join(ROOT, "pkg", "#{NAME}-*.gem")].max_by { |path| File.mtime(path) }
  end

  # @param environment [Hash] for every command
  def initialize(**environment)
    @directory = Dir.mktmpdir("oxisalt-install")
    @environment = CLEAN.merge("GEM_HOME" => home, **environment.transform_keys(&:to_s))
  end

  def home
    File.join(@directory, "gems")
  end

  # @return [String] a folder that has nothing to do with the gem
  def elsewhere
    File.join(@directory, "elsewhere").tap { |path| FileUtils.mkdir_p(path) }
  end

  def install(package, *options, **environment)
    gem("install", "--local", "--no-document", package, *options, **environment)
  end

  def gem(*arguments, **environment)
    run(RbConfig.ruby, "-S", "gem", *arguments, **environment)
  end

  def ruby(*arguments, **environment)
    run(RbConfig.ruby, *arguments, **environment)
  end

  # Output and errors are one.
  def run(*command, **environment)
    Result.new(*Open3.capture2e(@environment.merge(environment.transform_keys(&:to_s)), *command,
                                chdir: elsewhere, stdin_data: ""))
  end

  # What `part` does once it is installed.
  def smoke(part, **environment)
    ruby("-w", File.join(__dir__, "smoke", "#{part}.rb"), **environment)
  end

  # Every file that installing left, relative to the folder for gems.
  def files
    Dir.glob("**/*", File::FNM_DOTMATCH, base: home).select { |path| File.file?(File.join(home, path)) }
  end

  # @return [String] the file that matches
  def path(pattern)
    File.join(home, files.grep(pattern).first || raise("no #{pattern} among #{files.size} files"))
  end

  def size
    files.sum { |path| File.size(File.join(home, path)) }
  end

  def remove
    FileUtils.rm_rf(@directory)
  end
end
