# frozen_string_literal: true

require_relative "digests"

# What RbNaCl's Util does.
module Calls
  util = Oxisalt::Util
  { 16 => "a", 32 => "b", 64 => "c" }.each do |length, letter|
    message = (letter * length).freeze
    call("#{util}.verify#{length}", wrong: -> { util.public_send("verify#{length}", message, nil) }) do
      util.public_send("verify#{length}", message, message.dup)
    end
    call("#{util}.verify#{length}!", wrong: -> { util.public_send("verify#{length}!", message, DATA) }) do
      util.public_send("verify#{length}!", message, message.dup)
    end
  end
  call("#{util}.bin2hex", wrong: -> { util.bin2hex(nil) }) { util.bin2hex(DATA) }
  call("#{util}.hex2bin", wrong: -> { util.hex2bin(DATA) }) { util.hex2bin("00ff") }
  call("#{util}.zeros", wrong: -> { util.zeros(-1) }) { util.zeros(40) }
  call("#{util}.prepend_zeros", wrong: -> { util.prepend_zeros(nil, DATA) }) { util.prepend_zeros(5, DATA) }
  call("#{util}.remove_zeros", wrong: -> { util.remove_zeros(5, DATA) }) { util.remove_zeros(2, DATA) }
  call("#{util}.zero_pad", wrong: -> { util.zero_pad(3, DATA) }) { util.zero_pad(10, DATA) }
end
