# frozen_string_literal: true

require "fileutils"
require "json"
require "time"

module Bench
  # A run as it is saved: JSON with everything that tables and reports are made from. Each run has a file of its own,
  # and the last complete run of a comparison is also there as latest-NAME.json.
  class Results
    FORMAT = 1
    FIELDS = %i[name title about settings started finished interrupted environment left_out outcomes].freeze

    attr_reader(*FIELDS)

    class << self
      def load(path)
        from_h(JSON.parse(File.read(path)), path)
      rescue JSON::ParserError, SystemCallError => e
        raise Error, "#{path} cannot be read: #{e.message.lines.first.strip}"
      end

      # The latest complete results there are in a directory, by name.
      def latest(directory)
        Dir[File.join(directory, "latest-*.json")].map { |path| load(path) }
      end

      # The newest run of a comparison, complete or not; nil where there is none.
      def newest_path(directory, name)
        Dir[File.join(directory, "[0-9]*Z-#{name}.json")].max
      end

      def latest_path(directory, name)
        File.join(directory, "latest-#{name}.json")
      end

      # Whole or not at all: a reader never sees half a file. compact: on one line, for files that are kept.
      def write(path, hash, compact: false)
        FileUtils.mkdir_p(File.dirname(path))
        draft = "#{path}.#{Process.pid}"
        File.write(draft, "#{compact ? JSON.generate(hash) : JSON.pretty_generate(hash)}\n")
        File.rename(draft, path)
      end

      # source: the file, for the message when it is of another format.
      def from_h(hash, source)
        check_format(hash, source)
        fields = hash.slice(*FIELDS.map(&:to_s)).transform_keys(&:to_sym)
        times = fields.slice(:started, :finished).transform_values { |time| Time.iso8601(time) }
        new(**fields, **times, outcomes: fields[:outcomes].map { |outcome| Outcome.from_h(outcome) })
      end

      private

      def check_format(hash, source)
        format = hash["format"] if hash.is_a?(Hash)
        raise Error, "#{source} is of another format, #{format.inspect}" unless format == FORMAT && hash["outcomes"]
      end
    end

    def initialize(**fields)
      FIELDS.each { |field| instance_variable_set(:"@#{field}", fields.fetch(field)) }
    end

    def interrupted?
      interrupted
    end

    def quick?
      settings.fetch("quick")
    end

    def to_h
      { "format" => FORMAT, "name" => name, "title" => title, "about" => about, "settings" => settings,
        "started" => started.utc.iso8601, "finished" => finished.utc.iso8601, "interrupted" => interrupted,
        "environment" => environment, "left_out" => left_out, "outcomes" => outcomes.map(&:to_h) }
    end

    # Writes the file and returns its path. An interrupted run never takes the place of a complete one.
    def save(directory)
      path = File.join(directory, "#{started.utc.strftime('%Y%m%dT%H%M%SZ')}-#{name}.json")
      write(path)
      write(self.class.latest_path(directory, name)) unless interrupted?
      path
    end

    # Versions of the libraries that took part, by name.
    def versions
      ids = outcomes.flat_map { |outcome| outcome.rows.map(&:library) }.compact.uniq
      names = Library.all.select { |library| ids.include?(library.id.to_s) }.flat_map(&:version_names)
      environment.fetch("libraries").slice(*names, "benchmark-ips").compact
    end

    # [headline, outcome] for every headline whose ratio was measured.
    def headlines
      all = outcomes.flat_map { |outcome| outcome.headlines.map { |headline| [headline, outcome] } }
      all.select { |headline, outcome| outcome.ratio(headline.label, over: headline.over) }
    end

    def write(path, compact: false)
      self.class.write(path, to_h, compact:)
    end
  end
end
