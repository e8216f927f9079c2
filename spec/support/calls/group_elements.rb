# frozen_string_literal: true

require_relative "digests"

# Points of Curve25519.
module Calls
  kind = Oxisalt::GroupElement
  point = kind.new(SECRET)
  call("#{kind}.new", wrong: -> { kind.new("\0" * 32) }) { kind.new(SECRET).to_bytes }
  %i[base base_point].each { |name| call("#{kind}.#{name}") { kind.public_send(name).to_bytes } }
  call("#{kind}#mult", wrong: -> { point.mult(DATA) }) { point.mult(SECRET).to_bytes }
  call("#{kind}#to_bytes") { point.to_bytes }
  call("#{kind}#==", wrong: -> { point == SECRET }) { point == kind.new(SECRET) }
  call("#{kind}.primitive") { kind.primitive }
  call("#{kind}#primitive") { point.primitive }
end
