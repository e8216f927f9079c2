# frozen_string_literal: true

require "openssl"

# Keys and other files that are not the one which was asked for, by what a message calls them.
module ForeignKeys
  RSA = OpenSSL::PKey::RSA.new(1024)
  EC = OpenSSL::PKey::EC.generate("prime256v1")
  DSA = OpenSSL::PKey::DSA.new(1024)
  ED448 = OpenSSL::PKey.generate_key("ED448")

  CERTIFICATE = OpenSSL::X509::Certificate.new.tap do |certificate|
    certificate.version = 2
    certificate.serial = 1
    certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse("/CN=test")
    certificate.not_before = certificate.not_after = Time.at(0)
    certificate.public_key = RSA
    certificate.sign(RSA, "SHA256")
  end

  REQUEST = OpenSSL::X509::Request.new.tap do |request|
    request.subject = OpenSSL::X509::Name.parse("/CN=test")
    request.public_key = RSA
    request.sign(RSA, "SHA256")
  end

  ENCRYPTED = "an encrypted private key, which has to be decrypted first"
  private_constant :ENCRYPTED

  # By whether each is private: PEM => description.
  PEM = {
    RSA.private_to_pem => "an RSA private key", RSA.to_pem => "an RSA private key",
    RSA.public_to_pem => "an RSA public key", EC.private_to_pem => "an EC private key",
    EC.to_pem => "an EC private key", EC.public_to_pem => "an EC public key",
    DSA.private_to_pem => "a DSA private key", DSA.to_pem => "a DSA private key",
    DSA.public_to_pem => "a DSA public key", ED448.private_to_pem => "an Ed448 private key",
    ED448.public_to_pem => "an Ed448 public key", ED448.private_to_pem("aes-256-cbc", "password") => ENCRYPTED,
    CERTIFICATE.to_pem => "a certificate", REQUEST.to_pem => "a certificate request"
  }.freeze

  DER = {
    RSA.private_to_der => "an RSA private key", RSA.to_der => "an RSA private key",
    RSA.public_to_der => "an RSA public key", EC.private_to_der => "an EC private key",
    EC.to_der => "an EC private key", EC.public_to_der => "an EC public key",
    DSA.private_to_der => "a DSA private key", DSA.to_der => "a DSA private key",
    DSA.public_to_der => "a DSA public key", ED448.private_to_der => "an Ed448 private key",
    ED448.public_to_der => "an Ed448 public key", ED448.private_to_der("aes-256-cbc", "password") => ENCRYPTED,
    CERTIFICATE.to_der => "a certificate or a request for one", REQUEST.to_der => "a certificate or a request for one"
  }.freeze

  # Everything for a method that reads a key in PEM.
  NOT_PEM = { "" => "nothing", "hello" => "no PEM block (-----BEGIN)", "{}" => "JSON", "\xFF\0" => "no PEM block" }
            .merge(PEM).freeze
  NOT_DER = { "" => "nothing", "hello" => "no DER", "\xFF\0" => "no DER", PEM.keys.first => "PEM" }.merge(DER).freeze
end

# `read` is given a text or DER; `wanted` is the key that it wants, in the words of its message.
RSpec.shared_examples "a reader of one kind of key" do |wanted, foreign, read|
  it "names what it finds in place of #{wanted}" do
    foreign.each do |input, description|
      expect { read.call(input) }
        .to raise_error(Oxisalt::KeyFormatError, a_string_starting_with("expected #{wanted}, found #{description}"))
    end
  end
end
