# frozen_string_literal: true

require "fileutils"

module Bench
  # The results that are cited: one complete run of each comparison, kept in benchmark/results, and the documents that
  # are made from them.
  class Citations
    DIRECTORY = "benchmark/results"
    PAGE = "docs/benchmarks.html"
    ORIGIN = "Made by `rake bench:report` from the results in #{DIRECTORY}; not to be edited by hand. The same with " \
             "charts is [a page](#{PAGE}) to be opened in a browser.".freeze

    def initialize(root)
      @root = root
    end

    # Takes the newest complete run of each comparison that was not a quick one and is newer than what is kept. Returns
    # the names of those that were taken.
    def collect(directory)
      newest = Dir[File.join(directory, "[0-9]*Z-*.json")].filter_map { |file| citable(file) }
      newest = newest.to_h { |results| [results.name, results] }.values
      newest.select { |results| newer?(results) }.map do |results|
        results.write(path(results.name), compact: true)
        results.name
      end
    end

    def results
      @results ||= Dir[File.join(@root, DIRECTORY, "*.json")].map { |file| Results.load(file) }
    end

    # What each document should say: { path => text }.
    def documents
      return {} if results.empty?

      report, page, readme = ["BENCHMARKS.md", PAGE, "README.md"].map { |name| File.join(@root, name) }
      { report => Report.new(results, origin: ORIGIN).to_s, page => HTMLReport.new(results).to_s,
        readme => Readme.new(results).splice(read(readme)) }
    end

    # The documents that say something else, by name.
    def stale
      documents.reject { |file, text| File.exist?(file) && read(file) == text }.keys.map { |file| name(file) }
    end

    # Writes them all, and returns their names.
    def write
      documents.map do |file, text|
        FileUtils.mkdir_p(File.dirname(file))
        File.write(file, text)
        name(file)
      end
    end

    private

    def name(file)
      file.delete_prefix("#{@root}/")
    end

    def path(name)
      File.join(@root, DIRECTORY, "#{name}.json")
    end

    # A run of another format is nobody's citation, nor is a file that is broken.
    def citable(file)
      results = Results.load(file)
      results unless results.quick? || results.interrupted?
    rescue Error
      nil
    end

    def newer?(results)
      kept = path(results.name)
      !File.exist?(kept) || Results.load(kept).started < results.started
    end

    def read(file)
      File.read(file)
    rescue SystemCallError => e
      raise Error, e.message
    end
  end
end
