# frozen_string_literal: true

require "fileutils"
require "rubygems/package"

# A folder that serves gems as a public repository does: this gem's packages, and what they depend on, packaged anew
# from what is installed here. RubyGems takes it as a source, by a file: address.
class Repository
  def initialize(folder)
    @folder = File.expand_path(folder)
  end

  # @param packages [Array<String>] paths of packages
  # @param dependencies [Array<String>] names of installed gems
  def fill(packages, dependencies)
    FileUtils.rm_rf(@folder)
    FileUtils.mkdir_p(gems)
    FileUtils.cp(packages, gems)
    dependencies.each { |name| package(Gem::Specification.find_by_name(name)) }
    system(RbConfig.ruby, "-S", "gem", "generate_index", "--directory", @folder, "--silent", exception: true)
  end

  private

  def gems
    File.join(@folder, "gems")
  end

  def package(specification)
    path = File.join(gems, specification.file_name)
    Dir.chdir(specification.full_gem_path) do
      specification.files = Dir["**/*"].select { |file| File.file?(file) }
      Gem::Package.build(specification, true, false, path)
    end
  end
end
