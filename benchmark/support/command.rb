# frozen_string_literal: true

require "open3"

module Bench
  # Commands of the machine that contenders are made of: interpreters, compilers, openssl.
  module Command
    module_function

    # Where a command is. Raises LoadError, as a library that is missing does.
    def path(name)
      directories = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
      found = directories.map { |directory| File.join(directory, name) }
                         .find { |file| File.file?(file) && File.executable?(file) }
      found || raise(LoadError, "there is no #{name} on the PATH")
    end

    # What a command is not told: an older C library, which the extensions may be linked with, is none for programs that
    # use the machine's other libraries.
    ENVIRONMENT = { "LIBRARY_PATH" => nil }.freeze

    # What a command prints. Raises LoadError where it is missing or fails.
    def output(name, *arguments, input: "")
      output, errors, status = Open3.capture3(ENVIRONMENT, path(name), *arguments, stdin_data: input, binmode: true)
      return output if status.success?

      raise LoadError, "#{name} says: #{errors.lines.last.to_s.strip}"
    end
  end
end
