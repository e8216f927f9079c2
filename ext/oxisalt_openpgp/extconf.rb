# frozen_string_literal: true

require "mkmf"

if with_config("openpgp", true)
  require "rb_sys/mkmf"

  create_rust_makefile("oxisalt/oxisalt_openpgp")
else
  message "Oxisalt::OpenPGP is left out, as --without-openpgp asks: require \"oxisalt/openpgp\" will say so\n"
  File.write("Makefile", dummy_makefile(__dir__).join)
end
