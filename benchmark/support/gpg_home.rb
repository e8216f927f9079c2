# frozen_string_literal: true

require "fileutils"
require "open3"
require "tmpdir"

module Bench
  # A GNUPGHOME of the run's own, with one key without a passphrase. It is made when it is first used, and goes away
  # with the process, its agent with it.
  class GPGHome
    # What its key is called.
    ADDRESS = "bench@example.org"

    # The name of a socket holds 107 bytes, which a long TMPDIR would exceed.
    PARENT = "/tmp"

    # The algorithms as gpg names them: of the primary key, which signs, and of the subkey, which is encrypted to.
    def initialize(primary, subkey)
      @primary = primary
      @subkey = subkey
    end

    def path
      @path ||= make
    end

    # From here on this is the home of every gpg that the process starts. GPGME's own setting would start one just to
    # ask its version.
    def enter
      ENV["GNUPGHOME"] = path
    end

    # --- what others have made, to be verified or decrypted ---

    def clearsign(text)
      gpg("--clearsign", input: text)
    end

    def encrypt(text)
      gpg("--armor", "--sign", "--encrypt", "--recipient", ADDRESS, input: text)
    end

    def public_key
      gpg("--armor", "--export", ADDRESS)
    end

    def secret_key
      gpg("--armor", "--export-secret-keys", ADDRESS)
    end

    # Ends the agent of this home, by this home, and removes it. It may be used again, with another key.
    def remove
      return unless @path

      %w[--kill --remove-socketdir].zip(["all", nil]) do |arguments|
        Open3.capture2e("gpgconf", "--homedir", @path, *arguments.compact)
      end
      ENV.delete("GNUPGHOME") if ENV["GNUPGHOME"] == @path
      # The agent removes its sockets at the same time.
      FileUtils.rm_rf(@path, secure: true)
      @path = nil
    end

    private

    def make
      at_exit { remove }
      @path = Dir.mktmpdir("gpg", PARENT)
      gpg("--quick-generate-key", ADDRESS, @primary, "sign,cert", "never")
      fingerprint = gpg("--list-keys", "--with-colons")[/^fpr:+(\h+):/, 1]
      gpg("--quick-add-key", fingerprint, @subkey, "encrypt", "never")
      @path
    end

    def gpg(*arguments, input: "")
      command = ["gpg", "--homedir", path, "--batch", "--quiet", "--pinentry-mode", "loopback", "--passphrase", ""]
      output, errors, status = Open3.capture3(*command, *arguments, stdin_data: input, binmode: true)
      raise Error, "gpg #{arguments.first} failed: #{errors.strip}" unless status.success?

      output
    end
  end
end
