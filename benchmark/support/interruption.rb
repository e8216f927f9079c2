# frozen_string_literal: true

module Bench
  # Ctrl-C and SIGTERM end the measuring, and nothing else: the first of them raises Interrupt, those that follow are
  # ignored, so that what was measured can be saved. (Ctrl-C at a terminal reaches `rake bench` too, which then passes
  # it on.)
  module Interruption
    SIGNALS = %w[INT TERM].freeze

    @asked = false

    class << self
      # Whether a signal came. Then a child that ended ended for that.
      def asked?
        @asked
      end

      def once
        @asked = false
        former = SIGNALS.to_h { |signal| [signal, trap(signal) { ask }] }
        yield
      ensure
        former&.each { |signal, handler| trap(signal, handler || "DEFAULT") }
      end

      private

      def ask
        return if @asked

        @asked = true
        raise Interrupt, "interrupted"
      end
    end
  end
end
