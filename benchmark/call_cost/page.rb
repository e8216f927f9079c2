# frozen_string_literal: true

require "erb"
require "time"

module CallCost
  # The page in docs/, made from what was measured.
  class Page
    TEMPLATE = File.expand_path("page.md.erb", __dir__)

    WAYS = { "name" => "by name", "fresh" => "without the name", "prepared" => "prepared" }.freeze

    # What Bench::Environment asks about a measurement.
    Origin = Struct.new(:environment, :versions, :started)

    def initialize(results)
      @results = results
      format = results["format"]
      raise Bench::Error, "the results are of another format, #{format.inspect}" unless format == Measurement::FORMAT
    end

    def to_s
      ERB.new(File.read(TEMPLATE), trim_mode: "-").result(binding)
    end

    private

    attr_reader :results

    def subjects
      Steps::SUBJECTS.select { |subject| results["subjects"].include?(subject.title) }
    end

    def titles
      subjects.map(&:title)
    end

    # By kind: nanoseconds, or instructions of all files.
    def figures(kind)
      case kind
      when :time then results["seconds"].transform_values { |_, median, _| median * 1e9 }
      when :instructions then results["instructions"].transform_values { |files| files.values.sum }
      end
    end

    def parts_table(kind)
      parts = subjects.map { |subject| Parts.new(subject, figures(kind), with_key: kind == :instructions) }
      rows = Parts::TITLES.map { |part, title| [title, *parts.map { |each| number(each.to_h.fetch(part), kind) }] }
      whole = ["**the whole call, by name**", *parts.map { |each| number(each.whole, kind) }]
      Bench::Markdown.table(["", *titles], [*rows, whole])
    end

    def ways_table
      rows = subjects.flat_map do |subject|
        WAYS.map do |way, title|
          id = Steps.id(subject, way)
          [subject.title, title, *time_of(id), *instructions_of(id), number(results["objects"].fetch(id), :objects)]
        end
      end
      counts = instructions? ? ["instructions"] : []
      Bench::Markdown.table(["", "", "ns", "quartiles", *counts, "objects"], rows, left: 2)
    end

    def time_of(id)
      low, median, high = results["seconds"].fetch(id).map { |seconds| number(seconds * 1e9, :time) }
      [median, "#{low} to #{high}"]
    end

    def instructions_of(id)
      instructions? ? [number(figures(:instructions).fetch(id), :instructions)] : []
    end

    def owners_table
      owners = Owners.new(results["instructions"])
      columns = subjects.map { |subject| owners.beyond_compression(subject) }
      rows = Owners::NAMES.map { |name| [name, *columns.map { |column| number(column[name], :instructions) }] }
      Bench::Markdown.table(["", *titles], rows)
    end

    def block(kind)
      subjects.map { |subject| "#{subject.title} #{number(Parts.new(subject, figures(kind)).block, kind)}" }.join(", ")
    end

    def instructions?
      !results["instructions"].nil?
    end

    def number(value, kind)
      return value.round(1).to_s.delete_suffix(".0") if kind == :objects

      text = format(kind == :time ? "%.1f" : "%d", kind == :time ? value : value.round)
      text.sub(/\A-(0(?:\.0)?)\z/, '\1')
    end

    def origin
      environment = results["environment"]
      versions = environment["libraries"].slice("oxisalt", "openssl", "libcrypto").compact
      versions["valgrind"] = results["valgrind"] if results["valgrind"]
      wrap(Bench::Environment.sentence(Origin.new(environment, versions, Time.iso8601(results["measured"]))))
    end

    def wrap(text, margin: 0)
      Bench::Table.wrap(text, Bench::Readme::WIDTH - margin).map { |line| (" " * margin) + line }.join("\n")
    end
  end
end
