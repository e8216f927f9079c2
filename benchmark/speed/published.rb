# frozen_string_literal: true

# A run of this command that OpenSSL itself published: times/091/686-200.lnx in its repository, of SSLeay 0.9.0d of
# 26 April 1998 on a Pentium Pro of 200 MHz under Linux. Its smallest messages had 8 bytes, so 16 are without a figure.
module Published
  SOURCE = "SSLeay 0.9.0d on a Pentium Pro of 200 MHz, 1998, from times/091/686-200.lnx in OpenSSL's repository"

  SIZES = [64, 256, 1024, 8192].freeze

  # Thousands of bytes per second.
  RATES = {
    "md2" => [364.54, 499.24, 545.79, 561.66],
    "mdc2" => [579.72, 588.37, 588.80, 589.82],
    "md5" => [11_434.69, 22_512.21, 29_495.30, 32_677.89],
    "hmac(md5)" => [5264.83, 14_227.20, 25_018.71, 31_760.38],
    "sha1" => [6436.29, 11_702.78, 14_664.70, 15_829.67],
    "rmd160" => [5138.77, 8985.51, 10_985.13, 11_799.21],
    "rc4" => [21_334.06, 22_376.79, 22_579.54, 22_574.42],
    "des cbc" => [4568.31, 4645.29, 4631.21, 4572.73],
    "des ede3" => [1631.13, 1657.32, 1653.08, 1643.86]
  }.freeze

  # What Oxisalt does not offer of it, and why.
  NOT_OFFERED = {
    "md2" => "broken, and historic since RFC 6149",
    "mdc2" => "a digest made of DES, long patented; OpenSSL itself keeps it among its legacy",
    "md4" => "broken, and historic since RFC 6150",
    "rc4" => "a cipher, not a digest; broken, and prohibited in TLS by RFC 7465",
    "des cbc" => "a cipher, not a digest; its key of 56 bits can be searched, and FIPS 46-3 was withdrawn in 2005",
    "des ede3" => "a cipher, not a digest; NIST SP 800-131A disallows it after 2023"
  }.freeze

  module_function

  # Bytes per second, or nil where no figure is known.
  def rate(type, size)
    column = SIZES.index(size)
    thousands = RATES.dig(type, column) if column
    thousands && (thousands * 1000)
  end
end
