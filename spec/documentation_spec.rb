# frozen_string_literal: true

require "oxisalt/openpgp"
require "oxisalt/openssl"
require "tmpdir"

RSpec.describe "The documentation" do
  root = File.expand_path("..", __dir__)
  sources = Dir.glob("lib/**/*.rb", base: root).sort
  guides = Dir.glob("{README.md,docs/**/*.md}", base: root).sort

  around { |example| Dir.mktmpdir { |directory| Dir.chdir(directory) { example.run } } }

  sources.each do |path|
    DocumentedCode.in_comments(File.join(root, path)).each do |example|
      place = example.place.delete_prefix("#{root}/")

      it "says what its example at #{place} does" do
        example.run
        expect(example.checks).to be_positive
      end
    end
  end

  guides.each do |path|
    it "says what the code in #{path} does" do
      FileUtils.cp(File.join(root, path), ".")
      DocumentedCode.in_markdown(File.join(root, path)).run
    end
  end

  it "has examples for every noun" do
    nouns = %w[digest error hmac signing_key verify_key private_key public_key public_box simple_box sealed_box
               secret_box sealed_stream random merkle_tree merkle_tree/proof aead one_time_auth auth group_element hkdf
               password_hash util]
    without = nouns.reject { |noun| DocumentedCode.in_comments(File.join(root, "lib/oxisalt/#{noun}.rb")).any? }
    expect(without).to be_empty
  end

  describe "that is wrong" do
    {
      "1 + 1 # => 3" => "is 2, and not 3", "1 + 1\n# => 3" => "is 2, and not 3",
      "[1,\n 2].sum\n# => 4" => "is 3, and not 4", "begin\n  2 # => 5\nend" => "is 2, and not 5",
      "Integer('x') # raises TypeError" => "raised ArgumentError, and not TypeError",
      "1 # raises TypeError" => "does not raise TypeError", "\"abc\" # => \"x...\"" => "is \"abc\""
    }.each do |code, message|
      it "is found out: #{code.inspect}" do
        expect { DocumentedCode.new("here", code.lines(chomp: true)).run }
          .to raise_error(DocumentedCode::Unlike, /\Ahere: .*#{Regexp.escape(message)}/m)
      end
    end

    it "is told from what is right" do
      code = ["a = 1", "a + 1 # => 2", "", "[a,", " 2]", "# => [1, 2]", "Integer('x') # => raises ArgumentError",
              "\"abcdef\" # => \"ab...f\"", "def twice(x)", "  x * 2", "end", "twice(a) # => 2"]
      example = DocumentedCode.new("here", code)
      example.run
      expect(example.checks).to eq(5)
    end
  end
end
