# frozen_string_literal: true

require "open3"

namespace :timing do
  desc "Take over the versions of Cargo.lock"
  task :lock do
    cp "Cargo.lock", "timing/Cargo.lock"
    sh "cargo", "metadata", "--manifest-path", "timing/Cargo.toml", "--format-version", "1", out: File::NULL
  end
end

# timing/src/main.rs says what is measured. On a busy machine a difference may drown, and on any a stray one may appear:
# measured again, that goes away. So this is no part of the tests.
desc "Measure whether comparisons of secrets tell by their time where these differ"
task :timing do
  # What dudect takes for certain, in both directions.
  certain = 10
  command = %w[cargo run --release --locked --manifest-path timing/Cargo.toml --target-dir target/timing]
  output, status = Open3.capture2(*command)
  puts output
  abort "the measurement failed" unless status.success?
  found = output.scan(/^bench (\w+)\s+\.\.\. : .*max t = ([-+]\d+\.\d+)/).to_h.transform_values { |t| Float(t).abs }
  control = found.delete("early_exit")
  abort "nothing was measured" if control.nil? || found.empty?
  abort "the comparison that is leaky on purpose was not found out: measure on a quieter machine" if control < certain
  leaky = found.select { |_, t| t >= certain }
  abort "these tell by their time where secrets differ: #{leaky}" unless leaky.empty?
  puts "max |t| #{found.values.max.round(1)}, and #{control.round(1)} of the comparison that is leaky on purpose"
end
