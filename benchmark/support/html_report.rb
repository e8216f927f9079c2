# frozen_string_literal: true

module Bench
  # A page of its own: everything that was measured, with charts. It asks nothing of the network, and is made of the
  # results alone, so that the same results make the same page.
  class HTMLReport
    STYLE = File.read(File.join(__dir__, "html_report", "style.css"))
    TITLE = "Oxisalt's benchmarks"

    HOW_TO_READ = <<~TEXT
      Before anything was timed, every contender gave the same answer as the others. Then each had its turn in every one
      of several rounds, so that whatever else the machine did fell on all alike. A ratio is the median over the rounds; the
      thin line on its bar, like the figures in brackets, is the half of the rounds in the middle. Published figures are
      those of the comparison that is repeated here, on the machine of its time.
    TEXT

    def initialize(results)
      raise Error, "there are no results yet; rake bench makes some" if results.empty?

      @results = results
    end

    def to_s
      "<!DOCTYPE html>\n#{tag(:html, head, body, lang: 'en')}\n"
    end

    private

    def tag(...) = HTML.tag(...)

    def head
      tag(:head, tag(:meta, charset: "utf-8"),
          tag(:meta, name: "viewport", content: "width=device-width, initial-scale=1"),
          tag(:meta, name: "color-scheme", content: "light dark"), tag(:title, TITLE),
          tag(:style, HTML::Markup.new(STYLE)))
    end

    def body
      tag(:body, Chart::Symbols.to_s, header,
          tag(:main, *@results.map { |results| ComparisonSection.new(results).to_s }, machines), footer)
    end

    def header
      tag(:header, tag(:p, "Oxisalt", class: "brand"), tag(:h1, "What it gains, measured"),
          tag(:p, where, class: "where"), findings, glance, tag(:p, HOW_TO_READ.tr("\n", " "), class: "how"), key)
    end

    # When, on what and with which Ruby: once for each.
    def where
      @results.map do |results|
        machine = results.environment
        "#{results.started.utc.strftime('%F')}, #{machine['cpu']}, #{machine['cores']} cores, #{machine['system']}, " \
          "#{machine['ruby'][/\S+ \S+/]}"
      end.uniq.join("; ")
    end

    def findings
      items = @results.map do |results|
        tag(:li, tag(:a, results.title, href: "##{results.name}"), " ", tag(:span, Tally.new(results)))
      end
      tag(:section, tag(:h2, "In one sentence each"), tag(:ul, *items, class: "findings"))
    end

    # The ratios that README repeats.
    def glance
      entries = @results.flat_map { |results| Summary.new(results).entries.select { |entry| entry[:readme] } }
      return if entries.empty?

      tag(:section, tag(:h2, "At a glance"), HeadlineTable.new(entries).to_s)
    end

    def key
      samples = [%w[ours Oxisalt], ["rival", "a rival"]].map do |name, text|
        tag(:li, tag(:svg, tag(:rect, class: name, width: 30, height: 12, y: 2), width: 30, height: 16,
                                                                                 "aria-hidden": "true"), text)
      end
      marks = { "published" => "the published ratio", "goal" => "the project's own goal" }.map do |name, text|
        tag(:li, tag(:svg, tag(:use, href: "#mark-#{name}", x: 8, y: 8), width: 16, height: 16, "aria-hidden": "true"),
            text)
      end
      tag(:ul, *samples, *marks, class: "legend")
    end

    def machines
      tag(:section, tag(:h2, "Machine and versions", id: "machine"),
          @results.map { |results| Report.description(results.environment) }.uniq.map do |rows|
            tag(:table, tag(:tbody, rows.map { |name, text| tag(:tr, tag(:th, name, scope: "row"), tag(:td, text)) }),
                class: "machine")
          end)
    end

    def footer
      tag(:footer, tag(:p, "Made by rake bench. To see it on another machine: bin/bench in a checkout of Oxisalt."))
    end
  end
end

require_relative "html_report/table"
require_relative "html_report/headline_table"
require_relative "html_report/sheet_section"
require_relative "html_report/comparison_section"
