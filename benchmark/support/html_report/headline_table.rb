# frozen_string_literal: true

module Bench
  class HTMLReport
    # The ratios that a comparison is run for, as bars, with the project's goals.
    class HeadlineTable
      # entries: as Summary has them.
      def initialize(entries)
        @entries = entries
        @bars = Chart::Headlines.new(entries)
      end

      def to_s
        goals = @entries.any? { |entry| entry[:goal] }
        Table.new(["against", "ratio (quartiles)", ("goal" if goals)].compact, rows(goals),
                  caption: "The ratios that are sought: more than 1 is in Oxisalt's favour.",
                  bars: "ratio, with the goal", axis: @bars.axis, text: 1).to_s
      end

      private

      def rows(goals)
        @entries.map do |entry|
          cells = [entry[:against].to_s, Units.spread(entry[:ratio])]
          cells << Summary.verdict(entry).delete_prefix("goal ") if goals
          Table::Row.new(label: entry[:name], cells:, bar: @bars.bar(entry), ours: entry[:ours])
        end
      end
    end
  end
end
