# frozen_string_literal: true

module Bench
  class HTMLReport
    # One comparison: what it says, how and where it was measured, and all its tables.
    class ComparisonSection
      def initialize(results)
        @results = results
      end

      def to_s
        HTML.tag(:section, HTML.tag(:h2, @results.title, id: @results.name),
                 HTML.tag(:p, Tally.new(@results), class: "finding"), about, *warnings,
                 HTML.tag(:p, Environment.sentence(@results), class: "note"), headlines, *sheets, class: "comparison")
      end

      private

      def about
        @results.about && HTML.tag(:p, @results.about)
      end

      def warnings
        texts = []
        texts << "Measured in quick mode: few and short rounds." if @results.quick?
        texts << "Interrupted: only complete rounds are counted." if @results.interrupted?
        texts << "Left out: #{@results.left_out.join('; ')}." unless @results.left_out.empty?
        texts.map { |text| HTML.tag(:p, text, class: "warning") }
      end

      def headlines
        entries = Summary.new(@results).entries
        entries.empty? ? nil : HeadlineTable.new(entries).to_s
      end

      def sheets
        Sheet.all(@results.outcomes).each_with_index.map do |sheet, index|
          SheetSection.new(sheet, "#{@results.name}-#{index + 1}").to_s
        end
      end
    end
  end
end
