# frozen_string_literal: true

module Oxisalt
  # A message digest, fed piece by piece or computed in one call.
  #
  # `Oxisalt::Digest` takes the algorithm by name, as `OpenSSL::Digest` does; each algorithm also has a class of its own
  # below it, whose methods need no name. Instances are `::Digest::Instance`s and go wherever one is wanted.
  #
  # A name is known in any common spelling: `"SHA256"`, `"sha-256"`, `"SHA2-256"` and `:sha256` are one. A class or an
  # instance of `::Digest`, `::OpenSSL::Digest` or this class stands for its name.
  #
  # @example One call
  #   Oxisalt::Digest::SHA256.hexdigest("abc")
  #   # => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  #   Oxisalt::Digest.hexdigest("sha-256", "abc") == Oxisalt::Digest::SHA256.hexdigest("abc") # => true
  #
  # @example Piece by piece
  #   digest = Oxisalt::Digest::SHA256.new
  #   digest << "a" << "bc"
  #   digest.hexdigest # => "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  class Digest < ::Digest::Class
    include Sugar::Digest

    # @!method self.names
    #   @return [Array<String>] the name of every algorithm
    #   @example
    #     Oxisalt::Digest.names.first(3) # => ["MD5", "SHA1", "SHA224"]

    # @!method self.digest(digest, data)
    #   The digest of `data` in one call. The interpreter lock is released for data of 1 MiB and more.
    #   @param digest [String, Symbol, Class, ::Digest::Instance] the algorithm
    #   @param data [String]
    #   @return [String] 16 to 64 bytes by algorithm, ASCII-8BIT
    #   @raise [ArgumentError] for a name that is not known; the message lists the names there are
    #   @raise [TypeError] when `data` is not a String, or `digest` nothing that stands for a digest
    #   @example
    #     Oxisalt::Digest.digest("SHA256", "abc").bytesize # => 32

    # @!method self.hexdigest(digest, data)
    #   As {digest}, in lower-case hexadecimal.
    #   @return [String] US-ASCII
    #   @example
    #     Oxisalt::Digest.hexdigest("MD5", "") # => "d41d8cd98f00b204e9800998ecf8427e"

    # @!method self.base64digest(digest, data)
    #   As {digest}, in base64 with padding and without line breaks (RFC 4648, section 4).
    #   @return [String] US-ASCII
    #   @example
    #     Oxisalt::Digest.base64digest("MD5", "") # => "1B2M2Y8AsgTpgAmY7PhCfg=="

    # @!method initialize(digest)
    #   @param digest [String, Symbol, Class, ::Digest::Instance] the algorithm; the classes below take none
    #   @raise [ArgumentError] for a name that is not known

    # @!method update(data)
    #   Feeds `data`. The interpreter lock is released for data of 1 MiB and more; until the call returns, other threads
    #   that use this object get a ThreadError, and if it is interrupted the object is as it was before.
    #   @param data [String]
    #   @return [self]
    #   @raise [TypeError] when `data` is not a String
    #   @raise [FrozenError] when the object is frozen
    # @!method <<(data)
    #   The same as {update}.
    #   @return [self]

    # @!method digest(data = nil)
    #   @param data [String] when given, the object is reset, and the digest is of this alone
    #   @return [String] the digest of all that was fed so far, ASCII-8BIT
    # @!method hexdigest(data = nil)
    #   @return [String] the same in lower-case hexadecimal, US-ASCII
    # @!method base64digest(data = nil)
    #   @return [String] the same in base64, US-ASCII

    # @!method reset
    #   Forgets all that was fed.
    #   @return [self]
    #   @raise [FrozenError] when the object is frozen

    # @!method name
    #   @return [String] the algorithm, as OpenSSL spells it where OpenSSL has it
    #   @example
    #     Oxisalt::Digest::SHA512_256.new.name # => "SHA512-256"
    # @!method digest_length
    #   @return [Integer] the length of the digest in bytes
    # @!method block_length
    #   @return [Integer] the length of an input block in bytes

    # @!method self.file(digest, path)
    #   The digest of a file of any size.
    #   @param digest [String, Symbol, Class, ::Digest::Instance] the algorithm; the classes below take none
    #   @param path [String, Pathname]
    #   @return [Digest] a new instance that the file was fed to
    #   @raise [SystemCallError] when the file cannot be read
    #   @example
    #     Oxisalt::Digest.file("MD5", File::NULL).hexdigest   # => "d41d8cd98f00b204e9800998ecf8427e"
    #     Oxisalt::Digest::MD5.file(File::NULL).hexdigest     # => "d41d8cd98f00b204e9800998ecf8427e"

    # @!method file(path)
    #   Feeds a file. A regular file is read without the interpreter lock.
    #   @param path [String, Pathname]
    #   @return [self]
    #   @raise [SystemCallError] when the file cannot be read
    #   @raise [FrozenError] when the object is frozen

    # What in ::Digest is no algorithm.
    ABSTRACT = %w[Class Base Instance].freeze
    private_constant :ABSTRACT

    # The name of the digest that a class or an instance of one stands for.
    #
    # @api private
    # @return [String, nil]
    def self.name_of(digest)
      case digest
      when ::Class then name_of_class(digest) if digest <= ::Digest::Instance
      when ::Digest::Instance then name_of_instance(digest)
      end
    end

    # @api private
    def self.name_of_instance(digest)
      return digest.name if digest.respond_to?(:name)

      name = name_of_class(digest.class)
      # ::Digest::SHA2 is one class for three digests.
      name.eql?("SHA256") ? "SHA#{digest.digest_length * 8}" : name
    end
    private_class_method :name_of_instance

    # @api private
    def self.name_of_class(kind)
      names = kind.ancestors.filter_map { |ancestor| ancestor.name&.slice(/Digest::(\w+)\z/, 1) }
      name = (names - ABSTRACT).first
      name.eql?("SHA2") ? "SHA256" : name
    end
    private_class_method :name_of_class

    # What BLAKE2 has in place of the methods that take no keywords: Ruby parses these quickest.
    module Tailored
      # (see BLAKE2b.digest)
      def digest(data, key: nil, digest_size: nil, salt: nil, personal: nil)
        digest_with(data, key, digest_size, salt, personal)
      end

      # (see BLAKE2b.hexdigest)
      def hexdigest(data, key: nil, digest_size: nil, salt: nil, personal: nil)
        hexdigest_with(data, key, digest_size, salt, personal)
      end

      # (see BLAKE2b.base64digest)
      def base64digest(data, key: nil, digest_size: nil, salt: nil, personal: nil)
        base64digest_with(data, key, digest_size, salt, personal)
      end
    end
    private_constant :Tailored

    # MD5 (RFC 1321): 16 bytes. Broken; only for old formats.
    class MD5 < Digest; end

    # SHA-1 (FIPS 180-4): 20 bytes. Broken for signatures; HMAC-SHA1 is not.
    class SHA1 < Digest; end

    # SHA-224 (FIPS 180-4): 28 bytes.
    class SHA224 < Digest; end

    # SHA-256 (FIPS 180-4): 32 bytes.
    class SHA256 < Digest; end

    # SHA-384 (FIPS 180-4): 48 bytes.
    class SHA384 < Digest; end

    # SHA-512 (FIPS 180-4): 64 bytes.
    class SHA512 < Digest; end

    # SHA-512/224 (FIPS 180-4): 28 bytes.
    class SHA512_224 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

    # SHA-512/256 (FIPS 180-4): 32 bytes.
    class SHA512_256 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

    # SHA3-224 (FIPS 202): 28 bytes.
    class SHA3_224 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

    # SHA3-256 (FIPS 202): 32 bytes.
    class SHA3_256 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

    # SHA3-384 (FIPS 202): 48 bytes.
    class SHA3_384 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

    # SHA3-512 (FIPS 202): 64 bytes.
    class SHA3_512 < Digest; end # rubocop:disable Naming/ClassAndModuleCamelCase

    # RIPEMD-160 (Dobbertin, Bosselaers, Preneel 1996): 20 bytes.
    class RIPEMD160 < Digest; end

    # SHA-256 of the SHA-256, as Bitcoin and Tahoe-LAFS use it: 32 bytes.
    class SHA256d < Digest; end

    # BLAKE2b (RFC 7693): 1 to 64 bytes, with or without a key.
    #
    # @example
    #   Oxisalt::Digest::BLAKE2b.digest("abc").bytesize                                   # => 64
    #   Oxisalt::Digest::BLAKE2b.hexdigest("abc", digest_size: 4)                         # => "63906248"
    #   Oxisalt::Digest::BLAKE2b.digest("abc", key: "k" * 32, digest_size: 32).bytesize   # => 32
    #   Oxisalt::Digest::BLAKE2b.hexdigest("abc", digest_size: 4, personal: "example.com") # => "3dcd9f03"
    class BLAKE2b < Digest
      extend Tailored

      # @!method self.digest(data, key: nil, digest_size: 64, salt: nil, personal: nil)
      #   @param data [String]
      #   @param key [String, nil] 1 to 64 bytes
      #   @param digest_size [Integer] 1 to 64 bytes
      #   @param salt [String, nil] up to 16 bytes, as if zeros followed: digests with other salts have nothing in
      #     common
      #   @param personal [String, nil] up to 16 bytes that say what the digest is for, to the same effect
      #   @return [String] ASCII-8BIT
      #   @raise [LengthError] for a key, a digest size, a salt or a personalization out of range
      #   @raise [TypeError] for an argument of another class
      # @!method self.hexdigest(data, key: nil, digest_size: 64, salt: nil, personal: nil)
      #   @return [String] the same in lower-case hexadecimal, US-ASCII
      # @!method self.base64digest(data, key: nil, digest_size: 64, salt: nil, personal: nil)
      #   @return [String] the same in base64, US-ASCII
      # @!method initialize(key: nil, digest_size: 64, salt: nil, personal: nil)
    end

    # BLAKE2s (RFC 7693): 1 to 32 bytes, with or without a key.
    #
    # @example
    #   Oxisalt::Digest::BLAKE2s.hexdigest("abc", digest_size: 4) # => "df7101d3"
    class BLAKE2s < Digest
      extend Tailored

      # @!method self.digest(data, key: nil, digest_size: 32, salt: nil, personal: nil)
      #   @param data [String]
      #   @param key [String, nil] 1 to 32 bytes
      #   @param digest_size [Integer] 1 to 32 bytes
      #   @param salt [String, nil] up to 8 bytes, as if zeros followed: digests with other salts have nothing in common
      #   @param personal [String, nil] up to 8 bytes that say what the digest is for, to the same effect
      #   @return [String] ASCII-8BIT
      #   @raise [LengthError] for a key, a digest size, a salt or a personalization out of range
      #   @raise [TypeError] for an argument of another class
      # @!method self.hexdigest(data, key: nil, digest_size: 32, salt: nil, personal: nil)
      #   @return [String] the same in lower-case hexadecimal, US-ASCII
      # @!method self.base64digest(data, key: nil, digest_size: 32, salt: nil, personal: nil)
      #   @return [String] the same in base64, US-ASCII
      # @!method initialize(key: nil, digest_size: 32, salt: nil, personal: nil)
    end

    # BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn 2020): any length up to 1 MiB, with or without a key.
    #
    # @example
    #   Oxisalt::Digest::BLAKE3.hexdigest("abc", digest_size: 4)          # => "6437b3ac"
    #   Oxisalt::Digest::BLAKE3.digest("abc", digest_size: 100).bytesize  # => 100
    class BLAKE3 < Digest
      # @!method self.digest(data, key: nil, digest_size: 32)
      #   @param data [String]
      #   @param key [String, nil] 32 bytes
      #   @param digest_size [Integer] 1 to 1,048,576 bytes
      #   @return [String] ASCII-8BIT
      #   @raise [LengthError] for a key or a digest size out of range
      #   @raise [TypeError] for an argument of another class
      # @!method self.hexdigest(data, key: nil, digest_size: 32)
      #   @return [String] the same in lower-case hexadecimal, US-ASCII
      # @!method self.base64digest(data, key: nil, digest_size: 32)
      #   @return [String] the same in base64, US-ASCII
      # @!method initialize(key: nil, digest_size: 32)

      # Derives a key for one use from key material that serves several.
      #
      # @param context [String] names the application and the use; fixed, UTF-8, no secret
      # @param key_material [String] of any length, with the strength of a key; not a password
      # @param digest_size [Integer] 1 to 1,048,576 bytes
      # @return [String] ASCII-8BIT
      # @raise [ArgumentError] when `context` is not UTF-8
      # @raise [LengthError] for a digest size out of range
      # @example
      #   Oxisalt::Digest::BLAKE3.derive_key("example.com 2026-11-30 sessions", "k" * 32).bytesize # => 32
      def self.derive_key(context, key_material, digest_size: 32)
        derive_key_of_size(context, key_material, digest_size)
      end
    end

    # The name that ::Digest and ruby-hmac give it.
    RMD160 = RIPEMD160

    Sugar::Digest.extend_classes(self)
  end
end
