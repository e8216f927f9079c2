# frozen_string_literal: true

RSpec.describe "Oxisalt.build_info" do
  let(:info) { Oxisalt.build_info }

  it "has the keys that are documented" do
    expect(info.keys).to eq(%w[version engine rustc target profile processor implementations])
  end

  it "says how the native part was built" do
    expect(info["version"]).to eq(Oxisalt::VERSION)
    expect(%w[fast rustcrypto]).to include(info["engine"])
    expect(info["rustc"]).to match(/\A1\.\d+\.\d+/)
    expect(info["target"]).to include("-")
    expect(%w[release debug]).to include(info["profile"])
  end

  it "says what computes on this processor" do
    implementations = info["implementations"]
    expect(implementations.keys).to eq(["signing", "verification", "agreement", "sealing", "password hashing"])
    expect(implementations["verification"]).to start_with("ed25519-dalek")
    expect(%w[graviola ed25519-dalek]).to include(implementations["signing"])
    expect(implementations["signing"]).to eq("ed25519-dalek") if info["engine"] == "rustcrypto"
  end

  it "tells the features that the processor says it has" do
    skip "there is no /proc/cpuinfo of an x86-64 here" unless info["target"].start_with?("x86_64-") &&
                                                              File.readable?("/proc/cpuinfo")

    flags = File.read("/proc/cpuinfo")[/^flags\s*:(.*)/, 1].split
    linux = { "sse4.1" => "sse4_1", "sha" => "sha_ni" }
    expect(info["processor"].map { |feature| linux.fetch(feature, feature) } - flags).to be_empty
    wide = %w[avx512ifma avx512vl].all? { |flag| flags.include?(flag) }
    expect(info["implementations"]["verification"]).to eq("ed25519-dalek (AVX-512)") if wide
    expect(info["implementations"]["signing"]).to eq("graviola") if info["engine"] == "fast" && wide
  end

  it "is frozen through and through" do
    strings = [*info.keys, *info["processor"], *info["implementations"].to_a.flatten]
    expect([info, *info.values, *strings]).to all(be_frozen)
    expect(Ractor.shareable?(info)).to be(true) if defined?(Ractor)
  end
end
