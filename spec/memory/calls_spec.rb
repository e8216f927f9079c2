# frozen_string_literal: true

# Calls.of is what every example here goes through: every public method, right and wrong.
RSpec.describe "Calls of every public method" do
  include Subprocess

  # The exact number of calls that memory is measured over; without it, as many as take some milliseconds.
  calls = ENV.fetch("OXISALT_CALLS", nil)

  # `CALLS` are those of `part`.
  def run_calls(part, script)
    files = %w[calls growth].map { |name| "require #{File.expand_path("../support/#{name}", __dir__).dump}" }
    run_ruby([*files, "CALLS = Calls.of(#{part.dump})", script].join("\n"))
  end

  # OpenPGP and GPG have no table.
  spaces = {
    "oxisalt" => ->(name) { !name.match?(/\AOxisalt::(OpenPGP|GPG|OpenSSL)\b/) },
    "oxisalt/openssl" => ->(name) { name.match?(/\AOxisalt::OpenSSL\b/) }
  }

  Calls::PARTS.each_key do |part|
    describe "of #{part}" do
      before do
        require part
      rescue LoadError => e
        skip "#{part} cannot be loaded: #{e.message}"
      end

      it "stand in the table, and no others" do
        expected = Calls.public_methods_of(Signatures.spaces.select { |space| spaces.fetch(part).call(space.name) })
        expect(Calls.of(part).map(&:name).uniq).to match_array(expected)
      end

      it "have a wrong one wherever there is an argument" do
        lacking = Calls.of(part).group_by(&:name).select { |_, rows| rows.none?(&:wrong) }.keys.reject do |call|
          space, kind, name = call.match(/\A(.+?)([.#])([^.#]+)\z/).captures
          space = Object.const_get(space)
          kind == "." ? space.method(name).arity.zero? : space.instance_method(name).arity.zero?
        end
        # Their classes take no argument, which Ruby itself sees to.
        expect(lacking.grep_v(/::Digest::\w+#initialize\z/)).to be_empty
      end

      it "return the same each time, under the garbage collector at every allocation" do
        # An algorithm of a family stands for it; OXISALT_GC=stress takes them all.
        output = run_calls(part, <<~RUBY)
          every = #{Collector::MODE == 'stress'}
          calls = CALLS.reject { |call| !every && call.name.match?(/::(MD5|RIPEMD160|SHA(224|384|512|1|3_(?!256)))/) }
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

        output = run_calls(part, <<~RUBY)
          expected = Calls.results(CALLS)
          library = Object.const_get(#{(part == 'oxisalt' ? 'Oxisalt' : 'Oxisalt::OpenSSL').dump})
          streams = library::Digest.names.map { |name| library::Digest.new(name) << "a" }
          before = streams.map(&:hexdigest)
          room = RUBY_VERSION < "3.2" ? { double_heap: true } : { expand_heap: true }
          results = Array.new(3) do
            GC.verify_compaction_references(toward: :empty, **room)
            GC.compact
            Calls.results(CALLS)
          end
          GC.auto_compact = true
          results << Calls.results(CALLS)
          p results.uniq == [expected], streams.map(&:hexdigest) == before
        RUBY
        expect(output).to eq("true\ntrue\n")
      end

      it "take no memory that they do not give back" do
        skip "there is no /proc here" unless Growth.measurable?

        output = run_calls(part, <<~RUBY)
          fixed = #{calls.inspect}&.to_i
          CALLS.each do |call|
            both = ->(_) { call.right.call; call.refusal }
            # What takes milliseconds has some KiB to lose.
            least = call.slow ? 40 : 1000
            times = fixed ? fixed * least / 1000 : Growth.affordable(0.005, least, &both)
            puts [call.name, times, Growth.of(times, &both)].join("\t")
          end
        RUBY
        expect_no_growth(output, Calls.of(part).size)
      end
    end
  end

  # `output` has a line for each of `count` calls, with how often it was called and what it took.
  def expect_no_growth(output, count)
    lines = output.lines
    expect(lines.map { |line| Integer(line[/\t(\d+)\t/, 1]) }).to all(be >= 30).and(have_attributes(size: count))
    expect(lines.select { |line| Integer(line[/\S+\Z/]) >= Growth::LIMIT }).to be_empty
  end

  # What takes another way than short data does.
  long = <<~RUBY
    key = Oxisalt::SimpleBox.from_secret_key("k" * 32)
    signer = Oxisalt::SigningKey.new("s" * 32)
    aead = Oxisalt::AEAD::XChaCha20Poly1305IETF.new("k" * 32)
    nonce = "n" * 24
    data = "m" * 2_000_000
    LONG = {
      "a long digest" => -> { Oxisalt::Digest::BLAKE3.hexdigest("a", digest_size: 100_000) },
      "a digest of 2 MB" => -> { Oxisalt::Digest::SHA1.digest(data) },
      "a stream of 2 MB" => -> { Oxisalt::Digest::SHA1.new.update(data) },
      "a file" => -> { Oxisalt::Digest::SHA256.file(#{File.join(Subprocess::LIB, 'oxisalt.rb').dump}) },
      "a tree of 2 MB" => -> { Oxisalt::MerkleTree.new(["m" * 1_000_000] * 2, scheme: :tahoe) { nil } },
      "a tree of many leaves" => -> { Oxisalt::MerkleTree.new(["m"] * 10_000, scheme: :rfc6962) },
      "a box of 2 MB" => -> { key.open(key.box(data)) },
      "2 MB that open nothing" => -> { begin; key.open(data); rescue Oxisalt::CryptoError; end },
      "2 MB encrypted" => -> { aead.decrypt(nonce, aead.encrypt(nonce, data)) },
      "a password hash with 1 MiB" => -> { Oxisalt::PasswordHash.argon2id("p", "s" * 16, 1, 1 << 20) },
      "a signature of 2 MB" => -> { signer.verify_key.verify_attached(signer.sign_attached(data)) }
    }
  RUBY

  it "take no memory that they do not give back, where they take much" do
    skip "there is no /proc here" unless Growth.measurable?

    output = run_calls("oxisalt", long + <<~RUBY)
      times = #{calls.inspect} ? #{calls.inspect}.to_i / 1000 : 30
      LONG.each { |name, call| puts [name, times, Growth.of(times) { call.call }].join("\t") }
    RUBY
    expect_no_growth(output, long.scan("=> -> {").size)
  end

  it "would be caught at losing a short String each" do
    skip "there is no /proc here" unless Growth.measurable?

    lost, kept = run_calls("oxisalt", <<~RUBY).split.map { |count| Integer(count) }
      lost = []
      p Growth.of(20_000) { lost << "x" * 16 }, Growth.of(20_000) { "x" * 16 }
    RUBY
    expect(lost).to be >= Growth::LIMIT
    expect(kept).to be < Growth::LIMIT
  end
end
