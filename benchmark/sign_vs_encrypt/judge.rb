# frozen_string_literal: true

require "base64"
require_relative "keys"

# Whether what one contender made is what all the others take for right. Each report's answer is an armored message of
# OpenPGP, or the array that a NaCl report ends with.
class Judge
  # Those that sign, and those that seal, by their libraries' names: { :rbnacl => "RbNaCl" }.
  def initialize(signing, sealing, document)
    @signing = signing
    @sealing = sealing
    @document = document
  end

  def sign?(answer)
    return Bench::OpenPGP.opened_by_all?(:verify, answer, @document) if answer.is_a?(String)

    key, signature = answer.map { |text| Base64.strict_decode64(text) }
    here(@signing).all? { |library| library::VerifyKey.new(key).verify(signature, @document) } &&
      Keys.openssl_public(key).verify(nil, signature, @document)
  end

  def encrypt?(answer)
    return Bench::OpenPGP.opened_by_all?(:decrypt, answer, @document) if answer.is_a?(String)

    sender, receiver, sealed = answer
    sealed?(Base64.strict_decode64(sealed), sender.to_bytes, receiver.to_bytes)
  end

  def sealed?(sealed, sender, receiver)
    here(@sealing).all? do |library|
      keys = [library::PublicKey.new(sender), library::PrivateKey.new(receiver)]
      library::SimpleBox.from_keypair(*keys).decrypt(sealed) == @document
    end
  end

  private

  def here(libraries)
    libraries.filter_map { |id, name| Object.const_get(name) unless Bench::Library.fetch(id).absence }
  end
end
