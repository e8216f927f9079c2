# frozen_string_literal: true

# Repeats one step, for callgrind: ruby counted.rb STEP PASSES. Nothing is collected meanwhile: a collection more or
# less would be more than the calls.

require_relative "steps"

GC.disable
CallCost::Steps.find(ARGV.fetch(0)).repeat(Integer(ARGV.fetch(1)))
