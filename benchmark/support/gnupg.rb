# frozen_string_literal: true

# A feature to be required by libraries that need GnuPG's commands: without them it raises LoadError, as they would.
module Bench
  COMMANDS_OF_GNUPG = %w[gpg gpgconf].freeze

  folders = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
  missing = COMMANDS_OF_GNUPG.reject do |name|
    folders.any? { |folder| File.executable?(File.join(folder, name)) }
  end
  raise LoadError, "there is no #{missing.join(' and no ')} in the PATH" unless missing.empty?
end
