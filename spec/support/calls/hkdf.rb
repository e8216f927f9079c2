# frozen_string_literal: true

require_relative "digests"

# Keys from a secret.
module Calls
  hkdf = Oxisalt::HKDF
  call("#{hkdf}.derive", wrong: -> { hkdf.derive("SHA256", SECRET, length: 1 << 20) }) do
    hkdf.derive("SHA256", SECRET, length: 100, salt: DATA, info: DATA)
  end
  call("#{hkdf}.extract", wrong: -> { hkdf.extract("none", SECRET) }) { hkdf.extract("SHA512", SECRET, salt: DATA) }
  call("#{hkdf}.expand", wrong: -> { hkdf.expand("SHA256", nil, length: 32) }) do
    hkdf.expand("SHA3-256", SECRET, length: 50, info: DATA)
  end
end
