# frozen_string_literal: true

module CallCost
  # What callgrind wrote, as { name of a file => instructions in it }.
  # The format: https://valgrind.org/docs/manual/cl-format.html
  module Profile
    module_function

    # Names and positions are written in full, as with --compress-strings=no and --compress-pos=no.
    def parse(text)
      counts = count(text)
      total = text[/^(?:summary|totals): (\d+)/, 1]
      raise Bench::Error, "callgrind's file has no sum" unless total
      return counts if counts.values.sum == total.to_i

      raise Bench::Error, "callgrind's file says #{total} instructions, and lists #{counts.values.sum}"
    end

    # The line after `calls=` is what the called function took, and stands in its own lines, too.
    def count(text)
      _, *sections = text.gsub(/^calls=.*\n.*\n/, "").split(/^ob=/)
      sections.each_with_object({}) do |section, counts|
        file = File.basename(section[/.*/])
        counts[file] = counts.fetch(file, 0) + section.scan(/^\d+ (\d+)$/).flatten.sum(&:to_i)
      end
    end

    # What is in the one beyond the other.
    def difference(more, less)
      (more.keys | less.keys).to_h { |file| [file, more.fetch(file, 0) - less.fetch(file, 0)] }
    end
  end
end
