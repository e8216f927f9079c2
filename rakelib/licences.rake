# frozen_string_literal: true

require_relative "third_party"

desc "Write LICENSE-THIRD-PARTY.md, the licences of what the extensions are linked from"
task :licences do
  ThirdParty.new.write
end
