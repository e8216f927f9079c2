# frozen_string_literal: true

require_relative "native"
require "rubygems/package"
require "tmpdir"

desc "Package the source gem into pkg/"
task :build do
  mkdir_p "pkg"
  Gem::Package.build(SPECIFICATION, false, false, File.join("pkg", SPECIFICATION.file_name))
end

desc "Compile for this Ruby, and put what was compiled aside for the precompiled gem"
task native: :compile do
  folder = File.join(Native::FOLDER, RUBY_VERSION[/\A\d+\.\d+/])
  rm_rf folder
  mkdir_p folder
  cp Dir["lib/oxisalt/*"].select { |path| File.file?(path) && File.executable?(path) }, folder
end

desc "Which glibc each library needs that was put aside"
task :glibc do
  needs = Native.needs
  needs.each { |path, version| puts "#{path}: glibc #{version}" }
  newer = needs.select { |_, version| version > Native::GLIBC }.keys
  abort "The precompiled gem is for glibc #{Native::GLIBC}, which is too old for #{newer.join(', ')}" if newer.any?
end

desc "Package what was put aside into the precompiled gem, in pkg/"
task gem: :glibc do
  package = File.expand_path(File.join("pkg", Native.specification([]).file_name))
  Dir.mktmpdir do |folder|
    Native.lay_out(folder)
    files = Dir["**/*", ".yardopts", base: folder].select { |file| File.file?(File.join(folder, file)) }
    Dir.chdir(folder) { Gem::Package.build(Native.specification(files), false, false, package) }
  end
end
