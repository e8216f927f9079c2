# frozen_string_literal: true

module Bench
  # What one table measured: plain figures, as they are saved and loaded, and the medians and ratios made from them.
  class Outcome
    # samples holds one { figure => number } for each complete round, in order.
    Row = Struct.new(:label, :library, :ours, :code, :published, :absence, :samples, keyword_init: true) do
      def measured?
        !samples.empty?
      end

      def values(figure)
        samples.map { |sample| sample[figure] }
      end
    end

    # A ratio worth repeating outside its table, with the goal that the project set itself, if any; and whether README
    # repeats it, too.
    Headline = Struct.new(:name, :label, :over, :goal, :readme, keyword_init: true)

    # The best row of ours, the best of the rivals, and how many times better ours is; nil where a figure of zero leaves
    # no quotient.
    Lead = Struct.new(:mine, :rival, :ratio, :order, keyword_init: true) do
      # :ahead, :behind or, where the quartiles or a hundredth do not tell them apart, :level.
      def verdict
        return { 1 => :ahead, 0 => :level, -1 => :behind }.fetch(order) unless ratio
        return :level if (ratio.low..ratio.high).cover?(1) || (ratio.median - 1).abs < 0.01

        ratio.median > 1 ? :ahead : :behind
      end
    end

    FIELDS = %i[title group column kind passes bytes figures better baseline notes rows headlines].freeze

    attr_reader(*FIELDS)

    def initialize(**fields)
      FIELDS.each { |field| instance_variable_set(:"@#{field}", fields[field]) }
      @better = @better.to_sym
    end

    def self.from_h(hash)
      rows = hash.fetch("rows").map { |row| Row.new(**row.transform_keys(&:to_sym)) }
      headlines = hash.fetch("headlines").map { |headline| Headline.new(**headline.transform_keys(&:to_sym)) }
      new(**hash.transform_keys(&:to_sym), rows:, headlines:)
    end

    def to_h
      fields = FIELDS.to_h { |field| [field.to_s, public_send(field)] }
      fields.merge("better" => better.to_s,
                   "rows" => rows.map { |row| row.to_h.transform_keys(&:to_s) },
                   "headlines" => headlines.map { |headline| headline.to_h.transform_keys(&:to_s) })
    end

    # The figure that ratios are made from.
    def primary
      figures.keys.first
    end

    # What the better row is: "fast", "small" or "few", to stand in "twice as fast as".
    def quality
      { "bytes" => "small", "number" => "few" }.fetch(figures.fetch(primary).to_s, "fast")
    end

    def rounds
      rows.map { |row| row.samples.size }.max || 0
    end

    def row(label)
      rows.find { |row| row.label == label }
    end

    def median(row, figure = primary)
      values = row.values(figure).compact
      Statistics.median(values) unless values.empty?
    end

    # What one call takes, or the figure itself where calls are not counted, as people read it.
    def cost(row)
      figure = median(row)
      kind == "ips" ? Units.seconds(1 / figure) : Units.format(figure, figures.fetch(primary))
    end

    # How many times better `label` is than `over`, or in each round than the best of several: a Statistics::Spread over
    # the rounds, or nil.
    def ratio(label, over: baseline)
      mine = row(label)
      theirs = Array(over).filter_map { |rival| row(rival) }.select(&:measured?)
      return if mine.nil? || theirs.empty?

      Statistics::Spread.of(Statistics.ratios(mine.values(primary), best_values(theirs), better:))
    end

    # The same from the published figures.
    def published_ratio(label, over: baseline)
      mine = row(label)&.published
      theirs = row(over)&.published
      Statistics.ratios([mine], [theirs], better:).first
    end

    # Whom a headline compares with: one, or those of several that were measured.
    def against(headline)
      measured = Array(headline.over).select { |label| row(label)&.measured? }
      measured.size > 1 ? "the best of #{measured.join(', ')}" : measured.first
    end

    # Ours at its best against the rivals at theirs; nil where one side was not measured.
    def lead
      mine = best_of_ours
      rival = best(rows.reject(&:ours))
      return unless mine && rival

      order = median(mine) <=> median(rival)
      Lead.new(mine:, rival:, ratio: ratio(mine.label, over: rival.label), order: better == :higher ? order : -order)
    end

    # The best of these rows by its median; nil where none was measured.
    def best(rows)
      rows.select { |row| row.measured? && median(row) }.max_by { |row| better == :higher ? median(row) : -median(row) }
    end

    # The quickest rival that is as good as this row or better, and by how much; nil when there is none. Only rows of
    # our own are judged.
    def lead_of_rivals(row)
      return unless row.ours

      rivals = rows.reject(&:ours)
      leads = rivals.map { |rival| [rival, ratio(rival.label, over: row.label)] }
      leads.select { |_, lead| lead && lead.high >= 1 }.max_by { |_, lead| lead.median }
    end

    private

    # Oxisalt::OpenSSL calls a rival's own cryptography, and does not stand for Oxisalt's where that took part.
    def best_of_ours
      borrowed, own = rows.select(&:ours).partition { |row| row.library == "oxisalt_openssl" }
      best(own) || best(borrowed)
    end

    # The best figure of these rows in each round.
    def best_values(rows)
      rows.map { |row| row.values(primary) }.transpose.map do |figures|
        better == :higher ? figures.compact.max : figures.compact.min
      end
    end
  end
end
