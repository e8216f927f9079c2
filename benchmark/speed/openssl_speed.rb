# frozen_string_literal: true

require "tempfile"

# A cell of `openssl speed`.
#
# It counts what it does until a signal that it has asked the system for, whole seconds later. Here that signal comes
# earlier, so that a cell takes no longer than a turn of the others, and the time between its two messages is taken by
# the same clock as theirs: its own is the processor's, which ticks in hundredths of a second.
class OpenSSLSpeed
  # What -mr prints when a cell begins, and when it ends: how often it was done.
  BEGINS = /^\+D/
  ENDS = /^\+R\d*:(\d+):/

  # arguments: what follows `openssl speed`; cell: which of those that it measures, in order. The block gives the
  # answer, for `openssl speed` shows none.
  def initialize(arguments, cell: 0, &answer)
    @arguments = arguments
    @cell = cell
    @answer = answer
  end

  def answer
    @answer.call
  end

  def per_pass(seconds, **)
    command = [Bench::Command.path("openssl"), "speed", "-mr", "-seconds", (seconds.ceil + 1).to_s, *@arguments]
    IO.popen(command, err: %i[child out], pgroup: true) do |io|
      @cell.times { measure(io, 0) }
      count, took = measure(io, seconds)
      took / count
    ensure
      Process.kill(:KILL, io.pid)
    end
  end

  private

  # One cell: how often it was done, and how long that took.
  def measure(io, seconds)
    wait_for(io, BEGINS)
    started = now
    sleep(seconds)
    Process.kill(:ALRM, io.pid)
    count = Integer(wait_for(io, ENDS)[1])
    raise Bench::Error, "`openssl speed #{@arguments.join(' ')}` did nothing" if count.zero? && seconds.positive?

    [count, now - started]
  end

  def wait_for(io, message)
    lines = []
    until (found = lines.last&.match(message))
      line = io.gets
      raise Bench::Error, "`openssl speed #{@arguments.join(' ')}` says: #{lines.last}" unless line

      lines << line
    end
    found
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
