# frozen_string_literal: true

require "open3"
require "rbconfig"
require "tmpdir"

# Runs Ruby in a process of its own, for what would disturb the other examples or might end the process.
module Subprocess
  LIB = File.expand_path("../../lib", __dir__)

  # The standard output of `script`, with the gem loaded. Fails where the process fails or complains.
  def run_ruby(script, *options)
    output, errors, status = capture_ruby("require \"oxisalt\"\n#{script}", *options)
    raise "#{status}\n#{output}#{errors}" unless status.success? && errors.empty?

    output
  end

  # The standard output of `script`, where the native library of this name cannot be loaded, for this reason.
  def run_ruby_without(library, reason, script)
    Dir.mktmpdir do |directory|
      Dir.mkdir(File.join(directory, "oxisalt"))
      File.write(File.join(directory, "oxisalt", "#{library}.rb"), "raise LoadError, #{reason.dump}")
      capture_ruby("$LOAD_PATH.unshift(#{directory.dump})\n#{script}").first
    end
  end

  # What the block returns in a forked child, as a String.
  def in_child
    reader, writer = IO.pipe
    child = fork do
      writer.write(yield)
    ensure
      writer.close
      exit!(true)
    end
    writer.close
    Process.wait(child)
    reader.binmode.read
  end

  # Standard output, standard error and status.
  def capture_ruby(script, *options)
    Open3.capture3(RbConfig.ruby, "-W:no-experimental", "-I", LIB, *options, "-e", script)
  end
end
