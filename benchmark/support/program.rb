# frozen_string_literal: true

module Bench
  # A program that is started once and then asked line by line, and answers each line with one of its own, so that no
  # turn pays for a start. In a process group of its own: an interrupt is for the harness to handle.
  class Program
    # The block returns the command, when it is first needed.
    def initialize(&command)
      @command = command
    end

    def ask(request)
      io.puts(request)
      answer = io.gets
      raise Error, "#{name} ended before it answered #{request.inspect}" unless answer
      raise Error, "#{name} refuses #{request.inspect}: #{answer.strip}" if answer.start_with?("error: ")

      answer.chomp
    rescue Errno::EPIPE
      raise Error, "#{name} ended before it was asked #{request.inspect}"
    end

    # The program sees the end of its input, and ends.
    def close
      @io&.close if @owner == Process.pid
      @io = nil
    end

    private

    def io
      @io ||= start
    end

    def start
      @arguments = @command.call
      @owner = Process.pid
      at_exit { close }
      IO.popen(@arguments, "r+", pgroup: true)
    end

    def name
      File.basename(@arguments.first)
    end
  end
end
