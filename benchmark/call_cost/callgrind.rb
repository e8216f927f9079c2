# frozen_string_literal: true

require "open3"
require "rbconfig"
require "tmpdir"

module CallCost
  # Instructions of one pass, by the file that they are in, counted by valgrind's tool callgrind. Each step has two
  # processes of its own which differ in the number of passes alone, so that what a start costs cancels out.
  class Callgrind
    COMMAND = "valgrind"
    INSTALL = "apt-get install valgrind"
    CHILD = File.expand_path("counted.rb", __dir__)

    # What a process does before it repeats itself is over after the first passes.
    FEW = 50

    # Nil, or why it cannot be had.
    def self.absence
      Bench::Command.path(COMMAND)
      nil
    rescue LoadError => e
      "instructions are not counted: #{e.message} (#{INSTALL})"
    end

    def self.version
      Bench::Command.output(COMMAND, "--version").strip.delete_prefix("valgrind-")
    end

    def initialize(passes:)
      @passes = passes
    end

    # { file => instructions of one pass of the step }, without the loop's where `loop` is what that takes.
    def instructions(id, loop: {})
      few, many = [FEW, FEW + @passes].map { |passes| count(id, passes) }
      one = Profile.difference(many, few).transform_values { |count| count.fdiv(@passes) }
      Profile.difference(one, loop)
    end

    private

    def count(id, passes)
      Dir.mktmpdir do |directory|
        file = File.join(directory, "callgrind.out")
        run(file, id, passes)
        Profile.parse(File.read(file, encoding: Encoding::BINARY))
      end
    end

    def run(file, id, passes)
      command = [Bench::Command.path(COMMAND), "--tool=callgrind", "--callgrind-out-file=#{file}", "--dump-line=no",
                 "--compress-strings=no", "--compress-pos=no", RbConfig.ruby, "--disable-gems",
                 *Bench::FreshProcess.load_path, CHILD, id, passes.to_s]
      _, errors, status = Open3.capture3(*command)
      return if status.success?

      # Valgrind's own lines begin with the number of the process.
      reason = errors.lines.grep_v(/\A==/).first.to_s.strip
      raise Bench::Error, "#{COMMAND} did not count \"#{id}\": #{reason}"
    end
  end
end
