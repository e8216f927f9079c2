# frozen_string_literal: true

module Oxisalt
  module OpenPGP
    # What public and secret keys tell about themselves.
    module KeyFacts
      # @return [String] the last 16 digits of a fingerprint of version 4, the first 16 of one of version 6
      def key_id
        version == 6 ? fingerprint[0, 16] : fingerprint[-16, 16]
      end

      # @return [String, nil] the primary user ID
      def user_id
        user_ids.first
      end

      # @return [Time] when the primary key was made
      def created_at
        Time.at(created)
      end

      # @return [Time, nil] when the primary key ceases to be valid
      def expires_at
        seconds = expires
        seconds && Time.at(seconds)
      end

      # @return [Boolean] whether the time of the primary key is over
      def expired?
        seconds = expires
        !seconds.nil? && seconds <= Time.now.to_i
      end

      # @return [Integer] the same for keys that are equal
      def hash
        fingerprint.hash
      end

      # @return [Boolean] as `==`
      def eql?(other)
        self == other
      end

      # @return [self] a key never changes, so there is nothing to copy
      def dup
        self
      end

      # @return [self] as {dup}
      def clone(freeze: true)
        raise Argument.argument_error("can't unfreeze #{self.class}") if freeze == false

        self
      end

      # @return [String] the class, the fingerprint and the primary user ID; nothing secret
      def inspect
        "#<#{self.class} #{fingerprint} #{user_id}>"
      end
    end

    # A certificate: a public key with its user IDs and subkeys. Frozen.
    #
    # All self-signatures, and the subkeys' signatures in return, are checked once, when it is read. Whether it has
    # expired, was revoked or is for another use is checked each time it is used.
    #
    # @example
    #   key = Oxisalt::OpenPGP::SecretKey.generate("Alice <alice@example.com>").public_key
    #   key.fingerprint.size                                                  # => 40
    #   key.user_ids                                                          # => ["Alice <alice@example.com>"]
    #   Oxisalt::OpenPGP::PublicKey.from_armor(key.to_armor) == key           # => true
    class PublicKey
      include KeyFacts

      # @!method fingerprint
      #   @return [String] 40 hexadecimal digits for version 4, 64 for version 6
      # @!method subkey_fingerprints
      #   @return [Array<String>]
      # @!method version
      #   @return [Integer] 4 or 6
      # @!method algorithm
      #   @return [String] the algorithm of the primary key, such as `"Ed25519"` or `"RSA-2048"`
      # @!method user_ids
      #   @return [Array<String>] those that hold now, the primary one first, in UTF-8 if their owner kept to that
      # @!method revoked?
      #   @return [Boolean] whether the primary key was revoked
      # @!method to_armor
      #   @return [String] the certificate, armored, US-ASCII
      # @!method to_bytes
      #   @return [String] the certificate, ASCII-8BIT
      # @!method ==(other)
      #   @return [Boolean] whether `other` is the same certificate

      class << self
        # @param data [String] one certificate, armored or binary
        # @return [PublicKey]
        # @raise [MalformedData] for what holds no certificate, or several, or a secret key
        # @raise [InvalidKey, WeakDigest] for one without a valid self-signature
        # @raise [TypeError] when `data` is not a String
        def from_armor(data)
          read(data)
        end
        alias from_bytes from_armor
      end
    end
  end
end
