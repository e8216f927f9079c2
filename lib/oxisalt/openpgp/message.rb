# frozen_string_literal: true

module Oxisalt
  module OpenPGP
    # What a message held: its data, and the signatures on it. Frozen.
    class Message
      # @return [String, nil] the data, ASCII-8BIT; nil where it was written elsewhere, or is not in the message
      attr_reader :data

      # @return [Array<Signature>] every signature, valid or not
      attr_reader :signatures

      # @api private
      def initialize(data, signatures)
        @data = data
        @signatures = signatures.freeze
        freeze
      end

      # @return [Boolean] whether one of the signatures is valid
      def signed?
        @signatures.any?(&:valid?)
      end

      # @return [String] the data
      def to_s
        @data.to_s
      end

      # @return [String] without the data
      def inspect
        "#<#{self.class} #{data ? "#{data.bytesize} bytes" : 'data elsewhere'}, #{signatures.size} signatures>"
      end

      # @api private
      def demand_signature
        return self if signed?

        telling = @signatures.find { |signature| signature.status != :unknown_key } || @signatures.first
        raise NotSigned, "the message is not signed" unless telling

        raise REFUSALS.fetch(telling.status), telling.summary
      end
    end
  end
end
