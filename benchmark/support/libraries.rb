# frozen_string_literal: true

# Every library that any comparison mentions, in one place, so that names, install commands and versions agree.
module Bench
  gem_version = ->(name) { Gem.loaded_specs[name]&.version || Gem::Specification.find_all_by_name(name).first&.version }

  gnupg = File.expand_path("gnupg", __dir__)

  Library.define :ruby, versions: { "ruby" => -> { RUBY_VERSION } }

  Library.define :oxisalt,
                 ours: true,
                 features: %w[oxisalt],
                 install: "gem install oxisalt, or rake compile in a checkout",
                 versions: { "oxisalt" => -> { Oxisalt::VERSION } }

  Library.define :oxisalt_gpg,
                 ours: true,
                 features: ["oxisalt/gpg", gnupg],
                 install: "apt-get install libgpgme-dev gnupg, then gem install oxisalt, or rake compile in a checkout"

  # Its contenders take their keys from a gpg that makes them.
  Library.define :oxisalt_openpgp,
                 ours: true,
                 features: ["oxisalt/openpgp", gnupg],
                 install: "gem install oxisalt, or rake compile in a checkout; apt-get install gnupg makes the keys"

  Library.define :openssl,
                 features: %w[openssl],
                 install: "apt-get install ruby, or gem install openssl",
                 versions: { "openssl" => -> { OpenSSL::VERSION },
                             "libcrypto" => -> { OpenSSL::OPENSSL_LIBRARY_VERSION } }

  Library.define :digest,
                 features: %w[digest digest/md5 digest/sha1 digest/sha2 digest/rmd160],
                 install: "apt-get install ruby, or gem install digest",
                 versions: { "digest" => -> { gem_version.call("digest") } }

  python = ->(code) { IO.popen(["python3", "-c", code], &:read).strip }

  Library.define :hashlib,
                 features: [File.expand_path("../merkle/python3", __dir__)],
                 install: "apt-get install python3",
                 versions: { "python" => -> { python.call("import platform; print(platform.python_version())") },
                             "python's libcrypto" => -> { python.call("import ssl; print(ssl.OPENSSL_VERSION)") } }

  Library.define :ruby_hmac,
                 features: %w[hmac hmac-md5 hmac-sha1 hmac-sha2],
                 install: "apt-get install ruby-hmac, or gem install ruby-hmac",
                 versions: { "ruby-hmac" => -> { HMAC::VERSION } }

  Library.define :rbnacl,
                 features: %w[rbnacl],
                 install: "apt-get install ruby-rbnacl, or gem install rbnacl",
                 versions: { "rbnacl" => -> { RbNaCl::VERSION },
                             "libsodium" => -> { RbNaCl::Sodium::Version::STRING } }

  Library.define :ed25519,
                 features: %w[ed25519],
                 install: "apt-get install ruby-ed25519, or gem install ed25519",
                 versions: { "ed25519" => -> { Ed25519::VERSION } }

  Library.define :gpgme,
                 features: ["gpgme", gnupg],
                 install: "apt-get install ruby-gpgme gnupg, or gem install gpgme",
                 versions: { "gpgme" => -> { gem_version.call("gpgme") },
                             "libgpgme" => -> { GPGME.gpgme_check_version(nil) },
                             "gnupg" => -> { GPGME::Engine.info.find { |engine| engine.protocol.zero? }.version } }

  Library.define :benchmark_ips,
                 features: %w[benchmark/ips],
                 install: "apt-get install ruby-benchmark-ips, or gem install benchmark-ips",
                 versions: { "benchmark-ips" => -> { Benchmark::IPS::VERSION } }
end
