# frozen_string_literal: true

require "rbconfig"
require "open3"

module Bench
  # A comparison's script, run in a process of its own, so that no library disturbs another's figures.
  class Script
    def initialize(path, load_path: [])
      @path = path
      @options = load_path.flat_map { |directory| ["-I", directory] }
    end

    def name
      File.basename(@path, ".rb")
    end

    # Runs it, and returns its Process::Status. A signal is passed on and waited for: the script saves what it has.
    # Yields when one came.
    def run(env = {})
      pid = Process.spawn(env, RbConfig.ruby, *@options, @path)
      begin
        Process.wait2(pid).last
      rescue SignalException
        yield if block_given?
        Process.kill("TERM", pid)
        retry
      end
    end

    # Seconds that its rounds are expected to take, by what it declares; nil where it cannot say.
    def declared_seconds
      output, _, status = Open3.capture3({ DECLARE => "1" }, RbConfig.ruby, *@options, @path)
      Float(output) if status.success?
    rescue ArgumentError
      nil
    end
  end
end
