# frozen_string_literal: true

# The native part comes first: where it cannot be loaded, nothing is defined.
require "oxisalt/oxisalt"

require "oxisalt/error"
require "oxisalt/secret"
require "oxisalt/immutable"
require "oxisalt/sugar/digest"
require "oxisalt/sugar/hmac"
require "oxisalt/sugar/ed25519"
require "oxisalt/sugar/verify_key"
require "oxisalt/digest"
require "oxisalt/hmac"
require "oxisalt/jwk"
require "oxisalt/signing_key"
require "oxisalt/verify_key"
require "oxisalt/signatures"
require "oxisalt/random"
require "oxisalt/public_key"
require "oxisalt/private_key"
require "oxisalt/secret_box"
require "oxisalt/public_box"
require "oxisalt/simple_box"
require "oxisalt/sealed_box"
require "oxisalt/boxes"
require "oxisalt/sealed_stream"
require "oxisalt/merkle_tree"
require "oxisalt/aead"
require "oxisalt/authenticator"
require "oxisalt/one_time_auth"
require "oxisalt/auth"
require "oxisalt/group_element"
require "oxisalt/hkdf"
require "oxisalt/password_hash"
require "oxisalt/util"

# Cryptography for Ruby, computed in Rust.
#
# Strings are taken as bytes, whatever their encoding, and are never changed. Results are new Strings: raw bytes are
# ASCII-8BIT, hexadecimal and base64 are US-ASCII.
module Oxisalt
  # @!method self.build_info
  #   How the native part was built, and what it computes with on this processor: for reports of faults and benchmarks.
  #   These keys will stay; others may come.
  #
  #   - `"version"`: of the gem.
  #   - `"engine"`: `"fast"`, or `"rustcrypto"` where the gem was built with `OXISALT_ENGINE=rustcrypto`.
  #   - `"rustc"`: the compiler's version.
  #   - `"target"`: what it compiled for.
  #   - `"profile"`: `"release"` or `"debug"`.
  #   - `"processor"`: an Array of those features which an implementation makes use of and this processor has.
  #   - `"implementations"`: a Hash of what computes, by what is computed: `"signing"`, `"verification"`, `"agreement"`,
  #     `"sealing"`, `"password hashing"`.
  #
  #   @return [Hash] deeply frozen
  #   @example
  #     Oxisalt.build_info["version"] == Oxisalt::VERSION # => true
  #     Oxisalt.build_info["implementations"].keys.first(3) # => ["signing", "verification", "agreement"]
end
