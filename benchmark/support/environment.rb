# frozen_string_literal: true

require "etc"
require "json"
require "open3"
require "rbconfig"
require "time"

module Bench
  # The machine, the compilers and every library's version: a figure means nothing without them.
  module Environment
    module_function

    def to_h
      { "ruby" => RUBY_DESCRIPTION, **machine, "rustc" => version_of("rustc"), "cargo" => version_of("cargo"),
        **in_a_fresh_process }
    end

    def machine
      { "cpu" => cpu, "cores" => Etc.nprocessors, "memory" => memory, "system" => operating_system,
        "kernel" => kernel, "load_average" => load_average }
    end

    # Where and with what a run was measured.
    def sentence(results)
      machine = results.environment
      versions = results.versions.map { |name, version| "#{name} #{Units.version(version)}" }.join(", ")
      "Measured #{results.started.utc.strftime('%F %H:%M UTC')} on #{machine['cpu']}, #{machine['cores']} cores, " \
        "#{machine['system']}, #{machine['ruby'][/\S+ \S+/]}; #{versions}. " \
        "Load average #{machine['load_average'].first || 'unknown'}."
    end

    # What only a loaded library can tell. Asked of another process, so that no library is loaded into the one that
    # measures just to learn its version.
    def in_a_fresh_process
      bench = File.expand_path("bench.rb", __dir__)
      script = "require #{bench.dump}; Bench::Environment.print_libraries"
      output, status = Open3.capture2(RbConfig.ruby, *FreshProcess.load_path, "-e", script)
      raise Error, "the libraries' versions could not be read" unless status.success?

      JSON.parse(output)
    end

    def print_libraries
      versions = Library.all.map(&:versions).reduce(:merge)
      build = Oxisalt.build_info if defined?(Oxisalt) && Oxisalt.respond_to?(:build_info)
      puts JSON.generate("libraries" => versions, "oxisalt_build" => build)
    end

    def cpu
      read("/proc/cpuinfo")[/^(?:model name|Model|cpu model)\s*:\s*(.+)/, 1] ||
        output_of("sysctl", "-n", "machdep.cpu.brand_string") || RbConfig::CONFIG["host_cpu"]
    end

    def memory
      kilobytes = read("/proc/meminfo")[/^MemTotal:\s*(\d+)/, 1]
      kilobytes && (kilobytes.to_i * 1024)
    end

    def operating_system
      read("/etc/os-release")[/^PRETTY_NAME="?([^"\n]+)/, 1] || Etc.uname[:sysname]
    end

    def kernel
      Etc.uname.values_at(:sysname, :release, :machine).join(" ")
    end

    def load_average
      read("/proc/loadavg").split.first(3).map(&:to_f)
    end

    def version_of(command)
      output_of(command, "--version")
    end

    def output_of(*command)
      output, status = Open3.capture2e(*command)
      output.strip if status.success?
    rescue SystemCallError
      nil
    end

    def read(path)
      File.read(path)
    rescue SystemCallError
      ""
    end
    private_class_method :machine, :in_a_fresh_process, :cpu, :memory, :operating_system, :kernel, :load_average,
                         :version_of, :output_of, :read
  end
end
