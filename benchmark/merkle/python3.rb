# frozen_string_literal: true

# A feature to be required by libraries that are Python's: without python3 it raises LoadError, as they would.
folders = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
unless folders.any? { |folder| File.executable?(File.join(folder, "python3")) }
  raise LoadError, "there is no python3 in the PATH"
end
