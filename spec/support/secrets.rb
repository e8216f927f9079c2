# frozen_string_literal: true

require "json"

# `make` returns the object, `shown` is its `inspect`.
RSpec.shared_examples "a secret that never changes" do |make:, shown:|
  let(:secret) { make.call }

  it "is frozen, and its own copy" do
    expect(secret).to be_frozen
    expect([secret.dup, secret.clone, secret.clone(freeze: true)]).to all(be(secret))
    expect { secret.clone(freeze: false) }
      .to raise_error(ArgumentError, "can't unfreeze #{secret.class}") { |e| expect(e).to be_a(Oxisalt::Error) }
    expect { secret.instance_variable_set(:@a, 1) }.to raise_error(FrozenError)
    expect(Ractor.shareable?(secret)).to be(true) if defined?(Ractor)
  end

  it "does not show itself" do
    expect(secret.inspect).to eq(shown)
    expect { secret.to_s }.to raise_error(NoMethodError)
    expect { "#{secret}" }.to raise_error(NoMethodError) # rubocop:disable Style/RedundantInterpolation
    expect(secret).not_to respond_to(:to_str)
    expect { String(secret) }.to raise_error(TypeError)
  end

  it "cannot be dumped or written as JSON, alone or within something else" do
    [-> { Marshal.dump(secret) }, -> { Marshal.dump([{ secret: }]) }, -> { secret.to_json }, -> { [secret].to_json },
     -> { JSON.generate("key" => secret) }, -> { secret.as_json }].each do |leak|
      expect(&leak).to raise_error(TypeError, /\A#{secret.class} holds a secret: it cannot be/) { |error|
        expect(error).to be_a(Oxisalt::Error)
      }
    end
  end
end
