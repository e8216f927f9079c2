# frozen_string_literal: true

desc "What takes minutes: fuzzing, the core under AddressSanitizer, and the specs while objects move"
task safety: %w[fuzz:corpus rust:asan spec:compact]
