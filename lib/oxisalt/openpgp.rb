# frozen_string_literal: true

require "oxisalt"

begin
  require "oxisalt/oxisalt_openpgp"
rescue LoadError => e
  raise e unless e.path == "oxisalt/oxisalt_openpgp"

  raise LoadError, "oxisalt was installed without OpenPGP: install it again, without --without-openpgp (#{e.message})"
end

require "oxisalt/openpgp/error"
require "oxisalt/openpgp/argument"
require "oxisalt/openpgp/transfer"
require "oxisalt/openpgp/signature"
require "oxisalt/openpgp/message"
require "oxisalt/openpgp/public_key"
require "oxisalt/openpgp/secret_key"
require "oxisalt/openpgp/operations"
