# frozen_string_literal: true

require "open3"
require "rbconfig"
require "securerandom"

module Bench
  # A Ruby that has just started, to learn what code adds to it. It is looked at from outside, while it waits: to weigh
  # oneself takes memory. What it starts and keeps running is counted in, wherever that hangs in the tree of processes:
  # it inherits a mark in the environment (Linux).
  class FreshProcess
    MARK = "BENCH_FRESH_PROCESS"

    # Says what it has loaded and waits, runs the code, says how long that took and waits, and so once more.
    SCRIPT = <<~'RUBY'
      code = ARGV.fetch(0)
      output = $stdout.dup
      $stdout.reopen($stderr)
      say = lambda do |text|
        output.puts(text)
        output.flush
        $stdin.gets
      end
      GC.start
      say.call($LOADED_FEATURES.join("\t"))
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      TOPLEVEL_BINDING.eval(code)
      say.call(Process.clock_gettime(Process::CLOCK_MONOTONIC) - started)
      say.call($LOADED_FEATURES.join("\t"))
    RUBY

    # How the kernel sees a process: what is resident of all its mappings, and what no other process shares of it.
    RESIDENT = /^Rss:\s*(\d+)/
    PRIVATE = /^Private_(?:Clean|Dirty):\s*(\d+)/

    class << self
      # { "resident" => bytes, "private" => bytes or nil, "time" => seconds }
      def cost_of(code)
        new(code).cost
      end

      # Bytes of the files that the code makes it load: { "on disk" => all of them, "Ruby" => some, ... }
      def files_of(code)
        new(code).files
      end

      # The same libraries that this process sees.
      def load_path
        $LOAD_PATH.uniq.flat_map { |directory| ["-I", directory.to_s] }
      end
    end

    def initialize(code)
      @code = code
      @mark = SecureRandom.hex
    end

    def cost
      run do |step|
        before = weight
        seconds = Float(step.call)
        resident, unshared = before.zip(weight).map { |was, is| is && (is - was) }
        { "resident" => resident, "private" => unshared, "time" => seconds }
      end
    end

    def files
      run do |step, features|
        before = LoadedFiles.new(features, texts("maps"))
        step.call
        mappings = texts("maps")
        sizes = LoadedFiles.new(step.call, mappings).since(before)
        { "on disk" => sizes.values.sum, **sizes }
      end
    end

    private

    # Its process group is its own: Ctrl-C is for the process that measures.
    #
    # Yields what lets the process take its next step and returns what it then says, and what it said first.
    def run
      command = [RbConfig.ruby, *self.class.load_path, "-e", SCRIPT, @code]
      Open3.popen2({ MARK => @mark }, *command, pgroup: true) do |input, output, thread|
        @pid = thread.pid
        step = lambda do
          input.puts
          listen(output)
        end
        yield step, listen(output)
      end
    end

    def listen(output)
      output.gets&.chomp || raise(Error, "a fresh process could not run #{@code}")
    end

    def weight
      rollups = texts("smaps_rollup")
      return [1024 * `ps -o rss= -p #{@pid}`.to_i, nil] if rollups.empty?

      [RESIDENT, PRIVATE].map do |line|
        rollups.sum { |text| text.scan(line).sum { |kibibytes,| 1024 * kibibytes.to_i } }
      end
    end

    # What each process of the family has in a file of its folder in /proc.
    def texts(name)
      folders = Dir["/proc/[0-9]*"].select do |folder|
        content(File.join(folder, "environ")).split("\0").include?("#{MARK}=#{@mark}")
      end
      folders.map { |folder| content(File.join(folder, name)) }
    end

    # One that ends meanwhile has nothing.
    def content(file)
      File.binread(file)
    rescue SystemCallError
      ""
    end
  end
end
