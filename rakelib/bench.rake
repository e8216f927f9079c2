# frozen_string_literal: true

require "rbconfig"

# Every script in benchmark/ is a comparison with a task of its own, described by its first comment. What can be set
# (BENCH_SECONDS, BENCH_QUICK, ...) stands in benchmark/support/settings.rb.
namespace :bench do
  root = File.expand_path("..", __dir__)
  scripts = Dir[File.join(root, "benchmark", "*.rb")]
  harness = File.join(root, "benchmark", "support", "bench")

  # A process of its own for each comparison, so that no library disturbs another's figures. Ctrl-C reaches the script
  # too, which then saves what it has and is given the time to.
  run = lambda do |script|
    pid = Process.spawn(RbConfig.ruby, "-I", File.join(root, "lib"), script)
    begin
      Process.wait2(pid).last
    rescue Interrupt
      Process.wait2(pid).last
    end
  end

  # The headlines of the runs that were just made, and where their results are.
  summarise = lambda do |names|
    require harness
    directory = Bench::Settings.new.results_directory
    paths = names.filter_map { |name| Bench::Results.newest_path(directory, name) }
    puts "", "Summary", "======="
    paths.each { |path| puts "", Bench::Summary.new(Bench::Results.load(path)) }
    puts "", "Results:", *paths.map { |path| "  #{path.delete_prefix("#{Dir.pwd}/")}" }
  end

  task :prepare do
    Rake::Task[:compile].invoke if Rake::Task.task_defined?(:compile)
  end

  scripts.each do |script|
    comment = File.foreach(script).grep(/\A# (?!frozen_string_literal)/).first.to_s
    desc comment.delete_prefix("# ").strip.chomp(".")
    task File.basename(script, ".rb") => :prepare do
      status = run.call(script)
      abort unless status.success?
    end
  end

  task all: :prepare do
    failed = []
    measured = []
    interrupted = false
    scripts.each do |script|
      status = run.call(script)
      (status.success? || status.exitstatus == 130 ? measured : failed) << File.basename(script, ".rb")
      break if (interrupted = status.signaled? || status.exitstatus == 130)
    end
    summarise.call(measured)
    exit 130 if interrupted
    abort "Failed: #{failed.join(', ')}" unless failed.empty?
  end

  desc "Keep the newest full results in benchmark/results, and write BENCHMARKS.md and README's table from them"
  task :report do
    require harness
    citations = Bench::Citations.new(root)
    taken = citations.collect(Bench::Settings.new.results_directory)
    citations.write
    puts "New results: #{taken.empty? ? 'none' : taken.join(', ')}", "BENCHMARKS.md and README.md written"
  rescue Bench::Error => e
    abort e.message
  end

  desc "What changed between two runs, and what is only noise"
  task :compare, %i[before after] do |_, files|
    require harness
    abort 'Usage: rake "bench:compare[before.json,after.json]"' unless files.to_a.size == 2
    puts Bench::Changes.new(*files.to_a.map { |file| Bench::Results.load(file) })
  rescue Bench::Error => e
    abort e.message
  end
end

desc "Run every comparison in benchmark/ (BENCH_QUICK=1 for a short look)"
task bench: "bench:all"
