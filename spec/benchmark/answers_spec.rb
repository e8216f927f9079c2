# frozen_string_literal: true

require_relative "support"

RSpec.describe "Equal answers first" do
  include BenchSupport

  it "fails the run, names both contenders and saves nothing" do
    run = run_comparison do |bench|
      bench.clock "Sums" do |x|
        x.baseline "right"
        x.report("right", :ruby) { "\x01\x02".b }
        x.report("wrong", :ruby) { "\x01\x03".b }
      end
    end
    expect(run.status).to eq(1)
    expect(run.errors).to include("Sums: wrong and right give different answers: 2 bytes 0103")
    expect(Dir.children(directory)).to be_empty
  end

  it "compares with the known answer where there is one" do
    run = run_comparison do |bench|
      bench.clock "Sums" do |x|
        x.expect 5, from: "arithmetic"
        x.report("addition", :ruby) { 4 }
      end
    end
    expect(run.status).to eq(1)
    expect(run.errors).to include("addition and arithmetic give different answers: 4 and 5")
  end

  it "notices a contender that changes its mind when it is used again" do
    kept = +""
    run = run_comparison do |bench|
      bench.clock "Strings" do |x|
        x.expect "a"
        x.report("kept", :ruby) { (kept << "a").dup }
      end
    end
    expect(run.status).to eq(1)
  end

  it "does not mind encodings" do
    run = run_comparison do |bench|
      bench.clock "Strings" do |x|
        x.report("UTF-8", :ruby) { "\u00e9" }
        x.report("binary", :ruby) { "\xC3\xA9".b }
        x.baseline "UTF-8"
      end
    end
    expect(run.status).to eq(0)
  end

  it "lets each answer be judged by itself" do
    declare = lambda do |bench|
      bench.clock "Random" do |x|
        x.baseline "a"
        x.accept(&:even?)
        x.report("a", :ruby) { 2 * rand(100) }
        x.report("b", :ruby) { (2 * rand(100)) + @oddity }
      end
    end
    @oddity = 0
    expect(run_comparison(&declare).status).to eq(0)
    @oddity = 1
    expect(run_comparison(&declare).errors).to match(/the answer of b is not accepted: \d+/)
  end

  it "does not accept an answer that its judge cannot read" do
    run = run_comparison do |bench|
      bench.clock "Random" do |x|
        x.accept { |answer| Integer(answer) }
        x.report("a", :ruby) { "one" }
      end
    end
    expect(run.status).to eq(1)
    expect(run.errors).to include("Random: the answer of a is not accepted: ArgumentError: invalid value")
  end

  it "names the contender that raised" do
    run = run_comparison do |bench|
      bench.clock("Sums") { |x| x.report("broken", :ruby) { raise IOError, "gone" } }
    end
    expect(run.status).to eq(1)
    expect(run.errors).to include("Sums: broken raised IOError: gone")
  end

  it "refuses a baseline and a headline that name nobody" do
    run = run_comparison do |bench|
      bench.clock "Sums" do |x|
        x.baseline "addition"
        x.report("adition", :ruby) { 4 }
      end
    end
    expect(run.errors).to include('Sums: no contender is called "addition"')
  end
end
