# frozen_string_literal: true

# In a precompiled gem this file stands under the name of each extension, in the place where a build from source puts
# the library, and loads that which was compiled for this Ruby. A library that was compiled for another would crash it.

name = File.basename(__FILE__, ".rb")
minor = RUBY_VERSION[/\A\d+\.\d+/]
library = File.join(__dir__, minor, "#{name}.#{RbConfig::CONFIG['DLEXT']}")
instead = "To have it compiled here, type: gem install oxisalt --platform ruby"

unless RUBY_ENGINE == "ruby" && File.exist?(library)
  there = Dir[File.join(__dir__, "*", "#{name}.*")].map { |path| File.basename(File.dirname(path)) }.sort
  carries = there.empty? ? "no #{name}" : "#{name} for ruby #{there.join(' and ')}"
  raise LoadError, "this precompiled oxisalt carries #{carries}, and this is #{RUBY_ENGINE} #{RUBY_VERSION}. #{instead}"
end

begin
  require library
rescue LoadError => e
  raise LoadError, "#{e.message}. This oxisalt was compiled on another machine. #{instead}"
end
