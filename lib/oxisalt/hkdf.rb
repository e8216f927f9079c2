# frozen_string_literal: true

module Oxisalt
  # Keys from key material: HKDF (RFC 5869), over each digest that {HMAC} is offered over.
  #
  # The material must have the strength of a key, such as what two sides agreed on. For passwords there is
  # {PasswordHash}.
  #
  # @example
  #   material = "\x0b" * 22
  #   Oxisalt::HKDF.derive("SHA256", material, length: 32, info: "sessions").bytesize  # => 32
  #
  # @example In two steps, for several keys from one material
  #   key = Oxisalt::HKDF.extract("SHA256", "\x0b" * 22, salt: "salt")
  #   sending = Oxisalt::HKDF.expand("SHA256", key, length: 32, info: "sending")
  #   receiving = Oxisalt::HKDF.expand("SHA256", key, length: 32, info: "receiving")
  #   sending == receiving                                                             # => false
  #   sending == Oxisalt::HKDF.derive("SHA256", "\x0b" * 22, length: 32, salt: "salt", info: "sending") # => true
  module HKDF
    # A key for one use: {extract}, then {expand}. The interpreter lock is released for material of 1 MiB and more.
    #
    # @param digest [String, Symbol, Class, ::Digest::Instance] as {HMAC} takes it
    # @param input_key_material [String] of any length, a secret
    # @param length [Integer] how many bytes: 1 to 255 times the length of the digest
    # @param salt [String] of any length, better random, no secret; an empty one is the same as none
    # @param info [String] what the key is for, of any length
    # @return [String] ASCII-8BIT
    # @raise [ArgumentError] for a digest that is not known, or that HMAC is not offered over
    # @raise [LengthError] for a length out of range
    # @raise [TypeError] for an argument of another class
    # @example RFC 5869, A.1
    #   salt = (0..12).to_a.pack("C*")
    #   info = (0xf0..0xf9).to_a.pack("C*")
    #   Oxisalt::HKDF.derive("SHA256", "\x0b" * 22, length: 42, salt:, info:).unpack1("H16") # => "3cb25f25faacd57a"
    def self.derive(digest, input_key_material, length:, salt: "", info: "")
      derive_with(digest, input_key_material, length, salt, info)
    end

    # A pseudorandom key, as long as the digest (section 2.2).
    #
    # @param digest [String, Symbol, Class, ::Digest::Instance]
    # @param input_key_material [String]
    # @param salt [String]
    # @return [String] ASCII-8BIT
    # @raise [ArgumentError, TypeError] as {derive}
    def self.extract(digest, input_key_material, salt: "")
      extract_with(digest, input_key_material, salt)
    end

    # A key from a pseudorandom one (section 2.3).
    #
    # @param digest [String, Symbol, Class, ::Digest::Instance]
    # @param pseudorandom_key [String] what {extract} returned, or another key that is at least as long as the digest
    # @param length [Integer]
    # @param info [String]
    # @return [String] ASCII-8BIT
    # @raise [LengthError] for a key that is too short, and as {derive}
    # @raise [ArgumentError, TypeError] as {derive}
    def self.expand(digest, pseudorandom_key, length:, info: "")
      expand_with(digest, pseudorandom_key, length, info)
    end
  end
end
