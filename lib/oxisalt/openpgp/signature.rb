# frozen_string_literal: true

module Oxisalt
  module OpenPGP
    # A signature, and what it turned out to be. Frozen.
    class Signature
      # @return [Symbol] `:valid`, or the rule that refuses it: `:bad`, `:expired`, `:not_yet_valid`, `:key_expired`,
      #   `:key_revoked`, `:key_not_yet_valid`, `:invalid_key`, `:unknown_key`, `:weak_digest`, `:wrong_key_usage` or
      #   `:unsupported`
      attr_reader :status

      # @return [String] the status in a sentence
      attr_reader :summary

      # @return [String, nil] the fingerprint of the key or subkey that signed; where that is not known, the one that
      #   the signature names
      attr_reader :fingerprint

      # @return [String, nil] the fingerprint of its primary key, where the key is known
      attr_reader :primary_fingerprint

      # @return [String, nil] the key ID
      attr_reader :key_id

      # @return [Time, nil] when it was made, as it says itself
      attr_reader :time

      # @return [Time, nil] when it ceases to be valid
      attr_reader :expires_at

      # @return [String] the digest under it, such as `"SHA256"`
      attr_reader :digest

      # @return [String, nil] the algorithm of the key, where that is known
      attr_reader :algorithm

      # @return [String, nil] the primary user ID of the key, where that is known, in UTF-8
      attr_reader :user_id

      # @api private
      def initialize(fields)
        @status, @summary, @fingerprint, @primary_fingerprint, @key_id, time, expires, @digest, @algorithm, @user_id =
          fields
        @time = time && Time.at(time)
        @expires_at = expires && Time.at(expires)
        instance_variables.each { |name| instance_variable_get(name).freeze }
        freeze
      end

      # @return [Boolean] whether it is genuine and allowed by every rule
      def valid?
        @status.equal?(:valid)
      end

      # @return [Boolean] whether the time of its key is over
      def key_expired?
        @status.equal?(:key_expired)
      end

      # @return [Boolean] whether its key was revoked
      def key_revoked?
        @status.equal?(:key_revoked)
      end

      # @return [String]
      def inspect
        "#<#{self.class} #{status} #{fingerprint || key_id}>"
      end
    end

    # What refuses a signature of each status.
    REFUSALS = {
      bad: BadSignature, expired: SignatureExpired, not_yet_valid: SignatureNotYetValid, key_expired: KeyExpired,
      key_revoked: KeyRevoked, key_not_yet_valid: KeyNotYetValid, invalid_key: InvalidKey, unknown_key: KeyNotFound,
      weak_digest: WeakDigest, wrong_key_usage: WrongKeyUsage, unsupported: UnsupportedAlgorithm
    }.freeze
    private_constant :REFUSALS
  end
end
