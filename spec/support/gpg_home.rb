# frozen_string_literal: true

require "fileutils"
require "open3"
require "tmpdir"

# A temporary GnuPG home, with keys that are made for the run. Its agent is ended and the directory removed afterwards.
class GPGHome
  # A socket's path may have 107 bytes, so that the name must be short.
  ROOT = File.directory?("/dev/shm") && File.writable?("/dev/shm") ? "/dev/shm" : Dir.tmpdir

  class CommandFailed < StandardError; end

  attr_reader :path

  def self.open
    home = new
    return home unless block_given?

    begin
      yield home
    ensure
      home.close
    end
  end

  def initialize
    @path = Dir.mktmpdir("gpg", ROOT)
  end

  # Makes a key that certifies and signs with a subkey to encrypt to, and returns its fingerprint.
  #
  # @param algorithm [:ed25519, :rsa2048]
  def generate(user_id, algorithm: :ed25519, passphrase: "", expire: "0", encrypt: true)
    options = ["--pinentry-mode", "loopback", "--passphrase", passphrase]
    run(*options, "--quick-generate-key", user_id, algorithm == :ed25519 ? "ed25519" : "rsa2048", "sign", expire)
    fingerprint = fingerprints(user_id).last
    subkey = algorithm == :ed25519 ? "cv25519" : "rsa2048"
    run(*options, "--quick-add-key", fingerprint, subkey, "encrypt", expire) if encrypt
    fingerprint
  end

  def fingerprints(user_id)
    run("--with-colons", "--list-keys", user_id).lines.slice_before(/\Apub:/).filter_map do |lines|
      lines.grep(/\Afpr:/).first&.split(":")&.at(9) if lines.first.start_with?("pub:")
    end
  end

  # Revokes a key with the certificate that was made along with it.
  def revoke(fingerprint)
    certificate = File.read(File.join(path, "openpgp-revocs.d", "#{fingerprint}.rev")).sub(/^:(?=---)/, "")
    run("--import", input: certificate)
  end

  # Runs gpg here, without a terminal, and returns what it writes.
  def run(*arguments, input: "")
    output, errors, status = try(*arguments, input:)
    raise CommandFailed, "gpg #{arguments.join(' ')}: #{errors}" unless status.success?

    output
  end

  # The same, whatever comes of it: output, errors and status.
  def try(*arguments, input: "")
    command = ["gpg", "--homedir", path, "--batch", "--yes", "--no-tty", *arguments]
    Open3.capture3(*command, stdin_data: input, binmode: true)
  end

  def kill_agent
    system("gpgconf", "--homedir", path, "--kill", "gpg-agent", exception: true)
  end

  # The process number of the agent, when it runs.
  def agent_pid
    output, = Open3.capture2("gpg-connect-agent", "--homedir", path, "--no-autostart", "getinfo pid", "/bye",
                             err: File::NULL)
    output[/^D (\d+)/, 1]&.to_i
  end

  def close
    kill_agent
    FileUtils.remove_entry(path)
  rescue Errno::ENOENT
    # The agent's sockets go away while the directory is removed.
    FileUtils.rm_rf(path)
  end
end
