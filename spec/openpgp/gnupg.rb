# frozen_string_literal: true

require "fileutils"
require "open3"
require "oxisalt/openpgp"
require "tmpdir"

# The installed gpg, in a home of its own, as the other side of OpenPGP.
class GnuPG
  # A socket's path may have 107 bytes, so that the name must be short.
  ROOT = File.directory?("/dev/shm") && File.writable?("/dev/shm") ? "/dev/shm" : Dir.tmpdir

  Failure = Class.new(StandardError)

  def self.installed?
    system("gpg", "--version", out: File::NULL, err: File::NULL)
  end

  # One home for the whole run, with the keys that most examples share.
  def self.shared
    @shared ||= new.tap { |gpg| at_exit { gpg.close } }
  end

  # The shared home's key of an algorithm: what gpg exports, read by us.
  def self.key(algorithm)
    (@keys ||= {})[algorithm] ||= begin
      shared.generate("#{algorithm} <#{algorithm}@example.org>", algorithm)
      Oxisalt::OpenPGP::SecretKey.from_armor(shared.run("--armor", "--export-secret-keys", "#{algorithm}@example.org"))
    end
  end

  attr_reader :home

  def initialize
    @home = Dir.mktmpdir("ox", ROOT)
  end

  # Makes a key that certifies and signs, with a subkey to encrypt to.
  def generate(user_id, algorithm = :ed25519, expire: "0", passphrase: "", options: [])
    main, sub = { ed25519: %w[ed25519 cv25519], rsa2048: %w[rsa2048 rsa2048], p256: %w[nistp256 nistp256],
                  p384: %w[nistp384 nistp384], p521: %w[nistp521 nistp521] }.fetch(algorithm)
    options += ["--pinentry-mode", "loopback", "--passphrase", passphrase]
    run(*options, "--quick-generate-key", user_id, main, "sign", expire)
    run(*options, "--quick-add-key", fingerprint(user_id), sub, "encrypt", expire)
    fingerprint(user_id)
  end

  def fingerprint(user_id)
    run("--with-colons", "--list-keys", user_id)[/^fpr:+([0-9A-F]+):/, 1]
  end

  def secret_key(user_id, passphrase: nil)
    options = passphrase ? ["--pinentry-mode", "loopback", "--passphrase", passphrase] : []
    exported = run(*options, "--export-secret-keys", user_id)
    Oxisalt::OpenPGP::SecretKey.from_bytes(exported, passphrase:)
  end

  def public_key(user_id)
    Oxisalt::OpenPGP::PublicKey.from_bytes(run("--export", user_id))
  end

  # Runs gpg without a terminal, and returns what it writes.
  def run(*arguments, input: "")
    output, errors, status = try(*arguments, input:)
    raise Failure, "gpg #{arguments.join(' ')}: #{errors}" unless status.success?

    output
  end

  def try(*arguments, input: "")
    Open3.capture3("gpg", "--homedir", home, "--batch", "--yes", "--no-tty", "--trust-model", "always", *arguments,
                   stdin_data: input, binmode: true)
  end

  # Writes data to a file whose path is given back.
  def file(data)
    File.join(home, "#{data.hash.abs}.data").tap { |path| File.binwrite(path, data) }
  end

  def close
    system("gpgconf", "--homedir", home, "--kill", "gpg-agent")
    FileUtils.rm_rf(home)
  end
end
