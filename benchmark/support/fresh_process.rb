# frozen_string_literal: true

require "json"
require "open3"
require "rbconfig"

module Bench
  # Runs code in a Ruby that has just started, and weighs what it adds: resident and private bytes, and seconds.
  module FreshProcess
    # Sees the process as the kernel does. smaps_rollup has both figures (Linux); elsewhere ps has the first.
    SCRIPT = <<~'RUBY'
      GC.start
      weigh = lambda do
        text = File.read("/proc/self/smaps_rollup")
        [text[/^Rss:\s*(\d+)/, 1].to_i, text.scan(/^Private_(?:Clean|Dirty):\s*(\d+)/).sum { |kb,| kb.to_i }]
      rescue SystemCallError
        [`ps -o rss= -p #{Process.pid}`.to_i, nil]
      end
      weigh.call
      before = weigh.call
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      eval(ARGV.fetch(0), TOPLEVEL_BINDING)
      seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
      after = weigh.call
      resident, private = before.zip(after).map { |was, is| is && 1024 * (is - was) }
      puts [resident, private, seconds].inspect.gsub("nil", "null")
    RUBY

    module_function

    # { "resident" => bytes, "private" => bytes or nil, "time to load" => seconds }
    def cost_of(code)
      output, status = Open3.capture2(RbConfig.ruby, *load_path, "-e", SCRIPT, code)
      raise Error, "a fresh process could not run #{code}" unless status.success?

      %w[resident private].push("time to load").zip(JSON.parse(output)).to_h
    end

    # The same libraries that this process sees.
    def load_path
      $LOAD_PATH.uniq.flat_map { |directory| ["-I", directory.to_s] }
    end
  end
end
