# frozen_string_literal: true

require_relative "../support/gpg_home"

# What is loaded, and what each does first: one entry for each library, which every table of memory.rb takes up.
# Signatures are Ed25519's: those of GnuPG with the key of a home of the run's own, the others with a new key.
module FirstUses
  # feature: what is required; uses: { digest:, hmac:, sign: } as code.
  Entry = Struct.new(:feature, :library, :uses) do
    def require_line
      "require \"#{feature}\""
    end

    # Loads it and does this.
    def script(use)
      "#{require_line}; #{uses.fetch(use)}"
    end

    # Loads it and does all.
    def scripts
      [require_line, *uses.values].join("; ")
    end
  end

  ALL = [
    Entry.new("digest", :digest, { digest: 'Digest::SHA256.digest("data")' }),
    Entry.new("openssl", :openssl, { digest: 'OpenSSL::Digest.digest("SHA256", "data")',
                                     hmac: 'OpenSSL::HMAC.digest("SHA1", "key", "data")',
                                     sign: 'OpenSSL::PKey.generate_key("ED25519").sign(nil, "data")' }),
    Entry.new("hmac-sha1", :ruby_hmac, { hmac: 'HMAC::SHA1.digest("key", "data")' }),
    Entry.new("rbnacl", :rbnacl, { digest: 'RbNaCl::Hash.sha256("data")',
                                   sign: 'RbNaCl::SigningKey.generate.sign("data")' }),
    Entry.new("ed25519", :ed25519, { sign: 'Ed25519::SigningKey.generate.sign("data")' }),
    Entry.new("gpgme", :gpgme, { sign: 'crypto = GPGME::Crypto.new; crypto.clearsign("data")' }),
    Entry.new("oxisalt", :oxisalt, { digest: 'Oxisalt::Digest::SHA256.digest("data")',
                                     hmac: 'Oxisalt::HMAC::SHA1.digest("key", "data")',
                                     sign: 'Oxisalt::SigningKey.generate.sign("data")' }),
    Entry.new("oxisalt/openssl", :oxisalt_openssl, { digest: 'Oxisalt::OpenSSL::Digest::SHA256.digest("data")',
                                                     hmac: 'Oxisalt::OpenSSL::HMAC::SHA1.digest("key", "data")',
                                                     sign: 'Oxisalt::OpenSSL::SigningKey.generate.sign("data")' }),
    Entry.new("oxisalt/gpg", :oxisalt_gpg, { sign: 'gpg = Oxisalt::GPG.new; gpg.clearsign("data")' }),
    Entry.new("oxisalt/openpgp", :oxisalt_openpgp,
              { sign: 'key = Oxisalt::OpenPGP::SecretKey.generate("A <a@example.org>"); ' \
                      'Oxisalt::OpenPGP.clearsign("data", sign_with: key)' })
  ].freeze

  HOME = Bench::GPGHome.new("ed25519", "cv25519")

  # Those that can be used so.
  def self.of(use)
    ALL.select { |entry| entry.uses.key?(use) }
  end

  # What a first use of GnuPG needs: a home with a key, which the processes to come inherit.
  def self.prepare(library)
    HOME.enter if %i[gpgme oxisalt_gpg].include?(library)
  end
end
