# frozen_string_literal: true

module Oxisalt
  class GPG
    # What is known about a signature.
    class Signature
      # What each status means, in a line of English.
      SUMMARIES = {
        valid: "good signature", bad: "BAD signature", expired: "good signature that has expired",
        key_expired: "good signature by a key that has expired",
        key_revoked: "good signature by a key that was revoked",
        unknown_key: "signature by a key that is not in the keyring", weak_digest: "signature with a weak hash",
        wrong_key_usage: "signature by a key that is not made for signing", unsupported: "signature of an unknown kind"
      }.freeze
      private_constant :SUMMARIES

      # @return [String, nil] of the key that signed, in upper-case hexadecimal; only a key ID where the key is unknown
      attr_reader :fingerprint
      # @return [String, nil] of the primary key it belongs to, nil where it is unknown
      attr_reader :primary_fingerprint
      # @return [String, nil] the user ID that gpg names
      attr_reader :user_id
      # @return [Symbol] `:valid`, `:bad`, `:expired`, `:key_expired`, `:key_revoked`, `:unknown_key`, `:weak_digest`,
      #   `:wrong_key_usage` or `:unsupported`
      attr_reader :status
      # @return [Time, nil] when it was made, as it says
      attr_reader :time
      # @return [Time, nil] when it expires
      attr_reader :expires_at
      # @return [String, nil] the hash, as "SHA512"
      attr_reader :digest
      # @return [String, nil] the signature's algorithm, as "RSA"
      attr_reader :algorithm
      # @return [Symbol] how far the user's web of trust says that the key belongs to whom it names: `:unknown`,
      #   `:undefined`, `:never`, `:marginal` or `:full`
      attr_reader :validity

      # @api private
      def initialize(facts)
        @fingerprint, @primary_fingerprint, @user_id, @status, @digest, @algorithm, @validity =
          facts.values_at(:fingerprint, :primary_fingerprint, :user_id, :status, :digest, :algorithm, :validity)
        @time, @expires_at = facts.values_at(:time, :expires_at).map { |seconds| seconds && Time.at(seconds).utc }
        freeze
      end

      # @return [String, nil] the last 16 digits of the fingerprint
      def key_id
        fingerprint && fingerprint[-16..]
      end

      # @return [Boolean] whether it is good, has not expired, and is by a key that is good now
      def valid?
        status == :valid
      end

      # @return [Boolean] whether the key that signed has expired
      def key_expired?
        status == :key_expired
      end

      # @return [Boolean] whether the key that signed was revoked
      def key_revoked?
        status == :key_revoked
      end

      # @return [String] all of this in a line of English
      def summary
        [SUMMARIES.fetch(status), fingerprint && "by #{fingerprint}", user_id && "(#{user_id})",
         time&.strftime("at %F %T UTC")].compact.join(" ")
      end
      alias to_s summary

      # @return [String]
      def inspect
        "#<#{self.class} #{summary}>"
      end
    end
  end
end
