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
        telling = @signatures.find { |signature| signature.status == :bad }
        return self if signed? && !telling

        telling ||= @signatures.find { |signature| signature.status != :unknown_key } || @signatures.first
        error = refusal(telling)
        error.signatures = @signatures
        raise error
      end

      private

      def refusal(telling)
        telling ? REFUSALS.fetch(telling.status).new(telling.summary) : NotSigned.new("the message is not signed")
      end
    end
  end
end
