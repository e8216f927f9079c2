# frozen_string_literal: true

require_relative "repository"

# What README tells somebody who has Rust and a bare Debian 12 to do, in its own words.
namespace :stranger do
  readme = File.read("README.md")
  install = readme[/^## Install$.*?(?=^## )/m]
  packages = install[/on Debian and Ubuntu `apt-get install ([^`]+)`/, 1]
  command = install[/^```sh\n(gem install [^\n]+)\n```/, 1]
  example = readme[/^```ruby\n(.*?)^```/m, 1]

  desc "Follow README on a bare Debian 12 with Rust, to a tag, a signature and a box"
  task install: :build do
    abort "README's install section is written in another way" unless packages && command && example

    Repository.new("pkg/repository").fill([File.join("pkg", SPECIFICATION.file_name)], ["rb_sys"])
    File.write("pkg/stranger.rb", <<~RUBY)
      require "/oxisalt/spec/support/examples"
      lines = #{example.lines(chomp: true)}
      example = DocumentedCode.new("README.md", lines)
      example.run
      example.checks >= 3 or abort "README's first screen shows no tag, signature and box"
    RUBY
    sh "bin/debian", "--bare", "bookworm", "sh", "-euxc", <<~SHELL
      echo ':sources: ["file:///oxisalt/pkg/repository"]' >/etc/gemrc
      apt-get -qq update
      DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes #{packages} >/dev/null
      cd /tmp
      #{command}
      ruby /oxisalt/pkg/stranger.rb
      ruby -w /oxisalt/spec/install/smoke/core.rb
      ruby -w /oxisalt/spec/install/smoke/openpgp.rb
      # Nothing that compiling made is left.
      gem contents oxisalt | xargs ls -d >/dev/null
      test -z "$(find "$(gem environment gemdir)" -name '*.rlib' -o -name '*.o' -o -name target -o -name .rb-sys)"
      du --summarize --human-readable "$(gem environment gemdir)"/gems/oxisalt-* "$(gem environment gemdir)"/extensions
      gem uninstall oxisalt
      # RubyGems leaves the documentation that it made.
      test -z "$(find "$(gem environment gemdir)" -path '*oxisalt*' -not -path '*/doc/*')"
    SHELL
  end

  desc "Set a checkout up on a bare Debian 12 with Rust"
  task :setup do
    sh "bin/debian", "--bare", "bookworm", "sh", "-euxc", "bin/setup >/dev/null && bin/setup && rake --tasks"
  end
end
