# frozen_string_literal: true

require "rb_sys/extensiontask"

SPECIFICATION = Gem::Specification.load("oxisalt.gemspec")

# Where libraries go is written down in tmp/ once. A checkout that was copied or moved would install them in the place
# that it came from.
Dir["tmp/*/*/*/.rake-compiler-siteconf.rb"].each do |path|
  place = File.read(path)[%r{mkintpath\("(/.+)"\)}, 1]
  rm path if place && place != File.expand_path("lib/oxisalt")
end

# A crate is named as its folder, with a hyphen.
SPECIFICATION.extensions.each do |extconf|
  RbSys::ExtensionTask.new(File.basename(File.dirname(extconf)).tr("_", "-"), SPECIFICATION) do |extension|
    extension.lib_dir = "lib/oxisalt"
    # Packages are made in package.rake.
    extension.no_native = true
    # An extension is built of more than its own folder.
    extension.source_pattern = "../**/*.{rs,toml}"
  end
end

# Each task sets the variable only where it is not set yet, so that the second would build the first one's crate.
Rake::Task["rb_sys:env:default"].enhance { ENV.delete("RB_SYS_CARGO_MANIFEST_DIR") }
