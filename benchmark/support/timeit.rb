# frozen_string_literal: true

module Bench
  # What Python's timeit prints, and the programs of other languages that speak as it does.
  module Timeit
    UNITS = { "nsec" => 1e-9, "usec" => 1e-6, "msec" => 1e-3, "sec" => 1.0 }.freeze

    LINE = /^\d+ loops?, best of \d+: (\d+(?:\.\d+)?(?:e[+-]?\d+)?) (#{UNITS.keys.join('|')}) per loop$/

    module_function

    # Seconds of one loop.
    def parse(text)
      number, unit = text.match(LINE)&.captures
      raise Error, "this is not what timeit prints: #{text.strip.inspect}" unless number

      Float(number) * UNITS.fetch(unit)
    end

    # As timeit prints it: three significant digits, in the largest unit that leaves one before the point.
    def format(seconds)
      unit, scale = UNITS.to_a.reverse.find { |_, size| seconds >= size * 0.9995 } || UNITS.first
      "#{Kernel.format('%.3g', seconds / scale)} #{unit}"
    end
  end
end
