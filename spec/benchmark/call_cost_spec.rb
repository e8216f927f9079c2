# frozen_string_literal: true

require_relative "support"
require_relative "../../benchmark/call_cost/call_cost"

RSpec.describe "What a call costs" do
  let(:subject_of_ours) { CallCost::Steps::SUBJECTS.find { |subject| subject.title == "Oxisalt" } }
  let(:subject_of_theirs) { CallCost::Steps::SUBJECTS.find { |subject| subject.title == "OpenSSL::HMAC" } }

  # What the steps take where a call is 100, a result 200, a block 10, a key 40 beside its two blocks, a name 5 and the
  # rest 1000. prepared_key: what a prepared key costs all the same.
  def figures(title, prepared_key: 0)
    prepared = 1300 + prepared_key
    fresh = 1300 + 90 + 20 + 40
    ways = { "empty" => prepared + 20, "prepared" => prepared + 90, "long" => prepared + 650, "fresh" => fresh,
             "name" => fresh + 5 }
    { "call" => 100, "result" => 300, **ways.transform_keys { |way| "#{title} #{way}" } }
  end

  describe "the recorded page" do
    it "is what its results say (rake bench:call_cost)" do
      results = JSON.parse(File.read(CallCost::RESULTS))
      expect(File.read(CallCost::PAGE)).to eq(CallCost::Page.new(results).to_s)
      expect(results.values_at("rounds", "passes")).to all(be >= 100)
      expect(results["subjects"]).to eq(CallCost::Steps::SUBJECTS.map(&:title))
    end

    it "has parts that make up the whole" do
      table = File.read(CallCost::PAGE)[/^## Where the time goes.*?(?=^- )/m]
      columns = table.scan(/^\| (.+) \|$/).flatten.map { |line| line.split(" | ").drop(1) }.drop(2).transpose
      expect(columns.size).to eq(3)
      columns.each do |column|
        *parts, whole = column.map { |cell| Float(cell) }
        expect(parts.size).to eq(6)
        expect(parts.sum).to be_within(0.5).of(whole)
      end
    end
  end

  describe CallCost::Parts do
    it "are the differences between the steps" do
      parts = described_class.new(subject_of_ours, figures("Oxisalt"))
      expect(parts.to_h).to eq(call: 100, name: 5, key: 60, rest: 1000, compression: 90, result: 200)
      expect(parts.whole).to eq(parts.to_h.values.sum)
      expect(parts.block).to eq(10)
    end

    it "count the key's blocks as compression where that can be told" do
      parts = described_class.new(subject_of_ours, figures("Oxisalt"), with_key: true)
      expect(parts.to_h).to eq(call: 100, name: 5, key: 40, rest: 1000, compression: 110, result: 200)
    end

    it "know that a prepared OpenSSL::HMAC compresses the key again" do
      parts = described_class.new(subject_of_theirs, figures("OpenSSL::HMAC", prepared_key: 20), with_key: true)
      expect(parts.to_h).to eq(call: 100, name: 5, key: 40, rest: 1000, compression: 110, result: 200)
    end

    it "have as many blocks as FIPS 180-4 pads to" do
      blocks = ->(bytes) { (bytes + 9).fdiv(64).ceil }
      steps = CallCost::Steps
      expect(described_class::MESSAGE_BLOCKS).to eq(blocks.call(steps::MESSAGE.bytesize) + blocks.call(32))
      expect(described_class::FURTHER_BLOCKS).to eq(blocks.call(steps::LONG.bytesize) - blocks.call(0))
    end
  end

  describe CallCost::Profile do
    # What callgrind 3.19 wrote of a program of two functions, the one of which calls the other twice.
    let(:recorded) do
      <<~TEXT
        # callgrind format
        version: 1
        creator: callgrind-3.19.0
        pid: 7226
        cmd:  ./tiny
        part: 1


        desc: Timerange: Basic block 0 - 5
        desc: Trigger: Program termination

        positions: line
        events: Ir
        summary: 11


        ob=???
        fl=???
        fn=0x0000000000401004
        0 4
        cfn=0x0000000000401000
        calls=1 0
        0 2
        0 3
        cfn=0x0000000000401000
        calls=1 0
        0 2

        fn=0x0000000000401000
        0 4

        totals: 11
      TEXT
    end

    let(:of_two_files) do
      recorded.sub("\n\nfn=0x0000000000401000\n", "\n\nob=/usr/lib/libother.so.1\nfl=other.c\nfn=other\n")
              .gsub("cfn=0x0000000000401000", "cob=/usr/lib/libother.so.1\ncfi=other.c\ncfn=other")
              .sub("ob=???", "ob=/usr/bin/tiny")
    end

    it "counts what each file itself has, and no call twice" do
      expect(described_class.parse(recorded)).to eq("???" => 11)
      expect(described_class.parse(of_two_files)).to eq("tiny" => 7, "libother.so.1" => 4)
    end

    it "refuses what does not add up, or has no sum" do
      expect { described_class.parse(recorded.gsub(": 11", ": 12")) }
        .to raise_error(Bench::Error, "callgrind's file says 12 instructions, and lists 11")
      expect { described_class.parse("") }.to raise_error(Bench::Error, "callgrind's file has no sum")
    end

    it "tells what one has beyond another" do
      expect(described_class.difference({ "a" => 5, "b" => 1 }, { "a" => 2, "c" => 1 }))
        .to eq("a" => 3, "b" => 1, "c" => -1)
    end
  end

  describe CallCost::Owners do
    it "sums up files by whose they are, without compression" do
      instructions = figures("Oxisalt").transform_values do |count|
        { "oxisalt.so" => count, "libruby.so.3.1" => 7, "libc.so.6" => 2, "ld-linux-x86-64.so.2" => 1, "???" => 4 }
      end
      expect(described_class.new(instructions).beyond_compression(subject_of_ours))
        .to eq("Ruby" => 7, "Oxisalt's extension" => 1345, "openssl's extension" => 0, "libcrypto" => 0,
               "the C library" => 3, "others" => 4)
    end
  end

  describe CallCost::Stopwatch do
    it "gives every step a turn in every round, and takes the loop off" do
      contenders = CallCost::Steps.contenders([])
      seconds = described_class.new(contenders, rounds: 3, turn: 0.0001).seconds
      expect(seconds.keys).to eq(%w[loop call result])
      expect(seconds.values.map(&:size)).to eq([3, 3, 3])
      expect(seconds["loop"]).to eq([0, 0, 0])
    end
  end

  describe CallCost::Callgrind do
    it "counts what a step takes, by the file that it is in", if: described_class.absence.nil? do
      counts = described_class.new(passes: 100).instructions("result", loop: { "nowhere.so" => 1 })
      expect(counts.fetch(ruby_file)).to be_between(100, 10_000)
      expect(counts.fetch("nowhere.so")).to eq(-1)
    end

    it "says which step could not be counted, and why", if: described_class.absence.nil? do
      expect { described_class.new(passes: 1).instructions("nothing") }
        .to raise_error(Bench::Error, /\Avalgrind did not count "nothing": .*key not found/)
    end

    it "says how to install valgrind where it is missing, and the page does" do
      stub_const("ENV", ENV.to_h.merge("PATH" => "/nowhere"))
      expect(described_class.absence)
        .to eq("instructions are not counted: there is no valgrind on the PATH (apt-get install valgrind)")
      output = StringIO.new
      results = CallCost::Measurement.new(rounds: 2, passes: 1, turn: 0.0001, output:).to_h
      expect(output.string).to include("call_cost: instructions are not counted")
      expect(results.values_at("valgrind", "instructions", "passes")).to eq([nil, nil, nil])
      expect(results["objects"]).to include("Oxisalt name" => 1.0)
      page = CallCost::Page.new(results).to_s
      expect(page).to include("Not counted: valgrind was not there (`apt-get install valgrind`).", "2 rounds")
      expect(page).not_to include("callgrind")
    end

    def ruby_file
      shared = RbConfig::CONFIG["ENABLE_SHARED"] == "yes"
      File.basename(File.realpath(shared ? shared_ruby : RbConfig.ruby))
    end

    def shared_ruby
      File.read("/proc/self/maps")[%r{/\S*/libruby\S*}]
    end
  end

  it "refuses results of another format" do
    expect { CallCost::Page.new({ "format" => 0 }) }
      .to raise_error(Bench::Error, "the results are of another format, 0")
  end
end
