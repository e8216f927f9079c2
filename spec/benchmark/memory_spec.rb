# frozen_string_literal: true

require_relative "support"

RSpec.describe "What a library costs" do
  describe Bench::FreshProcess do
    it "weighs what code adds to a process that has just started" do
      cost = described_class.cost_of("KEPT = Array.new(16) { 'x' * 1_048_576 }")
      expect(cost.keys).to eq(%w[resident private time])
      expect(cost["resident"]).to be_between(15 * 1_048_576, 20 * 1_048_576)
      expect(cost["private"]).to be_between(15 * 1_048_576, 20 * 1_048_576).or be_nil
    end

    it "finds next to nothing in code that does nothing" do
      expect(described_class.cost_of("nil")["resident"]).to be_between(-65_536, 65_536)
    end

    it "counts in what the code starts and keeps, even when it has left the tree of processes",
       if: File.exist?("/proc/self/smaps_rollup") do
      started = "system('setsid sleep 5 >/dev/null & '); sleep 0.1"
      expect(described_class.cost_of(started)["resident"]).to be > 500_000
    end

    it "is not disturbed by what the code prints" do
      cost = nil
      expect { cost = described_class.cost_of("puts 'noise'; $stdout.flush") }
        .to output("noise\n").to_stderr_from_any_process
      expect(cost["time"]).to be_a(Float)
    end

    it "says which code could not run" do
      expect { described_class.cost_of("$stderr.reopen(File::NULL); raise 'broken'") }
        .to raise_error(Bench::Error, /a fresh process could not run .*broken/)
    end

    it "weighs the files that are loaded, each once, and the libraries that they bring" do
      files = described_class.files_of("require 'openssl'; require 'openssl'")
      expect(files["on disk"]).to eq(files.values_at("Ruby", "extensions", "shared libraries").sum)
      expect(files.values).to all(be_positive)
      expect(described_class.files_of("require 'abbrev'")).to include("extensions" => 0, "shared libraries" => 0)
    end
  end

  describe Bench::LoadedFiles do
    it "leaves the C library out, and what was there before" do
      Dir.mktmpdir do |directory|
        directory = File.realpath(directory)
        sizes = { "a.rb" => 1, "b.so" => 10, "libc.so.6" => 100, "ld-linux-x86-64.so.2" => 100, "libm.so.6" => 100,
                  "libcrypto.so.3" => 1000, "helper" => 10_000, "old.rb" => 100_000, "libold.so" => 100_000 }
        paths = sizes.to_h do |name, size|
          path = File.join(directory, name)
          File.write(path, "x" * size)
          [name, path]
        end
        maps = ->(*names) { [names.map { |name| "7f00-7f01 r-xp 00000000 fe:00 1   #{paths[name]}\n" }.join] }
        before = described_class.new(paths["old.rb"], maps.call("libold.so"))
        after = described_class.new(paths.values_at("old.rb", "a.rb", "b.so").push("enumerator.so").join("\t"),
                                    maps.call(*sizes.keys.grep_v(/rb\z/)))
        expect(after.since(before)).to eq("Ruby" => 1, "extensions" => 10_010, "shared libraries" => 1000)
      end
    end
  end

  describe Bench::Measures::Allocations do
    def count(code)
      described_class.new.sample(Bench::Contender.new("label", Bench::Library.fetch(:ruby), code,
                                                      locals: { text: "x" }))
    end

    it "counts the objects of one call, and their bytes" do
      expect(count("1 + 1")).to match("objects" => 0.0, "bytes" => be_within(5).of(0))
      expect(count("text.dup.concat(text.dup)")["objects"]).to eq(2.0)
      expect(count('"y" * 1000')["bytes"]).to be_between(1000, 1100)
    end

    it "counts what is gone before the call ends, and leaves the collector on" do
      expect(count("text.dup.upcase.size")["objects"]).to eq(2.0)
      expect(GC.disable).to be(false)
      GC.enable
    end
  end
end
