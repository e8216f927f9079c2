# frozen_string_literal: true

# Two threads over 8 MiB each, against the same work one after the other.

require_relative "support/bench"

# Two different messages: no library may take a short cut for the same string.
MESSAGES = %w[a b].map { |letter| letter * (8 * 1024 * 1024) }.each(&:freeze).freeze
PASSES = 10

ONE_AFTER_THE_OTHER = "one after the other"
TWO_THREADS = "two threads"

CONTENDERS = [
  [:oxisalt, "Oxisalt", "SHA-256", 1.8, ->(text) { Oxisalt::Digest::SHA256.digest(text) }],
  [:oxisalt, "Oxisalt", "HMAC-SHA256", nil, ->(text) { Oxisalt::HMAC::SHA256.digest("secretkey", text) }],
  [:openssl, "OpenSSL", "SHA-256", nil, ->(text) { OpenSSL::Digest.digest("SHA256", text) }],
  [:openssl, "OpenSSL", "HMAC-SHA256", nil, ->(text) { OpenSSL::HMAC.digest("SHA256", "secretkey", text) }]
].freeze

Bench.compare "threads", "Two threads over 8 MiB each" do |bench|
  bench.about <<~TEXT
    A library that releases the interpreter lock while it reads a long message lets two Ruby threads use two
    processors. A ratio of 2 is perfect, 1 means that the threads took turns.
  TEXT

  CONTENDERS.each do |library, title, algorithm, goal, job|
    bench.clock "#{title}, #{algorithm}, 2 x 8 MiB, #{PASSES} passes", passes: PASSES do |x|
      x.baseline ONE_AFTER_THE_OTHER
      x.report(ONE_AFTER_THE_OTHER, library) { MESSAGES.map(&job) }
      x.report(TWO_THREADS, library) { MESSAGES.map { |text| Thread.new(text, &job) }.map(&:value) }
      x.headline("#{title}, #{algorithm}: two threads", TWO_THREADS, goal:)
    end
  end
end
