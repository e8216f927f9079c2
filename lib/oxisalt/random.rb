# frozen_string_literal: true

module Oxisalt
  # Random bytes from the operating system, each time: nothing is kept that a forked child could repeat.
  module Random
    # @!method self.random_bytes(count = 32)
    #   The interpreter lock is released for 1 MiB and more.
    #   @param count [Integer] how many bytes
    #   @return [String] ASCII-8BIT
    #   @raise [LengthError] for a negative number
    #   @raise [TypeError] when `count` is not an Integer
    #   @raise [CryptoError] when the operating system gives none
    #   @example
    #     Oxisalt::Random.random_bytes.bytesize      # => 32
    #     Oxisalt::Random.random_bytes(24).bytesize  # => 24
  end
end
