# frozen_string_literal: true

# `installation` has the gem, with every part.
RSpec.shared_examples "a gem that works" do
  it "computes" do
    expect(installation.smoke("core").output).to eq("core works\n")
  end

  Installation::PARTS.each do |part|
    it "computes with oxisalt/#{part}" do
      expect(installation.smoke(part).output).to eq("#{part} works\n")
    end
  end

  it "loads from anywhere, in silence with all warnings on" do
    expect(installation.ruby("-w", "-W:experimental", "-W:deprecated", "-e", 'require "oxisalt"').output).to eq("")
    expect(installation.ruby("-e", 'require "oxisalt"; puts Oxisalt::VERSION').output)
      .to eq("#{Installation::NAME.delete_prefix('oxisalt-')}\n")
  end

  it "is required by an application's Gemfile" do
    File.write(File.join(installation.elsewhere, "Gemfile"), "source \"#{Gem.sources.first.uri}\"\ngem \"oxisalt\"\n")
    resolved = installation.run("bundle", "install", "--local")
    expect(resolved).to be_success, resolved.output
    application = installation.run("bundle", "exec", "ruby", "-e", "Bundler.require; puts Oxisalt::Random")
    expect(application.output).to eq("Oxisalt::Random\n")
  end
end

RSpec.shared_examples "a gem that goes away" do
  it "leaves nothing when it is uninstalled" do
    gone = installation.gem("uninstall", "oxisalt", "--executables", "--all")
    expect(gone).to be_success, gone.output
    expect(installation.files.grep(/oxisalt/)).to be_empty
  end
end
