# frozen_string_literal: true

# `make` returns a new object; `whole` is given data and returns the hexadecimal result of that in one call.
RSpec.shared_examples "a stream" do |make:, whole:|
  let(:stream) { make.call }

  it "starts with the result of nothing" do
    expect(stream.hexdigest).to eq(whole.call(""))
  end

  it "appends with each update, and returns itself" do
    expect(stream << "a" << "").to be(stream)
    expect(stream.update("b")).to be(stream)
    expect(stream.hexdigest).to eq(whole.call("ab"))
  end

  it "goes on after a result was taken" do
    stream << "a"
    expect(Array.new(2) { stream.hexdigest }).to eq([whole.call("a")] * 2)
    expect((stream << "b").hexdigest).to eq(whole.call("ab"))
  end

  it "is as new after a reset" do
    expect((stream << "ab").reset).to be(stream)
    expect(stream.hexdigest).to eq(whole.call(""))
    expect((stream << "c").hexdigest).to eq(whole.call("c"))
  end

  it "takes long and short pieces in any order" do
    pieces = ["a", "b" * 1_048_575, "c" * 1_048_576, "d", "e" * 3_000_000, ""]
    pieces.each { |piece| stream << piece }
    expect(stream.hexdigest).to eq(whole.call(pieces.join))
  end

  it "is copied by dup and clone, each independent of the other" do
    stream << "a"
    copies = [stream.dup, stream.clone]
    copies.each { |copy| copy << "x" }
    stream << "b"
    expect(copies.map(&:hexdigest)).to eq([whole.call("ax")] * 2)
    expect(stream.hexdigest).to eq(whole.call("ab"))
    stream.reset
    expect(copies.map { |copy| copy.update("y").hexdigest }).to eq([whole.call("axy")] * 2)
  end

  it "cannot be fed, reset or made anew when frozen, but still gives its result" do
    stream.update("a").freeze
    [-> { stream << "b" }, -> { stream.update("b") }, -> { stream.update("b" * 2_000_000) }, -> { stream.reset },
     -> { stream.send(:initialize_copy, make.call) }].each do |change|
      expect(&change).to raise_error(FrozenError, "can't modify frozen #{stream.class}") { |error|
        expect(error).to be_a(Oxisalt::Error)
      }
    end
    expect(stream.hexdigest).to eq(whole.call("a"))
    expect(stream.clone).to be_frozen
    expect(stream.dup.update("b").hexdigest).to eq(whole.call("ab"))
  end

  it "becomes no copy of another class" do
    other = Class.new(stream.class).allocate
    expect { stream.send(:initialize_copy, other) }
      .to raise_error(TypeError, /\Athe original must be of #{stream.class}, got /)
  end

  it "says so when it was never initialized" do
    expect { stream.class.allocate.update("a") }.to raise_error(ArgumentError, "this object was never initialized")
    expect { stream.class.allocate.dup }.to raise_error(ArgumentError, "this object was never initialized")
  end

  it "stays as it was when an update is refused" do
    stream << "a"
    expect { stream << nil }.to raise_error(TypeError)
    expect(stream.hexdigest).to eq(whole.call("a"))
  end
end
