# frozen_string_literal: true

require "json"
require "open3"

# The crates that stand in the extensions and in the process that speaks to GnuPG, and their licences.
class ThirdParty
  ROOT = File.expand_path("..", __dir__)
  FILE = File.join(ROOT, "LICENSE-THIRD-PARTY.md")

  # What is shipped: everything else is there for these.
  SHIPPED = %w[oxisalt oxisalt-openpgp oxisalt-gpgme oxisalt-gpg].freeze

  # The platforms that the gem is for: others' crates are not in it.
  PLATFORMS = %w[x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-apple-darwin aarch64-apple-darwin].freeze

  # All of them let the gem be under MIT and Apache-2.0, and used in software of any kind. Of LGPL-2.1 are the bindings
  # of libgpgme, which are in a program of their own that `Oxisalt::GPG` starts, and can be replaced there.
  ALLOWED = %w[
    0BSD Apache-2.0 BSD-1-Clause BSD-2-Clause BSD-3-Clause BSL-1.0 CC0-1.0 ISC MIT MIT-0 Unicode-3.0 Unlicense Zlib
    bzip2-1.0.6
  ].freeze
  ALLOWED_FOR = %w[gpgme gpgme-sys gpg-error libgpg-error-sys].to_h { |name| [name, "LGPL-2.1"] }.freeze

  # A crate, as cargo describes it.
  Crate = Struct.new(:name, :version, :license, :repository, :authors, :directory) do
    # The licences and notices that it comes with.
    def texts
      pattern = /\A(licen[cs]e|copying|notice|copyright|unlicense)/i
      Dir.children(directory).grep(pattern).sort.map { |name| File.join(directory, name) }
         .select { |path| File.file?(path) && !path.end_with?(".rs", ".toml") }
         .map { |path| File.read(path, encoding: "UTF-8").scrub.gsub("\r\n", "\n").strip }
    end

    def allowed?
      Expression.new(license).allow?([*ALLOWED, ALLOWED_FOR[name]])
    end
  end

  # What SPDX calls a licence expression: names, AND, OR and parentheses. Old crates write `/` for OR.
  class Expression
    def initialize(text)
      @tokens = text.to_s.gsub("/", " OR ").scan(/[()]|[^\s()]+/)
    end

    # Whether names out of `allowed` are enough.
    def allow?(allowed)
      raise ArgumentError, "no licence" if @tokens.empty?

      either(@tokens.dup, allowed)
    end

    private

    def either(tokens, allowed)
      result = both(tokens, allowed)
      result |= both(tokens, allowed) while tokens.first == "OR" && tokens.shift
      result
    end

    def both(tokens, allowed)
      result = one(tokens, allowed)
      result &= one(tokens, allowed) while tokens.first == "AND" && tokens.shift
      result
    end

    def one(tokens, allowed)
      token = tokens.shift
      return either(tokens, allowed).tap { tokens.shift } if token == "("

      exception = tokens.shift(2).last if tokens.first == "WITH"
      allowed.include?([token, exception].compact.join(" WITH "))
    end
  end

  # Every crate, by its name. No crate that only tests or builds, and no macro, which runs in the compiler.
  def crates
    @crates ||= described.fetch_values(*linked)
  end

  def to_s
    [<<~TEXT, table, untold, *texts].join("\n")
      # Licences of third parties

      Oxisalt itself is under MIT or Apache-2.0, as you like. Its extensions are linked from the crates below; their texts
      follow, each once. `rake licences` writes this file from what the crates come with.

    TEXT
  end

  def write
    File.write(FILE, to_s)
  end

  private

  # "name version" of everything that is linked, on one platform or another.
  def linked
    packages = SHIPPED.flat_map { |name| ["--package", name] }
    platforms = PLATFORMS.flat_map { |platform| ["--target", platform] }
    lines = cargo("tree", "--edges", "normal,no-proc-macro", "--all-features", "--prefix", "none", "--format", "{p}",
                  *packages, *platforms).lines
    # A path stands after the name of what is in this repository.
    lines.grep_v(%r{ \(/|^$}).map { |line| line.split.first(2).join(" ").sub(" v", " ") }.uniq.sort
  end

  # Every crate, as it describes itself.
  def described
    @described ||= begin
      metadata = JSON.parse(cargo("metadata", "--format-version", "1", "--all-features"))
      metadata["packages"].to_h { |package| describe(package) }
    end
  end

  def describe(package)
    facts = package.values_at("name", "version", "license", "repository", "authors")
    [facts.first(2).join(" "), Crate.new(*facts, File.dirname(package["manifest_path"]))]
  end

  def cargo(*arguments)
    output, errors, status = Open3.capture3("cargo", *arguments, "--locked", chdir: ROOT)
    raise errors unless status.success?

    output
  end

  def table
    rows = crates.map { |crate| "| #{crate.name} | #{crate.version} | #{crate.license} | #{crate.repository} |" }
    ["| crate | version | licence | source |", "|---|---|---|---|", *rows, ""].join("\n")
  end

  # Who wrote what comes without a text: under the licence that the table names.
  def untold
    rows = crates.select { |crate| crate.texts.empty? }.map do |crate|
      who = crate.authors.map { |author| author.sub(/ *<.*>/, "") }
      "- #{crate.name} #{crate.version}, #{crate.license}#{": #{who.join(', ')}" unless who.empty?}"
    end
    ["## Without a text of their own", "", *rows, ""].join("\n")
  end

  # Texts that differ in spaces alone are one.
  def texts
    found = crates.flat_map { |crate| crate.texts.map { |text| [crate, text] } }
    found.group_by { |_, text| text.gsub(/\s+/, " ") }.each_value.map do |same|
      section(same.map(&:first).uniq, same.first.last)
    end
  end

  def section(owners, text)
    title = owners.map { |crate| "#{crate.name} #{crate.version}" }.join(", ")
    "## #{title}\n\n```````text\n#{text}\n```````\n"
  end
end
