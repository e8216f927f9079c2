# frozen_string_literal: true

# What libcrypto computes, by what makes the rows of the gem's own.
module Calls
  [DIGESTS, HMACS, SIGNATURES].each { |rows| rows.call(Oxisalt::OpenSSL) }
  %i[version fips? provider].each { |fact| call("Oxisalt::OpenSSL.#{fact}") { Oxisalt::OpenSSL.public_send(fact) } }
end
