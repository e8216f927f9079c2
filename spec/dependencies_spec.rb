# frozen_string_literal: true

require "open3"
require_relative "../rakelib/third_party"

RSpec.describe "The crates of the default engine" do
  def tree(*arguments)
    platforms = ThirdParty::PLATFORMS.flat_map { |platform| ["--target", platform] }
    output, errors, status = Open3.capture3("cargo", "tree", "--locked", "--edges", "normal", *platforms, *arguments,
                                            chdir: ThirdParty::ROOT)
    raise errors unless status.success?

    output
  end

  # OpenPGP is another matter: the crate pgp wants older versions than the rest, in an extension of its own.
  %w[oxisalt-core oxisalt].each do |package|
    it "are there in one version each, for #{package}" do
      expect(tree("--package", package, "--duplicates")).to eq("")
    end

    it "can be listed, for #{package}" do
      expect(tree("--package", package, "--prefix", "none").lines.size).to be > 20
    end
  end
end
