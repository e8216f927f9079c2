# frozen_string_literal: true

module Oxisalt
  class GPG
    # A key of the keyring, as it was when it was listed.
    class Key
      # A name on a key.
      #
      # @!attribute [r] id
      #   @return [String] all of it
      # @!attribute [r] name
      #   @return [String]
      # @!attribute [r] email
      #   @return [String]
      # @!attribute [r] comment
      #   @return [String]
      # @!attribute [r] revoked
      #   @return [Boolean]
      # @!attribute [r] validity
      #   @return [Symbol] as {Signature#validity}, or `:ultimate` for one's own
      UserID = Struct.new(:id, :name, :email, :comment, :revoked, :validity, keyword_init: true) do
        alias_method :to_s, :id
      end

      # A part of a key.
      #
      # @!attribute [r] fingerprint
      #   @return [String]
      # @!attribute [r] algorithm
      #   @return [String] as "rsa2048" or "ed25519"
      # @!attribute [r] bits
      #   @return [Integer] how long it is
      # @!attribute [r] time
      #   @return [Time, nil] when it was made
      # @!attribute [r] expires_at
      #   @return [Time, nil]
      # @!attribute [r] expired
      #   @return [Boolean]
      # @!attribute [r] revoked
      #   @return [Boolean]
      # @!attribute [r] can_sign
      #   @return [Boolean]
      # @!attribute [r] can_encrypt
      #   @return [Boolean]
      Subkey = Struct.new(:fingerprint, :algorithm, :bits, :time, :expires_at, :expired, :revoked, :can_sign,
                          :can_encrypt, keyword_init: true)

      # @return [String] of the primary key, in upper-case hexadecimal
      attr_reader :fingerprint
      # @return [Array<UserID>] the first is the primary one
      attr_reader :user_ids
      # @return [Array<Subkey>] the first is the primary key
      attr_reader :subkeys
      # @return [Symbol] how far the user trusts the key's owner to vouch for others, as {UserID#validity}
      attr_reader :owner_trust

      # @api private
      def initialize(facts)
        @fingerprint, @owner_trust = facts.values_at(:fingerprint, :owner_trust)
        @user_ids = facts[:user_ids].map { |user| UserID.new(**user).freeze }.freeze
        @subkeys = facts[:subkeys].map { |subkey| subkey(subkey) }.freeze
        @flags = facts.slice(:expired, :revoked, :disabled, :invalid, :secret, :can_sign, :can_encrypt).freeze
        freeze
      end

      # @return [String] the last 16 digits of the fingerprint
      def key_id
        fingerprint[-16..]
      end

      # @return [UserID, nil]
      def user_id
        user_ids.first
      end

      # @return [Time, nil] when the primary key was made
      def time
        subkeys.first&.time
      end

      # @return [Time, nil] when the primary key expires
      def expires_at
        subkeys.first&.expires_at
      end

      # @return [Boolean]
      def expired?
        @flags[:expired]
      end

      # @return [Boolean]
      def revoked?
        @flags[:revoked]
      end

      # @return [Boolean]
      def disabled?
        @flags[:disabled]
      end

      # @return [Boolean]
      def invalid?
        @flags[:invalid]
      end

      # @return [Boolean] whether the secret part is there; known of keys that were listed with `secret: true`
      def secret?
        @flags[:secret]
      end

      # @return [Boolean]
      def can_sign?
        @flags[:can_sign]
      end

      # @return [Boolean]
      def can_encrypt?
        @flags[:can_encrypt]
      end

      # @return [Boolean] whether it is the same key
      def ==(other)
        other.is_a?(Key) && other.fingerprint == fingerprint
      end
      alias eql? ==

      # @return [Integer]
      def hash
        fingerprint.hash
      end

      # @return [String]
      def inspect
        "#<#{self.class} #{fingerprint} #{user_id}>"
      end

      private

      def subkey(facts)
        times = facts.slice(:time, :expires_at).transform_values { |seconds| seconds && Time.at(seconds).utc }
        Subkey.new(**facts, **times).freeze
      end
    end
  end
end
