# frozen_string_literal: true

module Bench
  # Numbers as people read them: three significant digits and a unit.
  module Units
    KIB = 1024
    MIB = 1024 * 1024

    # How a value of each unit is printed; what is not here has no unit.
    FORMATS = {
      "per_second" => ->(value) { per_second(value) },
      "seconds" => ->(value) { seconds(value) },
      "bytes" => ->(value) { bytes(value) },
      # As timeit prints it.
      "loop" => ->(value) { Timeit.format(value) },
      "megabytes_per_second" => ->(value) { "#{significant(value / 1e6)} MB/s" },
      # As `openssl speed` prints them.
      "thousands_of_bytes" => ->(value) { Kernel.format("%.2fk", value / 1000) },
      "operations" => ->(value) { Kernel.format("%.1f", value) }
    }.freeze

    module_function

    def format(value, unit)
      return "-" if value.nil?

      FORMATS.fetch(unit.to_s, method(:significant)).call(value)
    end

    def per_second(value)
      scaled(value, [[1e9, " G"], [1e6, " M"], [1e3, " k"], [1, ""]])
    end

    def seconds(value)
      scaled(value, [[1, " s"], [1e-3, " ms"], [1e-6, " us"], [1e-9, " ns"]])
    end

    def bytes(value)
      scaled(value, [[1024**3, " GiB"], [MIB, " MiB"], [KIB, " KiB"], [1, " B"]])
    end

    def bytes_per_second(value)
      scaled(value, [[1e9, " GB/s"], [1e6, " MB/s"], [1e3, " kB/s"], [1, " B/s"]])
    end

    # The size of a message: whole numbers, "16 B", "1 KiB".
    def size(bytes)
      return "#{bytes / MIB} MiB" if (bytes % MIB).zero? && bytes.positive?
      return "#{bytes / KIB} KiB" if (bytes % KIB).zero? && bytes.positive?

      "#{bytes} B"
    end

    def ratio(value)
      value.nil? ? "-" : "#{quotient(value)}x"
    end

    # Two decimals at most, so that tables stay narrow; very small ones keep two digits.
    def quotient(value)
      return significant(value) if value >= 1

      Kernel.format(value < 0.0995 ? "%.3f" : "%.2f", value)
    end

    # "12.3x (12.1-12.5)": median, and the interquartile range of the rounds.
    def spread(spread)
      return "-" if spread.nil?

      "#{ratio(spread.median)} (#{quotient(spread.low)}-#{quotient(spread.high)})"
    end

    def significant(value)
      return "0" if value.zero?

      digits = 2 - Math.log10(value.abs).floor
      rounded = value.round(digits)
      digits = 2 - Math.log10(rounded.abs).floor
      digits.positive? ? Kernel.format("%.#{[digits, 12].min}f", rounded) : rounded.to_i.to_s
    end

    # A library's version, without its name.
    def version(text)
      text.delete_prefix("OpenSSL ")
    end

    # Plain clock time for a wait: "4:05".
    def clock(seconds)
      minutes, rest = seconds.ceil.divmod(60)
      "#{minutes}:#{rest.to_s.rjust(2, '0')}"
    end

    def scaled(value, scales)
      return "0#{scales.last.last}" if value.zero?

      factor, suffix = scales.find { |size, _| rounded(value) >= size * 0.9999 } || scales.last
      "#{significant(value.fdiv(factor))}#{suffix}"
    end

    def rounded(value)
      value.abs.round(2 - Math.log10(value.abs).floor)
    end
    private_class_method :scaled, :rounded
  end
end
