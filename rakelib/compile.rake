# frozen_string_literal: true

require "rb_sys/extensiontask"

SPECIFICATION = Gem::Specification.load("oxisalt.gemspec")

%w[oxisalt oxisalt-gpgme oxisalt-openpgp oxisalt-openssl].each do |name|
  RbSys::ExtensionTask.new(name, SPECIFICATION) do |extension|
    extension.lib_dir = "lib/oxisalt"
    # An extension is built of more than its own folder.
    extension.source_pattern = "../**/*.{rs,toml}"
  end
end

# Each task sets the variable only where it is not set yet, so that the second would build the first one's crate.
Rake::Task["rb_sys:env:default"].enhance { ENV.delete("RB_SYS_CARGO_MANIFEST_DIR") }
