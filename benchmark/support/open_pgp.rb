# frozen_string_literal: true

require_relative "gpg_home"

module Bench
  # OpenPGP by each library that takes part, behind the same four calls, with the key of a GPGHome: clearsign, verify
  # (returns the text), encrypt (and sign), decrypt (and verify; returns the text).
  module OpenPGP
    # ruby-gpgme, in its highest API.
    class RubyGPGME
      def initialize(home)
        @home = home
      end

      def clearsign(text)
        crypto.clearsign(text).to_s
      end

      def verify(signed)
        crypto.verify(signed) { |signature| demand(signature) }.to_s
      end

      def encrypt(text)
        crypto.encrypt(text, recipients: GPGHome::ADDRESS, sign: true).to_s
      end

      def decrypt(encrypted)
        crypto.decrypt(encrypted) { |signature| demand(signature) }.to_s
      end

      private

      def crypto
        @home.enter
        GPGME::Crypto.new(armor: true)
      end

      def demand(signature)
        raise Error, "GPGME: #{signature}" unless signature.valid?
      end
    end

    # Oxisalt::GPG: the user's GnuPG, too.
    class OxisaltGPG
      def initialize(home)
        @gpg = Oxisalt::GPG.new(home: home.path)
      end

      def clearsign(text)
        @gpg.clearsign(text)
      end

      def verify(signed)
        @gpg.verify(signed).data
      end

      def encrypt(text)
        @gpg.encrypt(text, recipients: [GPGHome::ADDRESS], sign: true)
      end

      def decrypt(encrypted)
        @gpg.decrypt(encrypted).data
      end
    end

    # Oxisalt::OpenPGP: in process, with the key exported.
    class OxisaltOpenPGP
      def initialize(home)
        @secret = Oxisalt::OpenPGP::SecretKey.from_armor(home.secret_key)
        @public = Oxisalt::OpenPGP::PublicKey.from_armor(home.public_key)
      end

      def clearsign(text)
        Oxisalt::OpenPGP.clearsign(text, sign_with: @secret)
      end

      def verify(signed)
        Oxisalt::OpenPGP.verify(signed, keys: [@public]).data
      end

      def encrypt(text)
        Oxisalt::OpenPGP.encrypt(text, recipients: [@public], sign_with: @secret)
      end

      def decrypt(encrypted)
        Oxisalt::OpenPGP.decrypt(encrypted, keys: [@secret], verify_with: [@public]).data
      end
    end

    # One library with one home, made when it is first used.
    Way = Struct.new(:name, :library, :kind, :home) do
      def call
        @call ||= kind.new(home)
      end
    end

    LIBRARIES = { "GPGME" => [:gpgme, RubyGPGME],
                  "Oxisalt::GPG" => [:oxisalt_gpg, OxisaltGPG],
                  "Oxisalt::OpenPGP" => [:oxisalt_openpgp, OxisaltOpenPGP] }.freeze

    KEYS = { "RSA-2048" => GPGHome.new("rsa2048", "rsa2048"),
             "Ed25519" => GPGHome.new("ed25519", "cv25519") }.freeze

    # By key: a way for each library.
    WAYS = KEYS.transform_values do |home|
      LIBRARIES.map { |name, (library, kind)| Way.new(name, library, kind, home) }
    end.freeze

    # Whether every library here makes `text` of the message, by :verify or :decrypt, with one of the keys.
    def self.opened_by_all?(call, message, text)
      libraries = WAYS.values.transpose.reject { |ways| Library.fetch(ways.first.library).absence }
      libraries.all? { |ways| ways.any? { |way| opens?(way, call, message, text) } }
    end

    def self.opens?(way, call, message, text)
      way.call.public_send(call, message).chomp == text.chomp
    rescue StandardError
      false
    end
    private_class_method :opens?
  end
end
