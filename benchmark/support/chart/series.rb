# frozen_string_literal: true

module Bench
  module Chart
    # One contender at several sizes: what it put through, and what was published for it.
    class Series
      # Of all who have a figure.
      def self.all(outcomes)
        all = outcomes.flat_map(&:rows).map(&:label).uniq.map { |label| new(label, outcomes) }
        number(all.reject { |one| one.points.empty? && one.published.empty? })
      end

      # Ours and the rivals each have symbols of their own.
      def self.number(series)
        series.partition(&:ours?).each { |side| side.each_with_index { |one, index| one.number = index } }
        series
      end
      private_class_method :number

      attr_reader :label
      attr_accessor :number

      def initialize(label, outcomes)
        @label = label
        @rows = outcomes.to_h { |outcome| [outcome, outcome.row(label)] }.compact
      end

      def ours?
        @rows.values.any?(&:ours)
      end

      # [[bytes of the message, bytes per second]]
      def points
        @points ||= throughputs { |outcome, row| outcome.median(row) if row.measured? }
      end

      def published
        @published ||= throughputs { |_, row| row.published }
      end

      private

      def throughputs
        figures = @rows.map { |outcome, row| [outcome, yield(outcome, row)] }
        figures.select { |_, figure| figure&.positive? }.map do |outcome, figure|
          [outcome.bytes, throughput(figure, outcome)]
        end
      end

      def throughput(figure, outcome)
        case outcome.figures.fetch(outcome.primary).to_s
        when "per_second" then figure * outcome.bytes
        when "seconds", "loop" then outcome.bytes / figure
        else figure
        end
      end
    end
  end
end
