# frozen_string_literal: true

module Bench
  # One way to do the job: a label, the library it needs, and the code, which is a string of Ruby or a block.
  #
  # A string is compiled into the timing loop itself, as benchmark-ips does with strings, because calling a block costs
  # tens of nanoseconds: as much as some of the calls that are measured. It is also printed in the report, so that the
  # reader sees what ran. A block is for longer operations and for those that a string would make unreadable.
  class Contender
    attr_reader :label, :library, :published

    # locals are the names that a string of code may use; a lambda among them is called once, before the first pass.
    def initialize(label, library, code = nil, locals: {}, published: nil, &block)
      @label = label
      @library = library
      @job = code || block
      @locals = locals
      @published = published
    end

    # Why this contender cannot run here, or nil.
    def absence
      library.absence
    end

    def runs?
      absence.nil?
    end

    def ours?
      library.ours?
    end

    # The source, where it is a string.
    def code
      @job if @job.is_a?(String)
    end

    # What the job returns.
    def answer
      once.call
    end

    # Does the job so many times.
    def repeat(passes)
      many.call(passes)
    end

    # Seconds of one pass: the best of so many repeats, which take so many seconds together.
    def per_pass(seconds, repeats: 1)
      @pace ||= Pace.new { |passes, times| Array.new(times) { time(passes) }.min / passes }
      @pace.best(seconds, repeats:)
    end

    private

    def time(passes)
      started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
      repeat(passes)
      Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
    end

    def once
      procs.first
    end

    def many
      procs.last
    end

    def procs
      @procs ||= code ? compile : wrap
    end

    def wrap
      job = @job
      loop_over = lambda do |passes|
        pass = 0
        while pass < passes
          job.call
          pass += 1
        end
      end
      [job, loop_over]
    end

    # The locals become parameters, so that they are as quick as any local variable, and the code sees the constants
    # that a script at top level sees.
    def compile
      values = @locals.values.map { |value| value.respond_to?(:call) ? value.call : value }
      # The code is the comparison's own, written next to its label.
      TOPLEVEL_BINDING.eval(source, "(#{label})").call(*values)
    end

    def source
      <<~RUBY
        # frozen_string_literal: true
        lambda do |#{@locals.keys.join(', ')}|
          once = lambda do
            #{code}
          end
          many = lambda do |__passes|
            __pass = 0
            while __pass < __passes
              #{code}
              __pass += 1
            end
          end
          [once, many]
        end
      RUBY
    end
  end

  # One who cannot take part anywhere, with the reason. Tables show it all the same.
  Absentee = Struct.new(:label, :absence, :published) do
    def runs? = false
    def ours? = false
    def library = nil
    def code = nil
  end
end
