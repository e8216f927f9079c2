# frozen_string_literal: true

require "etc"
require "open3"
require "rbconfig"

# The specs, in as many processes at a time as there are processors. Each process prints when it is done.
class Suite
  # What takes longest begins first.
  LONGEST = %w[
    openpgp/concurrency openpgp/tampering gpg/concurrency benchmark/scripts openpgp/interoperation gpg/engine
    openpgp/operations gpg/signing benchmark/comparison
  ].map { |name| "spec/#{name}_spec.rb" }.freeze

  # What measures memory, or how threads share a processor, is not disturbed.
  ALONE = "spec/{concurrency,memory}/**/*_spec.rb"

  # What packages are installed for has tasks of its own.
  ELSEWHERE = "spec/install/**/*_spec.rb"

  COUNTS = /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?/

  def initialize
    @processes = Etc.nprocessors
    @counts = [0, 0, 0]
    @failed = false
    @printing = Mutex.new
  end

  # @return [Boolean] whether every example passes
  def run
    run_jobs(jobs, @processes)
    run_jobs([Dir[ALONE]], 1)
    examples, failures, pending = @counts
    puts "#{examples} examples, #{failures} failures, #{pending} pending"
    !@failed && examples.positive?
  end

  private

  # Short files share a process, for the price of starting one.
  def jobs
    files = Dir["spec/**/*_spec.rb"] - Dir[ALONE] - Dir[ELSEWHERE]
    short = files - LONGEST
    (LONGEST & files).map { |file| [file] } + short.each_slice((short.size / (2.0 * @processes)).ceil).to_a
  end

  def run_jobs(jobs, processes)
    queue = jobs.inject(Queue.new, :<<).close
    Array.new(processes) do
      Thread.new do
        while (files = queue.pop)
          report(files, *Open3.capture2e(RbConfig.ruby, "-S", "rspec", *files))
        end
      end
    end.each(&:join)
  end

  def report(files, output, status)
    @printing.synchronize do
      puts "== #{files.join(' ')}", output
      counts = output[COUNTS] ? output.match(COUNTS).captures.map(&:to_i) : [0, 0, 0]
      @counts = @counts.zip(counts).map(&:sum)
      @failed ||= !status.success?
    end
  end
end
