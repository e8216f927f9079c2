# frozen_string_literal: true

require "json"

module Bench
  # The comparisons of one `rake bench`, in one file. The file of a single comparison is read as a run of one.
  class Run
    attr_reader :results

    def initialize(results)
      @results = results
    end

    def self.load(path)
      hash = JSON.parse(File.read(path))
      comparisons = hash["comparisons"] if hash.is_a?(Hash)
      new((comparisons || [hash]).map { |comparison| Results.from_h(comparison, path) })
    rescue JSON::ParserError, SystemCallError => e
      raise Error, "#{path} cannot be read: #{e.message.lines.first.strip}"
    end

    def to_h
      { "format" => Results::FORMAT, "comparisons" => results.map(&:to_h) }
    end

    # Writes the file and returns its path.
    def save(directory)
      stamp = results.map(&:started).min.utc.strftime("%Y%m%dT%H%M%SZ")
      path = File.join(directory, "run-#{stamp}.json")
      Results.write(path, to_h)
      path
    end

    # What changed since another run, comparison by comparison, as text.
    def changes_since(former)
      pairs = results.map { |mine| [former.named(mine.name), mine] }.select(&:first)
      raise Error, "these are different comparisons: #{former.names} and #{names}" if pairs.empty?

      texts = pairs.map { |before, after| Changes.new(before, after).to_s }
      [*texts, *former.beyond(self, "first"), *beyond(former, "second")].join("\n\n")
    end

    def named(name)
      results.find { |results| results.name == name }
    end

    # Says which comparisons the other has not; place: what this one is called beside it.
    def beyond(other, place)
      names = results.map(&:name).reject { |name| other.named(name) }
      names.empty? ? [] : ["Comparisons only in the #{place}: #{names.join(', ')}."]
    end

    def names
      results.map(&:name).join(", ")
    end
  end
end
