# frozen_string_literal: true

require "json"
require "open3"
require_relative "estimate"

# hashlib, by python3: it measures itself, so that starting Python does not count.
module Python
  SCRIPT = File.expand_path("tree.py", __dir__)

  module_function

  # The seconds of one hash of a segment, and of a small one.
  def estimate
    run("estimate", Estimate::SEGMENT, Estimate::TIMED_SEGMENTS, Estimate::SMALL, Estimate::TIMED_SMALL_HASHES)
  end

  # The root of the tree over a file, and the seconds that it took.
  def file(path)
    tree("file", path)
  end

  # The same over so many small leaves.
  def leaves(count)
    tree("leaves", count)
  end

  def tree(*arguments)
    root, seconds = run(*arguments)
    [[root].pack("H*"), seconds]
  end

  def run(*arguments)
    output, status = Open3.capture2("python3", SCRIPT, *arguments.map(&:to_s))
    raise Bench::Error, "python3 #{SCRIPT} failed" unless status.success?

    JSON.parse(output)
  end
end
