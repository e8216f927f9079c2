# frozen_string_literal: true

desc "Check the style of the Ruby code"
task :rubocop do
  sh "rubocop", "--format", "simple"
end

desc "Run every check: Rust, Ruby, style and types"
task check: %i[rust compile spec rubocop rbs]
