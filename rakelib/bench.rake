# frozen_string_literal: true

# Every script in benchmark/ is a comparison with a task of its own, described by its first comment. What can be set
# (BENCH_SECONDS, BENCH_QUICK, ...) stands in benchmark/support/settings.rb.
namespace :bench do
  root = File.expand_path("..", __dir__)
  paths = Dir[File.join(root, "benchmark", "*.rb")]
  harness = File.join(root, "benchmark", "support", "bench")

  script = lambda do |path|
    require harness
    Bench::Script.new(path, load_path: [File.join(root, "lib")])
  end

  task :prepare do
    Rake::Task[:compile].invoke if Rake::Task.task_defined?(:compile)
  end

  paths.each do |path|
    comment = File.foreach(path).grep(/\A# (?!frozen_string_literal)/).first.to_s
    desc comment.delete_prefix("# ").strip.chomp(".")
    task File.basename(path, ".rb") => :prepare do
      status = script.call(path).run
      exit(status.exitstatus || 1) unless status.success?
    end
  end

  task all: :prepare do
    scripts = paths.map(&script)
    status = Bench::Series.new(scripts).run
    exit status unless status.zero?
  end

  desc "Keep the newest full results in benchmark/results, and write BENCHMARKS.md, its page and README's table"
  task :report do
    require harness
    citations = Bench::Citations.new(root)
    taken = citations.collect(Bench::Settings.new.results_directory)
    puts "New results: #{taken.empty? ? 'none' : taken.join(', ')}", "Written: #{citations.write.join(', ')}"
  rescue Bench::Error => e
    abort e.message
  end

  desc "What changed between two runs, of all comparisons or of one, and what is only noise"
  task :compare, %i[before after] do |_, files|
    require harness
    abort 'Usage: rake "bench:compare[before.json,after.json]"' unless files.to_a.size == 2
    before, after = files.to_a.map { |file| Bench::Run.load(file) }
    puts after.changes_since(before)
  rescue Bench::Error => e
    abort e.message
  end
end

desc "Run every comparison in benchmark/ (BENCH_QUICK=1 for a short look)"
task bench: "bench:all"
