# frozen_string_literal: true

module Oxisalt
  # A point of Curve25519, to be multiplied by a scalar: X25519 (RFC 7748), NaCl's `crypto_scalarmult`, with RbNaCl's
  # methods. {Box}, {SimpleBox} and {SealedBox} do this themselves; here are the parts, for protocols of one's own.
  #
  # A product may be a secret that two sides agreed on. So it is not to be seen in `inspect`, is compared in constant
  # time, and is erased from memory when the object is freed; {to_bytes} hands out a copy that is not. What it is used
  # for has to go through {HKDF} or a digest with it: it is no key yet. An object never changes, so that any thread or
  # Ractor may use it at any time.
  #
  # @example
  #   mine = Oxisalt::Random.random_bytes(32)
  #   theirs = Oxisalt::Random.random_bytes(32)
  #   my_point = Oxisalt::GroupElement.base.mult(mine)
  #   their_point = Oxisalt::GroupElement.base.mult(theirs)
  #   their_point.mult(mine) == my_point.mult(theirs)                       # => true
  #   my_point.to_bytes == Oxisalt::PrivateKey.new(mine).public_key.to_bytes # => true
  #   my_point.inspect                                                       # => "#<Oxisalt::GroupElement>"
  class GroupElement
    include Secret
    include Immutable

    # The base point (RFC 7748, section 4.1).
    STANDARD_GROUP_ELEMENT = ["09".ljust(64, "0")].pack("H*").freeze

    # The order of the group that the base point generates.
    STANDARD_GROUP_ORDER = (2**252) + 27_742_317_777_372_353_535_851_937_790_883_648_493

    # The length of a scalar in bytes.
    SCALARBYTES = 32

    # The length of a point in bytes.
    BYTES = 32

    # @!method self.new(point)
    #   @param point [String] 32 bytes: a u-coordinate, the lowest byte first
    #   @return [GroupElement] frozen
    #   @raise [CryptoError] for a point of low order, all multiples of which are known
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `point` is not a String

    # @!method self.base
    #   @return [GroupElement] the base point
    # @!method self.base_point
    #   The same as {base}.
    #   @return [GroupElement]

    # @!method mult(scalar)
    #   @param scalar [String] 32 bytes, the lowest first, in which X25519 sets and clears the bits that it must
    #   @return [GroupElement] the multiple of this point
    #   @raise [LengthError] for another length
    #   @raise [TypeError] when `scalar` is not a String
    #   @example RFC 7748, section 5.2
    #     scalar = ["a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"].pack("H*")
    #     point = ["e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"].pack("H*")
    #     Oxisalt::GroupElement.new(point).mult(scalar).to_bytes.unpack1("H8") # => "c3da5537"

    # @!method to_bytes
    #   @return [String] 32 bytes, ASCII-8BIT

    # @!method ==(other)
    #   @return [Boolean] whether `other` is a point of the same bytes, compared in constant time

    # @return [Symbol]
    def self.primitive
      :curve25519
    end

    # @return [Symbol] `:curve25519`
    def primitive
      self.class.primitive
    end
  end

  # The long names of RbNaCl, as {Boxes}.
  module GroupElements
    # {GroupElement}.
    Curve25519 = GroupElement
  end
end
