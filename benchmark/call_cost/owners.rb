# frozen_string_literal: true

module CallCost
  # Whose instructions they are, by the file that they are in.
  class Owners
    FILES = { "Ruby" => /\A(?:lib)?ruby/, "Oxisalt's extension" => /\Aoxisalt/, "openssl's extension" => /\Aopenssl\./,
              "libcrypto" => /\Alibcrypto/, "the C library" => /\A(?:libc|libm|ld-linux.*)\./ }.freeze
    OTHERS = "others"
    NAMES = [*FILES.keys, OTHERS].freeze

    # instructions: { id => { file => instructions } }
    def initialize(instructions)
      @instructions = instructions.transform_values { |files| by_owner(files) }
    end

    # { name => instructions of a call by name that are not compression }
    def beyond_compression(subject)
      NAMES.to_h do |name|
        parts = Parts.new(subject, @instructions.transform_values { |owners| owners[name] }, with_key: true)
        [name, parts.whole - parts.compression]
      end
    end

    private

    def by_owner(files)
      sums = NAMES.to_h { |name| [name, 0] }
      files.each { |file, count| sums[owner(file)] += count }
      sums
    end

    def owner(file)
      FILES.find { |_, pattern| pattern.match?(file) }&.first || OTHERS
    end
  end
end
