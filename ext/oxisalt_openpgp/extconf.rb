# frozen_string_literal: true

require_relative "../makefile"

# Optional: where it is not wanted, the gem is complete without it.
Makefile.leave_out("Oxisalt::OpenPGP", "declined", __dir__) unless Makefile.take("openpgp", true)

Makefile.create("oxisalt/oxisalt_openpgp")
