# frozen_string_literal: true

require "objspace"

module Bench
  module Measures
    # What one call leaves to Ruby's garbage collector: how many objects, and how many bytes they hold. Counted over
    # many passes while nothing is collected: objects by GC.stat's total, which knows the short-lived ones too, bytes by
    # ObjectSpace, which asks every object for its slot and for what it holds outside of it. What a C library takes from
    # malloc without telling Ruby is not in it.
    class Allocations
      PASSES = 1000

      def kind = "allocations"
      def figures = { "objects" => "number", "bytes" => "bytes" }
      def better = :lower
      def rehearse? = false
      def answers? = true
      def cost = 0.2

      def sample(contender)
        # The first passes also allocate what the code itself needs: its caches.
        contender.repeat(2)
        GC.start
        GC.disable
        objects, bytes = count { contender.repeat(PASSES) }
        { "objects" => per_pass(objects), "bytes" => per_pass(bytes) }
      ensure
        GC.enable
      end

      private

      def count
        bytes = ObjectSpace.memsize_of_all
        objects = GC.stat(:total_allocated_objects)
        yield
        [GC.stat(:total_allocated_objects) - objects, ObjectSpace.memsize_of_all - bytes]
      end

      # A handful of objects are of the counting, not of the passes.
      def per_pass(count)
        count.fdiv(PASSES).round(1)
      end
    end
  end
end
