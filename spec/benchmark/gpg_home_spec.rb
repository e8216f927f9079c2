# frozen_string_literal: true

require_relative "support"
require_relative "../../benchmark/support/open_pgp"

RSpec.describe Bench::GPGHome do
  let(:home) { described_class.new("ed25519", "cv25519") }
  let!(:outside) { ENV.fetch("GNUPGHOME", nil) }

  after do
    home.remove
    ENV["GNUPGHOME"] = outside
  end

  def agents(path)
    Dir["/proc/[0-9]*/cmdline"].select do |file|
      File.read(file).include?(path)
    rescue SystemCallError
      false
    end
  end

  def wait_until
    100.times { yield ? break : sleep(0.05) }
    yield
  end

  it "has a path that leaves room for a socket's name, and is nobody else's business" do
    expect(home.path.bytesize).to be < 60
    expect(File.stat(home.path).mode & 0o777).to eq(0o700)
  end

  it "is gone after use, and so is its agent" do
    path = home.path
    expect(home.clearsign("text")).to start_with("-----BEGIN PGP SIGNED MESSAGE-----")
    expect(agents(path)).not_to be_empty
    home.enter
    home.remove
    expect(wait_until { agents(path).empty? }).to be(true)
    expect(Dir).not_to exist(path)
    expect(ENV.fetch("GNUPGHOME", nil)).not_to eq(path)
  end

  it "is not made before it is used" do
    expect(Dir).not_to receive(:mktmpdir)
    home.remove
  end

  it "serves ruby-gpgme, which opens what gpg made and makes what gpg opens" do
    gpgme = Bench::OpenPGP::RubyGPGME.new(home)
    expect(Bench::Library.fetch(:gpgme).absence).to be_nil
    expect(gpgme.verify(home.clearsign("text\n"))).to eq("text\n")
    expect(gpgme.decrypt(home.encrypt("text"))).to eq("text")
    expect(gpgme.verify(gpgme.clearsign("text\n"))).to eq("text\n")
    expect(gpgme.decrypt(gpgme.encrypt("text"))).to eq("text")
  end

  it "names what gpg refused" do
    broken = described_class.new("no-such-algorithm", "cv25519")
    expect { broken.path }.to raise_error(Bench::Error, /gpg --quick-generate-key failed: .+/)
    broken.remove
  end
end
