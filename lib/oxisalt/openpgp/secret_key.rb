# frozen_string_literal: true

module Oxisalt
  module OpenPGP
    # A secret key with its subkeys, unlocked. Frozen; any thread or Ractor may use it.
    #
    # It is unlocked once, when it is read, and its secrets are erased from memory when it is freed.
    #
    # @example
    #   key = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>", passphrase: "a long passphrase")
    #   key.algorithm                                                                             # => "Ed25519"
    #   again = Oxisalt::OpenPGP::SecretKey.from_armor(key.to_armor, passphrase: "a long passphrase")
    #   again == key                                                                              # => true
    class SecretKey
      include Secret
      include KeyFacts

      # @!method fingerprint
      #   (see PublicKey#fingerprint)
      # @!method subkey_fingerprints
      #   (see PublicKey#subkey_fingerprints)
      # @!method version
      #   (see PublicKey#version)
      # @!method algorithm
      #   (see PublicKey#algorithm)
      # @!method user_ids
      #   (see PublicKey#user_ids)
      # @!method revoked?
      #   (see PublicKey#revoked?)
      # @!method public_key
      #   @return [PublicKey] the public half
      # @!method locked?
      #   @return [Boolean] whether a passphrase is needed to read what {to_armor} writes
      # @!method ==(other)
      #   @return [Boolean] whether `other` is the secret key of the same certificate

      class << self
        # Makes a key: a primary key that certifies and signs, and a subkey that is encrypted to.
        #
        # The interpreter lock is released meanwhile: RSA takes up to seconds.
        #
        # @param user_id [String] whose it is, usually `Name <address>`, in UTF-8
        # @param algorithm [Symbol, String] `:ed25519`, `:rsa2048`, `:rsa3072`, `:rsa4096`, `:p256`, `:p384`, `:p521`,
        #   or, in version 6, `:ed448`
        # @param version [Integer] 4, which every implementation reads, or 6 (RFC 9580), which GnuPG does not
        # @param passphrase [String, #call, nil] what locks the key when it is written
        # @param expires_in [Integer, nil] for how many seconds it is valid
        # @param created_at [Time, nil] when it is said to have been made; now if not given
        # @return [SecretKey]
        # @raise [ArgumentError] for what makes no sense
        # @example
        #   key = Oxisalt::OpenPGP::SecretKey.generate("Bob <bob@example.com>", expires_in: 86_400)
        #   key.expires_at - key.created_at # => 86400.0
        def generate(user_id, algorithm: :ed25519, version: 4, passphrase: nil, expires_in: nil, created_at: nil)
          make(user_id, algorithm.to_s, version, Argument.passphrase(passphrase), Argument.time(created_at),
               Argument.seconds(expires_in))
        end

        # @param data [String] one secret key, armored or binary
        # @param passphrase [String, #call, nil] what unlocks it
        # @return [SecretKey]
        # @raise [BadPassphrase] when the passphrase is wrong, or one is needed and none was given
        # @raise [MalformedData] for what holds no secret key, or several
        # @raise [InvalidKey, WeakDigest] for one without a valid self-signature
        # @raise [TypeError] when `data` or the passphrase is not a String
        def from_armor(data, passphrase: nil)
          read(data, Argument.passphrase(passphrase))
        end
        alias from_bytes from_armor
      end

      # What stands for a passphrase that was not given.
      AS_IT_IS = Object.new.freeze
      private_constant :AS_IT_IS

      # The key with its secrets, to be kept safe.
      #
      # @param passphrase [String, #call, nil] what locks it; if not given, what locked it when it was read or made; nil
      #   leaves it unlocked
      # @return [String] armored, US-ASCII
      def to_armor(passphrase: AS_IT_IS)
        passphrase.equal?(AS_IT_IS) ? export(true) : export_locked(true, Argument.passphrase(passphrase))
      end

      # As {to_armor}.
      #
      # @return [String] ASCII-8BIT
      def to_bytes(passphrase: AS_IT_IS)
        passphrase.equal?(AS_IT_IS) ? export(false) : export_locked(false, Argument.passphrase(passphrase))
      end

      # (see OpenPGP.clearsign)
      def clearsign(text, **options)
        OpenPGP.clearsign(text, sign_with: self, **options)
      end

      # (see OpenPGP.sign)
      def sign(data, **options)
        OpenPGP.sign(data, sign_with: self, **options)
      end

      # (see OpenPGP.detach_sign)
      def detach_sign(data, **options)
        OpenPGP.detach_sign(data, sign_with: self, **options)
      end

      # (see OpenPGP.decrypt)
      def decrypt(message, **options)
        OpenPGP.decrypt(message, keys: self, **options)
      end
    end
  end
end
