# frozen_string_literal: true

module Oxisalt
  # Hashes of passwords, which take time and memory on purpose: Argon2 (RFC 9106) and scrypt (RFC 7914), with RbNaCl's
  # methods, libsodium's limits and its encoded strings.
  #
  # To keep a password, keep what {argon2_str} returns, and ask {valid?}. To make a key of one, call {argon2id} with a
  # salt that is kept.
  #
  # Both limits are numbers, or libsodium's names for them: `:interactive`, `:moderate` (not for scrypt) and
  # `:sensitive`. What they stand for:
  #
  # |              | Argon2id   | Argon2i    | scrypt               |
  # |--------------|------------|------------|----------------------|
  # | `:interactive` | 2, 64 MiB  | 4, 32 MiB  | 524,288, 16 MiB      |
  # | `:moderate`    | 3, 256 MiB | 6, 128 MiB |                      |
  # | `:sensitive`   | 4, 1 GiB   | 8, 512 MiB | 33,554,432, 1 GiB    |
  #
  # The interpreter lock is released while a hash is computed, so that other threads run meanwhile. The computation
  # itself cannot be stopped half-way: a `Thread#kill`, a timeout or a signal takes effect when it is done. A memory
  # limit above what the machine has to give is refused before it is tried.
  #
  # @example A password that is kept
  #   encoded = Oxisalt::PasswordHash.argon2_str("correct horse", :interactive, :interactive)
  #   encoded[0, 30]                                                       # => "$argon2id$v=19$m=65536,t=2,p=1"
  #   Oxisalt::PasswordHash.valid?("correct horse", encoded)               # => true
  #   Oxisalt::PasswordHash.valid?("battery staple", encoded)              # => false
  #   Oxisalt::PasswordHash.needs_rehash?(encoded)                         # => false
  #   Oxisalt::PasswordHash.needs_rehash?(encoded, :moderate, :moderate)   # => true
  #
  # @example A key from a password
  #   salt = Oxisalt::Random.random_bytes(16)
  #   Oxisalt::PasswordHash.argon2id("correct horse", salt, :interactive, :interactive, 32).bytesize  # => 32
  module PasswordHash
    class << self
      # Argon2id of `password`.
      #
      # @param password [String] of any encoding, up to 4 GiB
      # @param salt [String] 16 bytes, random, no secret
      # @param opslimit [Integer, Symbol] passes over the memory: 1 to 4,294,967,295
      # @param memlimit [Integer, Symbol] bytes of memory: 8,192 to 4,398,046,510,080; KiB that are not whole do not
      #   count
      # @param digest_size [Integer] 16 to 4,294,967,295 bytes
      # @return [String] ASCII-8BIT
      # @raise [ArgumentError] for a limit out of range, or more memory than there is; the message names the limit
      # @raise [LengthError] for a salt or a digest size of another length
      # @raise [TypeError] for an argument of another class
      def argon2id(password, salt, opslimit, memlimit, digest_size = 64)
        hash_with(:argon2id, password, salt, opslimit, memlimit, digest_size)
      end

      # What libsodium's default is: {argon2id}.
      #
      # @return [String] ASCII-8BIT
      # @raise [ArgumentError, LengthError, TypeError] as {argon2id}
      def argon2(password, salt, opslimit, memlimit, digest_size = 64)
        argon2id(password, salt, opslimit, memlimit, digest_size)
      end

      # Argon2i of `password`, as {argon2id}, for data that has it.
      #
      # @param opslimit [Integer, Symbol] passes over the memory: 3 to 4,294,967,295
      # @return [String] ASCII-8BIT
      # @raise [ArgumentError, LengthError, TypeError] as {argon2id}
      def argon2i(password, salt, opslimit, memlimit, digest_size = 64)
        hash_with(:argon2i, password, salt, opslimit, memlimit, digest_size)
      end

      # scrypt of `password`, with the parameters that libsodium makes of the limits.
      #
      # @param password [String] of any encoding, up to 4 GiB
      # @param salt [String] 32 bytes, random, no secret
      # @param opslimit [Integer, Symbol] 32,768 to 4,294,967,295
      # @param memlimit [Integer, Symbol] bytes of memory: 2,048 to 68,719,476,736
      # @param digest_size [Integer] 16 to 4,294,967,295 bytes
      # @return [String] ASCII-8BIT
      # @raise [ArgumentError, LengthError, TypeError] as {argon2id}
      # @example
      #   Oxisalt::PasswordHash.scrypt("password", "s" * 32, 2**15, 2**24, 32).bytesize # => 32
      def scrypt(password, salt, opslimit, memlimit, digest_size = 64)
        hash_with(:scrypt, password, salt, opslimit, memlimit, digest_size)
      end

      # A String to keep, from which `password` can be verified: Argon2id, its cost, a random salt of 16 bytes and a
      # hash of 32 bytes, in the format of libsodium and of the PHC.
      #
      # @return [String] US-ASCII
      # @raise [ArgumentError, TypeError] as {argon2id}
      def argon2_str(password, opslimit = :interactive, memlimit = :interactive)
        encode_with(:argon2id, password, opslimit, memlimit)
      end

      # As {argon2_str}, by scrypt, in libsodium's format `$7$`.
      #
      # @return [String] 101 characters, US-ASCII
      # @raise [ArgumentError, TypeError] as {scrypt}
      # @example
      #   encoded = Oxisalt::PasswordHash.scrypt_str("password", 2**15, 2**24)
      #   encoded[0, 14]                                        # => "$7$86..../...."
      #   Oxisalt::PasswordHash.valid?("password", encoded)     # => true
      def scrypt_str(password, opslimit = :interactive, memlimit = :interactive)
        encode_with(:scrypt, password, opslimit, memlimit)
      end

      # @!method valid?(password, encoded)
      #   Whether `encoded` is a hash of `password`: one of Argon2i or Argon2id, in both versions, with any number of
      #   lanes, or `$7$` of scrypt.
      #   @param password [String]
      #   @param encoded [Object] anything but an encoded hash is false
      #   @return [Boolean]
      #   @raise [ArgumentError] when `encoded` asks for more memory than there is
      #   @raise [TypeError] when `password` is not a String

      # As {valid?}, for Argon2 alone.
      #
      # @return [Boolean]
      # @raise [ArgumentError, TypeError] as {valid?}
      def argon2_valid?(password, encoded)
        valid?(password, made_by_argon2?(encoded) ? encoded : nil)
      end

      # As {valid?}, for scrypt alone.
      #
      # @return [Boolean]
      # @raise [ArgumentError, TypeError] as {valid?}
      def scrypt_valid?(password, encoded)
        valid?(password, made_by_scrypt?(encoded) ? encoded : nil)
      end

      # As {valid?}, but raises where that is false.
      #
      # @param password [String]
      # @param encoded [String]
      # @return [true]
      # @raise [BadAuthenticatorError] when `encoded` is not a hash of `password`, or none at all
      # @raise [ArgumentError, TypeError] as {valid?}
      def verify(password, encoded)
        return true if valid?(password, encoded)

        raise BadAuthenticatorError, "the password is not the one that was hashed"
      end

      # Whether `encoded` was made by another function, at another cost or in another version than {argon2_str} would
      # now: to be asked when a password was valid, so that it can be hashed anew while it is at hand.
      #
      # @param encoded [String]
      # @param opslimit [Integer, Symbol]
      # @param memlimit [Integer, Symbol]
      # @param function [Symbol] `:argon2id`, `:argon2i` or `:scrypt`
      # @return [Boolean]
      # @raise [ArgumentError] when `encoded` is no encoded hash, and for a limit out of range
      # @raise [TypeError] for an argument of another class
      def needs_rehash?(encoded, opslimit = :interactive, memlimit = :interactive, function: :argon2id)
        needs_rehash_with?(encoded, function, opslimit, memlimit)
      end
    end
  end
end
