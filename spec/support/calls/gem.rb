# frozen_string_literal: true

# What belongs to no noun.
module Calls
  call("Oxisalt.build_info") { Oxisalt.build_info }
  call("Oxisalt::Random.random_bytes", random: true, wrong: -> { Oxisalt::Random.random_bytes(-1) }) do
    Oxisalt::Random.random_bytes(32)
  end
end
