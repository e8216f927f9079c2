# frozen_string_literal: true

require "rb_sys/extensiontask"

SPECIFICATION = Gem::Specification.load("oxisalt.gemspec")

RbSys::ExtensionTask.new("oxisalt", SPECIFICATION) do |extension|
  extension.lib_dir = "lib/oxisalt"
end
