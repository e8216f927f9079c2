# frozen_string_literal: true

module Bench
  # Equal answers first: before anything is timed, every contender gives its answer, twice (a contender that is kept
  # and reused must not change its mind), and all of them must agree with the reference.
  class Answers
    # The longest answer that is printed in full.
    SHOWN = 64

    # expected: the known answer, where there is one, as { "its name" => value }.
    # accept: a block that judges an answer by itself, for answers that are rightly different (ciphertexts).
    def initialize(title, reference: nil, expected: nil, accept: nil)
      @title = title
      @reference = reference
      @expected = expected
      @accept = accept
    end

    # Raises Mismatch for the first contender that disagrees.
    def check(contenders)
      return if contenders.empty?

      name, value = @accept ? nil : known(contenders)
      contenders.each { |contender| 2.times { compare(contender, answer_of(contender), name, value) } }
    end

    private

    def known(contenders)
      return @expected.first if @expected

      reference = contenders.find { |contender| contender.label == @reference } || contenders.first
      [reference.label, answer_of(reference)]
    end

    def answer_of(contender)
      contender.answer
    rescue StandardError, NotImplementedError => e
      raise Error, "#{@title}: #{contender.label} raised #{e.class}: #{e.message}"
    end

    def compare(contender, answer, name, value)
      return judge(contender, answer) if @accept
      return if bytes(answer) == bytes(value)

      raise Mismatch, "#{@title}: #{contender.label} and #{name} give different answers: " \
                      "#{show(answer)} and #{show(value)}"
    end

    # An answer that the judge cannot even read is not accepted either.
    def judge(contender, answer)
      reason = begin
        show(answer) unless @accept.call(answer)
      rescue StandardError => e
        "#{e.class}: #{e.message}"
      end
      raise Mismatch, "#{@title}: the answer of #{contender.label} is not accepted: #{reason}" if reason
    end

    # Strings are compared as bytes, whatever their encoding.
    def bytes(answer)
      case answer
      when String then answer.b
      when Array then answer.map { |element| bytes(element) }
      else answer
      end
    end

    def show(answer)
      return answer.inspect unless answer.is_a?(String)
      return answer.inspect if answer.b.match?(/\A[ -~]{0,#{SHOWN}}\z/no)

      hex = answer.byteslice(0, SHOWN / 2).unpack1("H*")
      "#{answer.bytesize} bytes #{hex}#{'...' if answer.bytesize > SHOWN / 2}"
    end
  end
end
