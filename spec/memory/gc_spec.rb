# frozen_string_literal: true

RSpec.describe "The garbage collector" do
  include Subprocess

  {
    "hashes" => "->(data) { Oxisalt::Digest::SHA3_512.hexdigest(data) }",
    "seals" => '->(data) { Oxisalt::SecretBox.new("k" * 32).box("n" * 24, data) }'
  }.each do |what, work|
    it "may run and move objects while a thread #{what} without the interpreter lock" do
      skip "this Ruby cannot compact" unless GC.respond_to?(:compact)

      output = run_ruby(<<~RUBY)
        work = #{work}
        expected = work.call("a" * (64 << 20))
        threads = Array.new(2) { Thread.new { work.call("a" * (64 << 20)) } }
        GC.compact while threads.any?(&:alive?)
        p threads.map(&:value).uniq == [expected]
      RUBY
      expect(output).to eq("true\n")
    end
  end
end
