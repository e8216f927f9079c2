# frozen_string_literal: true

require "open3"

RSpec.describe "The crates of the default engine" do
  root = File.expand_path("..", __dir__)

  def tree(root, *arguments)
    output, errors, status = Open3.capture3("cargo", "tree", "--locked", "--edges", "normal", *arguments, chdir: root)
    raise errors unless status.success?

    output
  end

  # OpenPGP is another matter: the crate pgp wants older versions than the rest, in an extension of its own.
  %w[oxisalt-core oxisalt].each do |package|
    it "are there in one version each, for #{package}" do
      expect(tree(root, "--package", package, "--target", "all", "--duplicates")).to eq("")
    end

    it "can be listed, for #{package}" do
      expect(tree(root, "--package", package, "--prefix", "none").lines.size).to be > 20
    end
  end
end
