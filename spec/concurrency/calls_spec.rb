# frozen_string_literal: true

# Every public method, on shared objects and on new ones, from everywhere at once. What is special to a class, and takes
# long enough to be disturbed at it, stands beside this file.
RSpec.describe "Calls of every public method" do
  include Subprocess

  Calls::PARTS.each_key do |part|
    describe "of #{part}" do
      before do
        calls
      rescue LoadError => e
        skip "#{part} cannot be loaded: #{e.message}"
      end

      let(:calls) { Calls.of(part) }

      it "return the same in many threads" do
        expected = Calls.results(calls)
        results = Array.new(8) { Thread.new { Array.new(5) { Calls.results(calls) } } }
        expect(results.flat_map(&:value).uniq).to eq([expected])
      end

      it "return the same in Ractors" do
        skip "this Ruby has no Ractor" unless defined?(Ractor)

        # One after the other: Ruby 3.1's own methods that take keywords crash in several at once. What is called in
        # several stands in ractors_spec.rb. Ractor#take became Ractor#value with Ruby 3.5.
        output = run_ruby(<<~RUBY)
          require #{File.expand_path('../support/calls', __dir__).dump}
          class Ractor; alias value take unless method_defined?(:value); end
          calls = Calls.of(#{part.dump})
          results = Array.new(4) { Ractor.new(calls) { |shared| Array.new(5) { Calls.results(shared) } }.value }
          p results.flatten(1).uniq == [Calls.results(calls)]
        RUBY
        expect(output).to eq("true\n")
      end

      it "return the same in forked children, and in their parent after" do
        skip "this system has no fork" unless Process.respond_to?(:fork)

        expected = Calls.results(calls)
        children = Array.new(3) { in_child { (Calls.results(calls) == expected).to_s } }
        expect(children).to eq(["true"] * 3)
        expect(Calls.results(calls)).to eq(expected)
      end

      it "return the same in a child that was forked while other threads were at it" do
        skip "this system has no fork" unless Process.respond_to?(:fork)

        expected = Calls.results(calls)
        going = true
        threads = Array.new(3) { Thread.new { Calls.results(calls) while going } }
        children = Array.new(5) { in_child { (Calls.results(calls) == expected).to_s } }
        going = false
        threads.each(&:join)
        expect(children).to eq(["true"] * 5)
      end

      it "are other bytes in each child, where they are random" do
        skip "this system has no fork" unless Process.respond_to?(:fork)

        random = calls.select(&:random)
        expect(random).not_to be_empty
        made = -> { random.map { |call| call.right.call.unpack1("H*") }.join(" ") }
        made.call
        results = [made.call, *Array.new(3) { in_child(&made) }].flat_map(&:split)
        expect(results.uniq.size).to eq(random.size * 4)
      end
    end
  end
end
