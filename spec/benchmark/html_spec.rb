# frozen_string_literal: true

require "rexml/document"
require "open3"
require_relative "support"

RSpec.describe Bench::HTMLReport do
  hostile = %(<script>alert("&'")</script>\u0000\xFF)

  def row(label, values, ours: false, figure: "ips", **fields)
    Bench::Outcome::Row.new(label:, library: "ruby", ours:, samples: values.map do |value|
                                                                       { figure => value }
                                                                     end, **fields)
  end

  def outcome(rows, title: "Title", figure: "ips", unit: "per_second", better: :higher, headlines: [], **fields)
    Bench::Outcome.new(title:, kind: figure == "ips" ? "ips" : "gauge", figures: { figure => unit }, better:,
                       baseline: rows.first.label, notes: [], rows:, headlines:, **fields)
  end

  def results(outcomes, name: "tiny", title: "Tiny", about: "About it.")
    environment = { "cpu" => "a processor", "cores" => 2, "ruby" => "ruby 3.1.2", "load_average" => [0.5],
                    "libraries" => { "ruby" => "3.1.2" } }
    Bench::Results.new(name:, title:, about:, settings: { "quick" => false }, started: Time.utc(2025),
                       finished: Time.utc(2025), interrupted: false, environment:, left_out: [], outcomes:)
  end

  def parse(page)
    REXML::Document.new(page)
  end

  # A sweep, a published figure, one that is absent, counts with zeros, and one table that an interruption left empty.
  let(:all_kinds) do
    sweep = [16, 1024, 1_048_576].map do |bytes|
      outcome([row("rival", [1000.0, 1100.0], published: 900), row("ours", [2000.0, 2100.0], ours: true)],
              title: "Sweep, #{bytes}", group: "Sweep", column: Bench::Units.size(bytes), bytes:)
    end
    goal = Bench::Outcome::Headline.new(name: "twice", label: "ours", over: "rival", goal: 3, readme: true)
    published = outcome([row("rival", [2.0], published: 1), row("gone", [], absence: "not installed: get it"),
                         row("ours", [1.0], ours: true, published: 4, code: "a < b && c")], headlines: [goal])
    counts = outcome([row("rival", [0.0], figure: "objects"), row("ours", [0.0], ours: true, figure: "objects")],
                     title: "Counts", figure: "objects", unit: "number", better: :lower)
    empty = outcome([row("rival", []), row("ours", [], ours: true)], title: "Interrupted")
    results([*sweep, published, counts, empty])
  end

  it "is well-formed, asks nothing of the network, and has a sentence for each comparison and table" do
    page = described_class.new([all_kinds, results([], name: "none", title: "None")]).to_s
    body = parse(page).root.elements["body"]
    texts = REXML::XPath.match(body, "//text()").map(&:value).join(" ")
    expect(page).not_to match(/(?:src|href|action)="(?!#)|url\((?!#)|https?:|@import|NaN|Infinity/)
    expect(texts).to include("Of 5 tables and sizes, Oxisalt is ahead of every rival in 3 and level",
                             "a rival wins in 1: Title (rival, 2.00x).",
                             "A rival wins: rival is 2.00x (2.00-2.00) as fast", "Not measured.",
                             "Nothing was measured.")
    expect(texts).to include("not installed: get it", "published 900/s", "4/s", "a < b && c", "3: missed, 16% of it")
  end

  it "describes each chart, has its figures as a table too, and refers only to what is there" do
    document = parse(described_class.new([all_kinds]).to_s)
    ids = REXML::XPath.match(document, "//@id").map(&:value)
    expect(ids.uniq).to eq(ids)
    references = REXML::XPath.match(document, "//@href").map { |reference| reference.value.delete_prefix("#") }
    charts = REXML::XPath.match(document, "//svg[@role='img']")
    expect(charts.size).to eq(1)
    labels = charts.first.attributes["aria-labelledby"].split
    expect(ids).to include(*references, *labels)
    sheet = charts.first.parent.parent
    table = REXML::XPath.match(sheet, ".//table//text()").map(&:value)
    expect(table).to include("rival", "ours", "published 900/s", "952 us")
    expect(REXML::XPath.match(document, "//svg[not(@role)][not(@aria-hidden)]")).to be_empty
  end

  it "escapes every text" do
    hostile_row = row(hostile, [1.0], code: hostile, published: 1)
    headline = Bench::Outcome::Headline.new(name: hostile, label: hostile, over: hostile, goal: 1, readme: true)
    tables = [outcome([hostile_row], title: hostile, headlines: [headline])]
    page = described_class.new([results(tables, title: hostile, about: hostile)]).to_s
    expect(page).not_to include("<script", "\u0000")
    expect(page.scan("&lt;script&gt;alert(&quot;&amp;&#39;&quot;)").size).to be > 6
    expect(parse(page).root.name).to eq("html")
  end

  it "is the same for the same results" do
    expect(described_class.new([all_kinds]).to_s).to eq(described_class.new([all_kinds]).to_s)
  end

  it "draws a ratio where it belongs on a logarithmic axis" do
    scale = Bench::Chart::LogScale.new([1.0, 100.0], margin: 1)
    expect([1, 10, 100, 1000, 0.1, 0].map { |value| scale.position(value) }).to eq([0, 50, 100, 100, 0, 0])
    expect(Bench::Chart::LogScale.new([1.0, 100.0], margin: 1).ticks).to eq([1, 10, 100])
    expect(Bench::Chart::LogScale.new([0.6, 7.0], margin: 1).ticks).to eq([1, 2, 5])
    expect(Bench::Chart::LogScale.new([1e-6, 1e9]).ticks.size).to be <= Bench::Chart::LogScale::MOST_TICKS
    expect(Bench::Chart::LogScale.new([]).ticks).to eq([1])
  end

  # In a real browser, where there is one: `apt-get install chromium`, or BENCH_BROWSER=/path/to/chrome. Nothing else
  # needs it.
  describe "in a browser" do
    browser = ENV.fetch("BENCH_BROWSER") do
      %w[chromium chromium-browser google-chrome].find do |name|
        system("which", name, out: File::NULL, err: File::NULL)
      end
    end

    options = %w[--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
                 --disable-component-update --disable-sync --virtual-time-budget=2000 --hide-scrollbars
                 --window-size=1400,900]

    # The width that each page takes where the window has another, and what sticks out.
    probe = <<~HTML
      <script>
        addEventListener("load", () => {
          const widths = [...document.querySelectorAll("iframe")].map((frame) => {
            const page = frame.contentDocument;
            page.querySelectorAll("details").forEach((details) => { details.open = true; });
            const out = [...page.querySelectorAll("body *:not(defs *)")].filter((element) =>
              !element.closest("pre, .symbols, .wide") && element.getBoundingClientRect().right > frame.clientWidth + 1);
            return [frame.clientWidth, page.documentElement.scrollWidth, out.length].join("/");
          });
          document.getElementById("widths").textContent = widths.join(" ");
        });
      </script>
    HTML

    it "is no wider than a phone or a desktop, with everything unfolded" do
      skip "there is no chromium (apt-get install chromium)" unless browser

      page = CGI.escapeHTML(described_class.new([all_kinds,
                                                 *Bench::Citations.new(File.expand_path("../..",
                                                                                        __dir__)).results]).to_s)
      frames = [390, 1280].map do |width|
        %(<iframe srcdoc="#{page}" style="width:#{width}px;height:900px;border:0"></iframe>)
      end
      Dir.mktmpdir("browser") do |directory|
        file = File.join(directory, "frames.html")
        File.write(file, "<!DOCTYPE html><meta charset=utf-8>#{probe}<p id=widths></p>#{frames.join}")
        output, = Open3.capture2(browser, *options, "--user-data-dir=#{directory}/profile", "--dump-dom",
                                 "file://#{file}",
                                 err: File::NULL)
        expect(output[%r{<p id="widths">(.*?)</p>}, 1]).to eq("390/390/0 1280/1280/0")
      end
    end
  end
end
