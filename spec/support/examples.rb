# frozen_string_literal: true

require "ripper"

# Code that documentation shows, and the values that it says the code has.
#
# A value stands after `# =>`, at the end of the line or on a line of its own below, and is compared with `inspect`;
# `...` in it stands for anything, and after a comma there may be words. `# raises SomeError` says that the line raises.
class DocumentedCode
  Unlike = Class.new(StandardError)

  attr_reader :place, :checks

  # @param place [String] file and line, for messages
  # @param lines [Array<String>]
  def initialize(place, lines)
    @place = place
    @lines = lines
    @checks = 0
  end

  # Runs it, and raises where a value is not what it says.
  def run(scope = TOPLEVEL_BINDING.eval("Object.new.instance_eval { binding }"))
    scope.local_variable_set(:documented_code, self)
    statements.each { |statement| check(statement, scope) }
  end

  # Called by the code for a value within a statement.
  def compare(source, expected, value)
    @checks += 1
    actual = value.inspect
    pattern = /\A#{expected.split('...', -1).map { |part| Regexp.escape(part) }.join('.*')}\z/m
    return value if pattern.match?(actual) || expected.start_with?("#{actual}, ")

    raise Unlike, "#{place}: #{source.strip} is #{actual}, and not #{expected}"
  end

  private

  # The lines, grouped into whole statements; a value on a line of its own goes to the statement above.
  def statements
    groups = @lines.each_with_object([]) do |line, all|
      all << [] unless all.last && continues?(all.last, line)
      all.last << line
    end
    groups.reject { |group| group.all? { |line| line.strip.empty? } }
  end

  def continues?(group, line)
    !Ripper.sexp(group.join("\n")) || line.match?(/\A\s*(# =>|\.\w|&\.)/)
  end

  def check(statement, scope)
    *inner, last = statement
    source, kind, expected = split(last)
    code = [*inner.map { |line| instrumented(line) }, source].join("\n")
    return expect_error(code, expected, scope) if kind == "raises"

    value = evaluate(code, scope)
    compare([*inner, source].join("\n"), expected, value) if expected
  end

  def split(line)
    line.match(/\A(.*?)# (?:=> )?(raises) (.*)\z/)&.captures || line.match(/\A(.*?)# (=>) (.*)\z/)&.captures || [line]
  end

  # A line within a statement, whose value is compared where it says one and is an expression of its own.
  def instrumented(line)
    source, kind, expected = split(line)
    return line unless kind == "=>" && !source.strip.empty? && Ripper.sexp(source)

    "documented_code.compare(#{source.dump}, #{expected.dump}, (#{source}))"
  end

  def expect_error(code, expected, scope)
    @checks += 1
    value = evaluate(code, scope)
  rescue Exception => e # rubocop:disable Lint/RescueException
    wanted = Object.const_get(expected[/[\w:]+/])
    raise Unlike, "#{place}: raised #{e.class}, and not #{expected}" unless e.is_a?(wanted)
  else
    raise Unlike, "#{place}: is #{value.inspect}, and does not raise #{expected}"
  end

  def evaluate(code, scope)
    scope.eval(code, place)
  end

  class << self
    # The `@example`s of a Ruby file.
    def in_comments(path)
      comments = File.readlines(path, chomp: true).map { |line| line[/\A\s*#(.*)/, 1] }
      starts = comments.each_index.select { |index| comments[index]&.match?(/\A *@example/) }
      starts.map { |start| new("#{path}:#{start + 1}", body(comments, start)) }
    end

    # The `ruby` blocks of a Markdown file, as one: each may use what those above it made.
    def in_markdown(path)
      inside = false
      lines = File.foreach(path, chomp: true).select do |line|
        fence = line.start_with?("```")
        inside = line == "```ruby" if fence
        inside && !fence
      end
      new(path, lines)
    end

    private

    # What is below the start of an example, and further in than that.
    def body(comments, start)
      indent = comments[start][/\A */].size
      comments.drop(start + 1).take_while do |comment|
        comment && (comment.strip.empty? || comment[/\A */].size > indent)
      end
    end
  end
end
