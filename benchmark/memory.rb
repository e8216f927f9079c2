# frozen_string_literal: true

# Memory, time to load, size on disk and objects per call of each library.

require_relative "support/bench"
require_relative "memory/calls"
require_relative "memory/first_uses"

COST = { "resident" => :bytes, "private" => :bytes, "time" => :seconds }.freeze
FILES = { "on disk" => :bytes, "Ruby" => :bytes, "extensions" => :bytes, "shared libraries" => :bytes }.freeze

# What is done first: its title, and who the others are compared with.
USES = { digest: ["require and a first SHA-256", "openssl"], hmac: ["require and a first HMAC-SHA1", "openssl"],
         sign: ["require and a first signature", "rbnacl"] }.freeze

def require_line(feature)
  "require \"#{feature}\""
end

def report_first_use(contest, entry, use)
  contest.report(entry.require_line, entry.library) do
    FirstUses.prepare(entry.library)
    Bench::FreshProcess.cost_of(entry.script(use))
  end
end

# Files do not change between rounds, so they are weighed once.
def report_files(contest, entry)
  files = nil
  contest.report(entry.require_line, entry.library) do
    FirstUses.prepare(entry.library)
    files ||= Bench::FreshProcess.files_of(entry.scripts)
  end
end

Bench.compare "memory", "What a library costs: memory, time to load, files and objects" do |bench|
  bench.about <<~TEXT
    The published comparison of HMAC libraries left open what they cost in memory. Here each require, and each first use
    after it, has a process of its own that has just started: what is added to its resident set, to the part of it that
    no other process shares, and the time taken. Processes that a library starts and keeps are counted in.
  TEXT

  bench.gauge "require, in a fresh process", COST do |x|
    x.baseline require_line("openssl")
    FirstUses::ALL.each do |entry|
      x.report(entry.require_line, entry.library) { Bench::FreshProcess.cost_of(entry.require_line) }
    end
    x.headline "resident memory of require \"oxisalt\"", require_line("oxisalt"), goal: 10, readme: true
    x.note "hmac-sha1 is ruby-hmac on Ruby's digest/sha1. Digest loads its algorithms on first use, after its require."
  end

  USES.each do |use, (title, baseline)|
    bench.gauge "#{title}, in a fresh process", COST, quick: use == :hmac do |x|
      x.baseline require_line(baseline)
      FirstUses.of(use).each { |entry| report_first_use(x, entry, use) }
      x.headline "resident memory of #{title}: Oxisalt", require_line("oxisalt")
      x.note "A gpg that is started and has ended is not counted; a process that oxisalt/gpg keeps is." if use == :sign
    end
  end

  bench.gauge "Files that are loaded by require and the first uses", FILES, quick: false do |x|
    x.baseline require_line("openssl")
    FirstUses::ALL.each { |entry| report_files(x, entry) }
    x.headline "files that Oxisalt loads", require_line("oxisalt")
    x.note "Counted are the library's own files and those of the gems that it needs, as Ruby lists them when loaded; " \
           "programs that it starts and keeps; and the shared libraries that come with them, without the C " \
           "library. What Ruby itself loads at its start is not counted, nor are GnuPG's own programs."
  end

  Calls::ALL.each do |title, call|
    bench.allocations "Objects per call: #{title}", quick: %i[hmac sign].include?(call) do |x|
      Calls.public_send(call, x)
      x.note "155 bytes. Counted by GC.stat and ObjectSpace over #{Bench::Measures::Allocations::PASSES} calls while " \
             "nothing is collected; bytes with each object's slot, without what a C library takes from malloc itself."
    end
  end
end
