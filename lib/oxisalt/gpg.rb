# frozen_string_literal: true

require "oxisalt"

begin
  require "oxisalt/oxisalt_gpgme"
rescue LoadError => e
  raise LoadError, "oxisalt/gpg needs libgpgme, and was built or is run without it (#{e.message}). Install it and " \
                   "then the gem again: Debian: apt-get install libgpgme-dev gnupg; Homebrew: brew install gpgme gnupg"
end

require "oxisalt/gpg/error"
require "oxisalt/gpg/key"
require "oxisalt/gpg/message"
require "oxisalt/gpg/signature"
require "oxisalt/gpg/ends"

module Oxisalt
  # OpenPGP through the user's own GnuPG: its keyring, its agent, its trust.
  #
  # One object stands for one GnuPG home, and serves any number of threads. It remembers which key a pattern means until
  # the keyring changes, so that an operation starts one gpg and no more.
  #
  # Data is a String, taken as bytes, or anything with `read`, or a Pathname; the last two are worked through in memory
  # of a constant size. With `to:`, anything with `write` or a path, the output goes there and not into a String; a path
  # appears only when all has succeeded. `progress:` is called with the bytes that are done and, where it is known, how
  # many there are.
  #
  # No pinentry ever appears, unless it is asked for: what needs a passphrase takes the one that is given, or is refused
  # at once. gpg-agent may remember a passphrase, and then needs none.
  #
  # With a key of one's own and Alice's in the keyring:
  #
  #     gpg = Oxisalt::GPG.new
  #     gpg.verify(gpg.clearsign("text")).data
  #     gpg.encrypt("text", recipients: "alice@example.org", sign: true)
  #
  # @example A keyring apart from the user's own
  #   require "tmpdir"
  #   gpg = Oxisalt::GPG.new(home: Dir.mktmpdir)
  #   gpg.keys.size                                   # => 0
  #   gpg.version.match?(/\A\d+\.\d+/)                # => true
  class GPG
    include Secret
    include Ends
    private_constant :Ends

    # @!method home
    #   @return [String] the GnuPG home

    # The executable that speaks to GnuPG. It lies beside the extension.
    HELPER = File.join(File.dirname($LOADED_FEATURES.grep(%r{/oxisalt/oxisalt_gpgme\.}).last), "oxisalt-gpg").freeze
    private_constant :HELPER

    # @param home [String, Pathname, nil] a GnuPG home, private to its owner; the user's own without
    # @param armor [Boolean] whether output is text, unless a call says otherwise
    # @param passphrase [String, #call, :pinentry, nil] for every key and message; a callable is asked each time that
    #   gpg asks; `:pinentry` lets the agent ask the user
    # @raise [EngineError] when the home is missing or open to others
    def initialize(home: nil, armor: true, passphrase: nil)
      @armor = armor
      @ask = passphrase if callable?(passphrase)
      unless [nil, :pinentry, @ask].include?(passphrase) || passphrase.is_a?(String)
        refuse_class("passphrase", "a String, a callable or :pinentry", passphrase)
      end
      home ||= home_of_environment
      open_home(HELPER, path_of(home || "~/.gnupg"), home.nil?, (passphrase unless @ask))
    end

    # @return [String] the version of gpg
    # @raise [EngineError] when there is no gpg
    def version
      versions.first
    end

    # @return [String] the version of libgpgme
    def library_version
      versions.last
    end

    # @return [String] the class and the home
    def inspect
      "#<#{self.class} home=#{home.inspect}>"
    end

    # Signs text so that it stays readable.
    #
    # What a signature covers is the text with CRLF line ends and without spaces at the ends of lines (RFC 9580, section
    # 7.2); when it has no line end at its end, it gets one.
    #
    # @param text [String, #read, Pathname]
    # @param sign_with [String, Key, Array, nil] who signs; gpg's default key without
    # @return [String, Object] armored, in the text's encoding; or `to`
    # @raise [KeyNotFound, KeyExpired, KeyRevoked, AmbiguousKey, BadPassphrase]
    def clearsign(text, sign_with: nil, to: nil, progress: nil)
      signed = signed(text, [:clear, patterns(sign_with, "sign_with"), true, false], to, progress)
      return signed unless to.nil? && text.is_a?(String) && text.encoding.ascii_compatible?

      signed.force_encoding(text.encoding)
    end

    # Signs data, and packs it up with its signature.
    #
    # @param data [String, #read, Pathname]
    # @param sign_with [String, Key, Array, nil] who signs; gpg's default key without
    # @return [String, Object] armored or binary; or `to`
    # @raise [KeyNotFound, KeyExpired, KeyRevoked, AmbiguousKey, BadPassphrase]
    def sign(data, sign_with: nil, armor: @armor, to: nil, progress: nil)
      ascii(signed(data, [:normal, patterns(sign_with, "sign_with"), bool(armor), false], to, progress), armor)
    end

    # Signs data, and gives the signature alone.
    #
    # @param data [String, #read, Pathname]
    # @param sign_with [String, Key, Array, nil] who signs; gpg's default key without
    # @param text [Boolean] whether the data is text, whose line ends do not count
    # @return [String, Object] armored or binary; or `to`
    # @raise [KeyNotFound, KeyExpired, KeyRevoked, AmbiguousKey, BadPassphrase]
    def detach_sign(
      data, sign_with: nil, armor: @armor, text: false, to: nil, progress: nil
    )
      how = [:detached, patterns(sign_with, "sign_with"), bool(armor), bool(text)]
      ascii(signed(data, how, to, progress), armor)
    end

    # Verifies a signature: one that a message holds, or one that stands apart from its data.
    #
    # @param data [String, #read, Pathname] a signed or clear-signed message, or data with a `signature`
    # @param signature [String, #read, Pathname, nil]
    # @param keys [String, Key, Array, nil] when given, a valid signature must be by one of these keys
    # @return [Message] what was signed, and by whom; its data is nil with a `signature` or `to`
    # @raise [BadSignature] when a signature does not belong to the data
    # @raise [KeyExpired, KeyRevoked, KeyNotFound, SignatureExpired] when none is valid, by what is wrong with the first
    # @raise [NotSigned, NoData, MalformedData]
    def verify(data, signature: nil, keys: nil, to: nil, progress: nil)
      by = patterns(keys, "keys") unless keys.nil?
      open_input(signature, "signature", optional: true) do |detached|
        message(data, to, progress) { |ends| verify_ends(detached, by, ends) }
      end
    end

    # Whether {verify} passes. What is no message at all is not valid, and no reason to raise.
    #
    # @return [Boolean]
    # @raise [EngineError] when gpg cannot work
    def valid?(data, signature: nil, keys: nil)
      return false if data.nil?

      verify(data, signature:, keys:, to: File::NULL)
      true
    rescue EngineError, InternalError
      raise
    rescue CryptoError
      false
    end

    # Encrypts, and signs if asked to.
    #
    # An address means exactly that address. A pattern that several usable keys match is refused, as is an empty list.
    #
    # @param data [String, #read, Pathname]
    # @param recipients [String, Key, Array, nil] who can decrypt
    # @param sign [Boolean, String, Key, Array] who signs; true for gpg's default key
    # @param sign_with [String, Key, Array, nil] the same as `sign`
    # @param symmetric [Boolean, String, #call] whether a passphrase opens it too: the object's, or this one
    # @param always_trust [Boolean] whether keys are used that nothing says whose they are
    # @return [String, Object] armored or binary; or `to`
    # @raise [ArgumentError] for recipients that are empty or blank, where nothing is symmetric
    # @raise [KeyNotFound, KeyExpired, KeyRevoked, AmbiguousKey, WrongKeyUsage, UntrustedKey, BadPassphrase]
    def encrypt(
      data, recipients: nil, sign: false, sign_with: nil, symmetric: false, always_trust: false, armor: @armor,
      to: nil, progress: nil
    )
      passphrase = symmetric unless symmetric == true || !symmetric
      how = [recipients_of(recipients, symmetric), signers_of(sign_with || sign), bool(symmetric), bool(always_trust),
             bool(armor)]
      bytes, = operate(data, to, progress, passphrase) { |ends| encrypt_ends(how, ends) }
      ascii(to || bytes, armor)
    end

    # Decrypts. Nothing is handed out before all of it is known to be authentic: with `to`, what does not fit into
    # memory waits in a temporary file without a name.
    #
    # @param data [String, #read, Pathname]
    # @param passphrase [String, #call, nil] for this message, in place of the object's
    # @param verify_with [String, Key, Array, nil] when given, a valid signature must be by one of these keys
    # @return [Message] its data is nil with `to`
    # @raise [BadPassphrase, KeyNotFound] when it cannot be opened
    # @raise [DecryptionFailed, MissingIntegrity] when it was changed, or could have been
    # @raise [BadSignature] when it holds a signature that does not belong to it
    def decrypt(data, passphrase: nil, verify_with: nil, to: nil, progress: nil)
      by = patterns(verify_with, "verify_with") unless verify_with.nil?
      message(data, to, progress, passphrase) { |ends| decrypt_ends(by, ends) }
    end

    # @param pattern [String, nil] part of a user ID, an address, a key ID or a fingerprint; every key without
    # @param secret [Boolean] whether only keys are wanted whose secret part is there
    # @return [Array<Key>]
    def keys(pattern = nil, secret: false)
      list_keys(pattern && one_pattern(pattern, "pattern"), bool(secret)).map { |facts| Key.new(facts) }
    end

    # Takes keys into the keyring.
    #
    # @param data [String, #read, Pathname]
    # @return [Import]
    # @raise [NoData] when it holds no key
    def import(data, progress: nil)
      facts = open_input(data, "data") do |input|
        import_ends(ends(input, nil, progress_of(progress, data), @ask))
      end
      Import.new(**facts).freeze
    end

    # @param patterns [Array<String, Key>] which keys; every key without
    # @param secret [Boolean] whether the secret parts are wanted
    # @return [String, Object] armored or binary; or `to`
    # @raise [KeyNotFound] when no key matches
    def export(*patterns, secret: false, armor: @armor, to: nil)
      names = patterns(patterns.flatten, "pattern")
      bytes, = export_ends(names, bool(secret), bool(armor), ends(nil, nil, nil, @ask))
      return ascii(bytes, armor) if to.nil?

      open_output(to) { |output| output.write(bytes) }
      to
    end

    private

    def signed(data, how, destination, progress)
      bytes, = operate(data, destination, progress, nil) { |ends| sign_ends(how, ends) }
      destination || bytes
    end

    def message(data, destination, progress, passphrase = nil, &)
      Message.new(*operate(data, destination, progress, passphrase, &))
    end

    def recipients_of(recipients, symmetric)
      return [] if recipients.nil? && symmetric

      names = patterns(recipients, "recipients")
      raise_marked ArgumentError, "recipients must name a key: for none, nobody could decrypt" if names.empty?
      names
    end

    def signers_of(signers)
      return if signers.nil? || signers == false

      signers == true ? [] : patterns(signers, "sign")
    end
  end
end
