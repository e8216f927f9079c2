# frozen_string_literal: true

# The tables of published values, which the tests in Rust read too. They say where each value comes from.
module Vectors
  DIRECTORY = File.expand_path("../../ext/core/tests/vectors", __dir__)

  # The rows of a table, each split into its columns. Raises when there are none.
  def self.rows(table)
    rows = File.foreach(File.join(DIRECTORY, "#{table}.txt"), chomp: true).grep_v(/\A(#|\z)/)
    raise "#{table}.txt has no row" if rows.empty?

    rows.map { |row| row.scan(/(?:"[^"]*"|[^ "])+/) }
  end

  # The bytes that `"text"` or `0xhexadecimal` means, repeated where `*n` follows.
  def self.message(column)
    _, text, digits, times = *column.match(/\A(?:"(.*)"|0x(\h*))(?:\*(\d+))?\z/)
    (text || [digits].pack("H*")) * Integer(times || 1)
  end

  # Bytes that repeat after 251, as BLAKE3's vectors have them.
  def self.pattern(length)
    [*0..250].pack("C*").then { |bytes| (bytes * ((length / 251) + 1))[0, length] }
  end
end
