# frozen_string_literal: true

require "rspec/core/rake_task"

# The specs again, where memory is at its worst; spec/support/collector.rb says how.
namespace :spec do
  # What measures and lists is no part of this; RBS does not bear it when its objects are moved.
  left_out = FileList["spec/benchmark/**/*_spec.rb", "spec/signature_spec.rb", "spec/licences_spec.rb"]
  # Whole specs would take hours at a collection for every allocation.
  stressed = FileList["spec/memory/calls_spec.rb"]

  { compact: [FileList["spec/**/*_spec.rb"] - left_out, "--tag ~large", "moving objects all the time"],
    stress: [stressed, "-e allocation", "of every public method, collecting at every allocation"],
    leaks: [stressed, "-e memory -e caught", "of every public method, a million calls each"] }
    .each do |name, (files, options, what)|
    RSpec::Core::RakeTask.new(name) do |task|
      task.pattern = files
      task.rspec_opts = options
    end
    Rake::Task["spec:#{name}"].clear_comments.add_description("Run the specs #{what}")
  end

  { compact: %w[OXISALT_GC compact], stress: %w[OXISALT_GC stress], leaks: %w[OXISALT_CALLS 1000000] }
    .each do |name, (variable, value)|
    task("#{name}:environment") { ENV[variable] = value }
    task name => "#{name}:environment"
    task name => :compile if Rake::Task.task_defined?(:compile)
  end
end
