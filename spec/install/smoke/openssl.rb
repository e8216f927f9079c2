# frozen_string_literal: true

require "oxisalt/openssl"

# RFC 4231, case 2.
Oxisalt::OpenSSL::HMAC.hexdigest("SHA256", "Jefe", "what do ya want for nothing?") ==
  "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843" or abort "HMAC"
puts "openssl works"
