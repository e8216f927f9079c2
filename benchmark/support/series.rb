# frozen_string_literal: true

module Bench
  # Comparisons that run one after the other, and what is made of them all: a run in one file, a report as Markdown and
  # one as a page.
  class Series
    INTERRUPTED = 130

    # scripts: of Script.
    def initialize(scripts, settings: Settings.new, output: $stdout)
      @scripts = scripts
      @directory = settings.results_directory
      @settings = settings
      @output = output
      @failed = []
      @interrupted = false
      @started = Time.at(Time.now.to_i)
    end

    # Returns the exit status.
    def run
      play_all
      conclude
      return INTERRUPTED if @interrupted

      @failed.empty? ? 0 : 1
    end

    private

    def play_all
      @scripts.each_index do |index|
        break if @interrupted

        play(index)
      end
    rescue SignalException
      @interrupted = true
    end

    def play(index)
      script = @scripts[index]
      status = script.run(place(index).to_env) { @interrupted = true }
      @interrupted ||= status.signaled? || status.exitstatus == INTERRUPTED
      @failed << script.name unless status.success? || @interrupted
    end

    def place(index)
      later = @scripts.drop(index + 1).sum { |script| expected(script) }
      Place.new(index + 1, @scripts.size, later.round)
    end

    # As long as it took the last time that it ran with these settings, or as it declares.
    def expected(script)
      @expected ||= {}
      @expected[script.name] ||= former(script.name) || script.declared_seconds || 0
    end

    def former(name)
      path = Results.latest_path(@directory, name)
      results = Results.load(path) if File.exist?(path)
      results.finished - results.started if results && results.settings == @settings.to_h
    rescue Error
      nil
    end

    def conclude
      say "Failed: #{@failed.join(', ')}" unless @failed.empty?
      say "Interrupted: what follows is what was measured until then." if @interrupted
      results = @scripts.filter_map { |script| measured(script.name) }
      results.empty? ? say("Nothing was measured.") : present(results)
    end

    def present(results)
      say "Summary", "======="
      results.each { |one| say Summary.new(one) }
      say "Results:", *write(results).map { |path| "  #{path.delete_prefix("#{Dir.pwd}/")}" }
    end

    # Of this series, not of an earlier one.
    def measured(name)
      path = Results.newest_path(@directory, name)
      results = Results.load(path) if path
      results if results && results.started >= @started
    rescue Error
      nil
    end

    def write(results)
      reports = { "report.md" => Report, "report.html" => HTMLReport }.map do |name, kind|
        File.join(@directory, name).tap { |path| File.write(path, kind.new(results).to_s) }
      end
      [Run.new(results).save(@directory), *reports]
    end

    def say(*lines)
      @output.puts "", *lines
    end
  end
end
