# frozen_string_literal: true

require "oxisalt"
require "digest"
require "openssl"

Dir[File.join(__dir__, "support", "*.rb")].each { |file| require file }

RSpec.configure do |config|
  config.disable_monkey_patching!
  config.order = :random
  config.expect_with(:rspec) { |expectations| expectations.max_formatted_output_length = 500 }
  Collector.configure(config)
end
