# frozen_string_literal: true

# The native part comes first: where it cannot be loaded, nothing is defined.
require "oxisalt/oxisalt"

require "oxisalt/error"
require "oxisalt/secret"
require "oxisalt/immutable"
require "oxisalt/digest"
require "oxisalt/hmac"
require "oxisalt/jwk"
require "oxisalt/signing_key"
require "oxisalt/verify_key"
require "oxisalt/random"
require "oxisalt/public_key"
require "oxisalt/private_key"
require "oxisalt/secret_box"
require "oxisalt/public_box"
require "oxisalt/simple_box"
require "oxisalt/sealed_box"
require "oxisalt/boxes"
require "oxisalt/sealed_stream"

# Cryptography for Ruby, computed in Rust.
#
# Strings are taken as bytes, whatever their encoding, and are never changed. Results are new Strings: raw bytes are
# ASCII-8BIT, hexadecimal and base64 are US-ASCII.
module Oxisalt
end
