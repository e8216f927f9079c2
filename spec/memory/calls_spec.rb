# frozen_string_literal: true

# Calls.all is what every example here goes through: every public method, right and wrong.
RSpec.describe "Calls of every public method" do
  include Subprocess

  # The exact number of calls that memory is measured over; without it, as many as take some milliseconds.
  calls = ENV.fetch("OXISALT_CALLS", nil)

  def run_calls(script)
    run_ruby("require #{File.expand_path('../support/calls', __dir__).dump}\n" \
             "require #{File.expand_path('../support/growth', __dir__).dump}\n#{script}")
  end

  it "stand in the table, and no others" do
    # The optional parts have tables of their own.
    spaces = Signatures.spaces.reject { |space| space.name.match?(/\AOxisalt::(OpenPGP|GPG)\b/) }
    expect(Calls.all.map(&:name)).to match_array(Calls.public_methods_of(spaces))
  end

  it "have a wrong one wherever there is an argument" do
    lacking = Calls.all.select { |call| call.wrong.nil? }.reject do |call|
      space, kind, name = call.name.match(/\A(.+?)([.#])([^.#]+)\z/).captures
      space = Object.const_get(space)
      kind == "." ? space.method(name).arity.zero? : space.instance_method(name).arity.zero?
    end
    # A class that takes options has them checked under another name.
    allowed = Oxisalt::Digest.names.map { |name| "Oxisalt::Digest::#{name.tr('-', '_')}#initialize" }
    expect(lacking.map(&:name) - allowed).to be_empty
  end

  it "return the same each time, under the garbage collector at every allocation" do
    # An algorithm of a family stands for it; OXISALT_GC=stress takes them all.
    output = run_calls(<<~RUBY)
      every = #{Collector::MODE == 'stress'}
      calls = Calls.all.reject { |call| !every && call.name.match?(/::(MD5|RIPEMD160|SHA(224|384|512|1|3_(?!256)))/) }
      expected = Calls.results(calls)
      GC.stress = true
      results = Calls.results(calls)
      GC.stress = false
      p results == expected
    RUBY
    expect(output).to eq("true\n")
  end

  it "return the same when every object was moved" do
    skip "this Ruby cannot compact" unless GC.respond_to?(:verify_compaction_references)

    output = run_calls(<<~RUBY)
      expected = Calls.results
      streams = Oxisalt::Digest.names.map { |name| Oxisalt::Digest.new(name) << "a" }
      before = streams.map(&:hexdigest)
      room = RUBY_VERSION < "3.2" ? { double_heap: true } : { expand_heap: true }
      results = Array.new(3) do
        GC.verify_compaction_references(toward: :empty, **room)
        GC.compact
        Calls.results
      end
      GC.auto_compact = true
      results << Calls.results
      p results.uniq == [expected], streams.map(&:hexdigest) == before
    RUBY
    expect(output).to eq("true\ntrue\n")
  end

  # What takes another way than short data does.
  long = <<~RUBY
    key = Oxisalt::SimpleBox.from_secret_key("k" * 32)
    signer = Oxisalt::SigningKey.new("s" * 32)
    LONG = {
      "a long digest" => -> { Oxisalt::Digest::BLAKE3.hexdigest("a", digest_size: 100_000) },
      "a digest of 2 MB" => -> { Oxisalt::Digest::SHA1.digest("a" * 2_000_000) },
      "a stream of 2 MB" => -> { Oxisalt::Digest::SHA1.new.update("a" * 2_000_000) },
      "a file" => -> { Oxisalt::Digest::SHA256.file(#{File.join(Subprocess::LIB, 'oxisalt.rb').dump}) },
      "a box of 2 MB" => -> { key.open(key.box("m" * 2_000_000)) },
      "2 MB that open nothing" => -> { begin; key.open("m" * 2_000_000); rescue Oxisalt::CryptoError; end },
      "a signature of 2 MB" => -> { signer.verify_key.verify_attached(signer.sign_attached("m" * 2_000_000)) }
    }
  RUBY

  it "take no memory that they do not give back" do
    skip "there is no /proc here" unless Growth.measurable?

    output = run_calls(long + <<~RUBY)
      fixed = #{calls.inspect}&.to_i
      measured = Calls.all.map do |call|
        both = ->(_) { call.right.call; call.refusal }
        times = fixed || Growth.affordable(0.02, 1000, &both)
        [call.name, times, Growth.of(times, &both)]
      end
      measured += LONG.map do |name, call|
        times = fixed ? fixed / 1000 : 30
        [name, times, Growth.of(times) { call.call }]
      end
      measured.each { |row| puts row.join("\\t") }
    RUBY
    rows = output.lines(chomp: true).map { |line| line.split("\t") }
    expect(rows.size).to be > Calls.all.size
    expect(rows.map { |row| Integer(row[1]) }).to all(be >= 30)
    expect(rows.select { |row| Integer(row[2]) >= Growth::LIMIT }).to be_empty
  end

  it "would be caught at losing a short String each" do
    skip "there is no /proc here" unless Growth.measurable?

    lost, kept = run_calls(<<~RUBY).split.map { |count| Integer(count) }
      lost = []
      p Growth.of(20_000) { lost << "x" * 16 }, Growth.of(20_000) { "x" * 16 }
    RUBY
    expect(lost).to be >= Growth::LIMIT
    expect(kept).to be < Growth::LIMIT
  end
end
