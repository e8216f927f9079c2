# frozen_string_literal: true

require "oxisalt/gpg"
require_relative "gpg_home"

# The keys that the specs of Oxisalt::GPG share: two homes, made once for the run.
module GPGKeys
  PASSPHRASE = "correct horse"

  class << self
    # A home with a key of each kind, and one that has a passphrase.
    def home
      @home ||= made do |home|
        keys[:ed25519] = home.generate("Ed Example <ed@example.org>")
        keys[:rsa2048] = home.generate("Rae Example <rae@example.org>", algorithm: :rsa2048)
        keys[:third] = home.generate("Thea Example <thea@example.org>")
        keys[:locked] = home.generate("Lou Example <lou@example.org>", passphrase: PASSPHRASE)
      end
    end

    # Another home, with a key of its own.
    def other
      @other ||= made { |home| keys[:other] = home.generate("Olga Example <olga@example.org>") }
    end

    def keys
      @keys ||= {}
    end

    def key(name)
      home
      other
      keys.fetch(name)
    end

    private

    def made
      home = GPGHome.new
      at_exit { home.close }
      yield home
      home
    end
  end

  def self.included(group)
    group.let(:home) { GPGKeys.home }
    group.let(:gpg) { Oxisalt::GPG.new(home: home.path) }
    group.let(:ed) { GPGKeys.key(:ed25519) }
    group.let(:rsa) { GPGKeys.key(:rsa2048) }
    group.let(:third) { GPGKeys.key(:third) }
    group.let(:locked) { GPGKeys.key(:locked) }
    group.let(:passphrase) { PASSPHRASE }
  end
end
