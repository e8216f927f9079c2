# frozen_string_literal: true

module Bench
  # Charts as SVG, in whatever width the page leaves them.
  module Chart
    # "10x" and "10 MB/s" rather than "10.0x" and "10.0 MB/s".
    def self.label(text)
      text.sub(/\.0+(?=\D|\z)/, "")
    end
  end
end

require_relative "chart/symbols"
require_relative "chart/log_scale"
require_relative "chart/bar"
require_relative "chart/bars"
require_relative "chart/series"
require_relative "chart/lines"
