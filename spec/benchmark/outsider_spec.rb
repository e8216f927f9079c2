# frozen_string_literal: true

require_relative "support"

RSpec.describe Bench::Outsider do
  # Answers as the programs in C++ and Rust do.
  let(:program) do
    Class.new do
      def requests = @requests ||= []

      def ask(request)
        requests << request
        request.start_with?("answer") ? "616263" : "#{request.split[3]} loops, best of 3: 250 msec per loop"
      end
    end.new
  end

  let(:contender) do
    job = Bench::Outsider::Job.new(program, "sha1 3")
    described_class.new("elsewhere", Bench::Library.fetch(:ruby), job, code: "f(x)")
  end

  it "asks its program for the answer and for the time" do
    expect(contender.answer).to eq("abc")
    expect(contender.per_pass(3.0, repeats: 3)).to eq(0.25)
    expect(program.requests).to eq(["answer sha1 3", "time sha1 3 1 1", "time sha1 3 4 3"])
  end

  it "is a contender like the others" do
    expect(contender).to have_attributes(label: "elsewhere", code: "f(x)", absence: nil, runs?: true, ours?: false)
  end
end
