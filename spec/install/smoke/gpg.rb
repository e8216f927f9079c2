# frozen_string_literal: true

require "oxisalt/gpg"
require "tmpdir"

# The name of a socket is short, and so must the home's be.
Dir.mktmpdir("gpg", "/tmp") do |home|
  gpg = Oxisalt::GPG.new(home:)
  gpg.keys.empty? or abort "keyring"
  message = gpg.encrypt("secret", symmetric: "passphrase")
  gpg.decrypt(message, passphrase: "passphrase").data == "secret" or abort "encryption"
  puts "gpg works"
ensure
  system("gpgconf", "--homedir", home, "--kill", "all")
end
