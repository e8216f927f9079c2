# frozen_string_literal: true

module Oxisalt
  class GPG
    # What was decrypted or verified.
    class Message
      # @return [String, nil] the bytes, ASCII-8BIT; nil where they went elsewhere
      attr_reader :data
      # @return [Array<Signature>] its signatures, whatever became of them
      attr_reader :signatures

      # @api private
      def initialize(data, signatures)
        @data = data
        @signatures = signatures
        freeze
      end

      # @return [Boolean] whether a signature is valid
      def signed?
        signatures.any?(&:valid?)
      end

      # @return [String] the bytes
      def to_s
        data.to_s
      end

      # @return [String] the signatures, and not the text
      def inspect
        "#<#{self.class} #{data ? "#{data.bytesize} bytes" : 'no data'}, signatures: #{signatures.inspect}>"
      end
    end

    # What came of an import.
    #
    # @!attribute [r] fingerprints
    #   @return [Array<String>] of the keys, whether new or known
    # @!attribute [r] considered
    #   @return [Integer] how many keys the data holds
    # @!attribute [r] imported
    #   @return [Integer] how many of them are new
    # @!attribute [r] unchanged
    #   @return [Integer] how many bring nothing new
    # @!attribute [r] secret_imported
    #   @return [Integer] how many secret keys are new
    # @!attribute [r] secret_unchanged
    #   @return [Integer] how many secret keys were known
    Import = Struct.new(:fingerprints, :considered, :imported, :unchanged, :secret_imported, :secret_unchanged,
                        keyword_init: true)
  end
end
