# frozen_string_literal: true

require "tmpdir"

# What the command openssl answers where `openssl speed` shows nothing.
module OpenSSLAnswer
  module_function

  def digest(name, data)
    Bench::Command.output("openssl", "dgst", "-#{name}", "-binary", input: data)
  end

  def hmac(name, key, data)
    Bench::Command.output("openssl", "dgst", "-#{name}", "-hmac", key, "-binary", input: data)
  end

  # Keys are those of OpenSSL for Ruby.
  def sign(key, data)
    in_files(key: key.private_to_pem, data:) do |files|
      pkeyutl("-sign", "-rawin", "-inkey", files[:key], "-in", files[:data])
    end
  end

  def verify(key, signature, data)
    in_files(key: key.public_to_pem, signature:, data:) do |files|
      pkeyutl("-verify", "-rawin", "-pubin", "-inkey", files[:key], "-sigfile", files[:signature], "-in", files[:data])
    end
    true
  end

  def agree(own, other)
    in_files(own: own.private_to_pem, other: other.public_to_pem) do |files|
      pkeyutl("-derive", "-inkey", files[:own], "-peerkey", files[:other])
    end
  end

  def pkeyutl(*arguments)
    Bench::Command.output("openssl", "pkeyutl", *arguments)
  end

  def in_files(contents)
    Dir.mktmpdir("openssl") do |directory|
      yield(contents.to_h do |name, bytes|
        path = File.join(directory, name.to_s)
        File.binwrite(path, bytes)
        [name, path]
      end)
    end
  end
end
