# frozen_string_literal: true

require "json"
require "open3"
require "timeout"
require_relative "../support/gpg_keys"

RSpec.describe Oxisalt::GPG do
  include GPGKeys

  lib = File.expand_path("../../lib", __dir__)

  # Runs Ruby code in a process of its own.
  define_method(:ruby) { |code, env| Open3.capture3(env, RbConfig.ruby, "-I", lib, "-e", code) }

  it "tells the versions" do
    expect(gpg.version).to eq(home.run("--version")[/\Agpg \(GnuPG\) (\S+)/, 1])
    expect(gpg.library_version).to match(/\A1\.\d+\.\d+/)
    expect(gpg.home).to eq(home.path)
  end

  describe "passphrases" do
    # The agent remembers none from another example.
    before { home.kill_agent }

    let(:wrong) { Oxisalt::GPG.new(home: home.path, passphrase: "wrong") }
    let(:right) { Oxisalt::GPG.new(home: home.path, passphrase:) }
    let(:message) { gpg.encrypt("text", recipients: locked) }

    # ruby-gpgme#26, #64, #11, #96: "Inappropriate ioctl for device", though a passphrase was given.
    it "are used without a terminal" do
      signed = right.clearsign("text\n", sign_with: locked)
      home.kill_agent
      expect(gpg.verify(signed)).to be_signed
      expect(right.decrypt(message).to_s).to eq("text")
    end

    it "are refused at once when they are wrong or missing" do
      Timeout.timeout(5) do
        { wrong => /wrong/, gpg => /none was given/ }.each do |gpg, reason|
          expect { gpg.sign("x", sign_with: locked) }.to raise_error(described_class::BadPassphrase, reason)
          expect { gpg.encrypt("x", recipients: ed, sign: locked) }
            .to raise_error(described_class::BadPassphrase, reason)
          expect { gpg.decrypt(message) }.to raise_error(described_class::BadPassphrase, reason)
        end
      end
    end

    it "come from a callable, which is asked when one is needed" do
      asked = 0
      gpg = described_class.new(home: home.path, passphrase: -> { passphrase.tap { asked += 1 } })
      gpg.sign("x", sign_with: ed)
      expect(asked).to eq(0)
      expect(gpg.decrypt(message).to_s).to eq("text")
      expect(asked).to eq(1)
    end

    it "may be given for one message" do
      expect(gpg.decrypt(message, passphrase:).to_s).to eq("text")
    end

    it "are errors of their own where the callable fails" do
      failing = described_class.new(home: home.path, passphrase: -> { raise IOError, "no vault" })
      expect { failing.decrypt(message) }.to raise_error(IOError, "no vault")
      nothing = described_class.new(home: home.path, passphrase: -> {})
      expect { nothing.decrypt(message) }.to raise_error(described_class::BadPassphrase)
      strange = described_class.new(home: home.path, passphrase: -> { 1 })
      expect { strange.decrypt(message) }.to raise_error(TypeError, /passphrase must be a String/)
    end

    it "hold no line break, and are nothing else than they should be" do
      ["a\nb", "a\0b"].each do |passphrase|
        expect { described_class.new(home: home.path, passphrase:) }.to raise_error(ArgumentError, /passphrase/)
      end
      [1, :other, []].each do |passphrase|
        expect { described_class.new(home: home.path, passphrase:) }.to raise_error(TypeError, /passphrase/)
      end
    end

    it "do not show, and are not written out" do
      expect(right.inspect).to eq("#<Oxisalt::GPG home=#{home.path.inspect}>")
      expect(right).not_to respond_to(:to_s)
      expect { Marshal.dump(right) }.to raise_error(TypeError)
      expect { right.to_json }.to raise_error(TypeError)
    end
  end

  describe "what is missing" do
    it "is the home" do
      expect { described_class.new(home: "/nonexistent/home") }
        .to raise_error(described_class::EngineError, %r{/nonexistent/home.*no such directory})
      expect { described_class.new(home: __FILE__) }.to raise_error(described_class::EngineError, /not a directory/)
    end

    it "is a home's privacy" do
      GPGHome.open do |open|
        gpg = described_class.new(home: open.path)
        File.chmod(0o755, open.path)
        [-> { described_class.new(home: open.path) }, -> { gpg.keys }].each do |step|
          expect(&step).to raise_error(described_class::EngineError, /open to others.*0700/)
        end
        File.chmod(0o700, open.path)
        expect(gpg.keys).to eq([])
      end
    end

    it "is a home that goes away meanwhile" do
      home = GPGHome.new
      gpg = described_class.new(home: home.path)
      expect(gpg.keys).to eq([])
      home.close
      expect { gpg.sign("x") }.to raise_error(described_class::EngineError, /no such directory/)
    end

    it "is gpg" do
      code = 'require "oxisalt/gpg"; begin; Oxisalt::GPG.new(home: ARGV[0]).keys; ' \
             "rescue Oxisalt::GPG::EngineError => e; puts e.message; end"
      output, errors, = without_gpg(code)
      expect(output).to match(/gpg was not found.*apt-get install gnupg.*brew install gnupg/), errors
    end

    # In a mount namespace where gpg is no program.
    define_method(:without_gpg) do |code|
      path = ENV["PATH"].split(":").map { |directory| File.join(directory, "gpg") }.find { |file| File.exist?(file) }
      hide = ["unshare", "--mount", "sh", "-c", 'mount --bind /dev/null "$0" && exec "$@"', path]
      skip "no right to hide gpg" unless system(*hide, "true", err: File::NULL)
      Open3.capture3(*hide, RbConfig.ruby, "-I", lib, "-e", code, home.path)
    end

    it "is the extension, or the executable" do
      Dir.mktmpdir do |directory|
        FileUtils.cp_r(lib, directory)
        code = "require 'oxisalt/gpg'"
        there = ["-I", File.join(directory, "lib")]
        File.delete(File.join(directory, "lib/oxisalt/oxisalt-gpg"))
        use = "#{code}; Oxisalt::GPG.new(home: ARGV[0]).keys"
        _, errors, = Open3.capture3(RbConfig.ruby, *there, "-e", use, home.path)
        expect(errors).to match(/oxisalt-gpg could not be started.*apt-get install libgpgme-dev.*EngineError/m)
        Dir[File.join(directory, "lib/oxisalt/oxisalt_gpgme.*")].each { |file| File.delete(file) }
        _, errors, = Open3.capture3(RbConfig.ruby, *there, "-e", code)
        expect(errors).to match(/apt-get install libgpgme-dev.*brew install gpgme.*LoadError/m)
      end
    end
  end

  describe "the agent" do
    # Stops the agent, as often as it takes until it stands: a signal can be late, or come to nothing.
    def stop(agent)
      50.times do
        Process.kill(:STOP, agent)
        sleep 0.02
        return if File.read("/proc/#{agent}/stat").split(") ").last.start_with?("T")
      end
      skip "the agent cannot be stopped here"
    end

    it "is started again when it was ended or killed" do
      gpg.sign("x", sign_with: ed)
      home.kill_agent
      expect(gpg.sign("x", sign_with: ed)).to start_with("-----BEGIN")
      Process.kill(:KILL, home.agent_pid)
      expect(gpg.sign("x", sign_with: ed)).to start_with("-----BEGIN")
    end

    it "does not hold up a thread that is killed or times out" do
      gpg.sign("x", sign_with: ed)
      agent = home.agent_pid
      stop(agent)
      begin
        expect { Timeout.timeout(0.3) { gpg.sign("x", sign_with: ed) } }.to raise_error(Timeout::Error)
        thread = Thread.new { gpg.decrypt(gpg.encrypt("x", recipients: ed)) }
        sleep 0.3
        thread.kill
        expect(thread.join(2)).to eq(thread)
      ensure
        Process.kill(:CONT, agent)
      end
      expect(gpg.sign("x", sign_with: ed)).to start_with("-----BEGIN")
    end

    it "is replaced, or missed in so many words, when it dies at work" do
      gpg.sign("x", sign_with: ed)
      agent = home.agent_pid
      stop(agent)
      thread = Thread.new { gpg.sign("x", sign_with: ed) }
      thread.report_on_exception = false
      sleep 0.3
      Process.kill(:KILL, agent)
      expect(thread.value).to start_with("-----BEGIN")
    rescue described_class::EngineError => e
      expect(e.message).to include("agent")
    end
  end

  it "takes the user's own home where none is named" do
    code = 'require "oxisalt/gpg"; puts Oxisalt::GPG.new.keys.map(&:fingerprint).sort'
    output, errors, = ruby(code, { "GNUPGHOME" => home.path })
    expect(output.split).to eq([ed, rsa, third, locked].sort), errors
    Dir.mktmpdir("h", GPGHome::ROOT) do |directory|
      code = 'require "oxisalt/gpg"; p Oxisalt::GPG.new.keys'
      output, errors, = ruby(code, { "GNUPGHOME" => nil, "HOME" => directory })
      expect(output).to eq("[]\n"), errors
    end
  end

  # ruby-gpgme#115, #54, #105: the home was the whole process's.
  it "has a home for each object" do
    other = described_class.new(home: GPGKeys.other.path)
    2.times do
      expect(gpg.keys.size).to eq(4)
      expect(other.keys.map(&:fingerprint)).to eq([GPGKeys.key(:other)])
    end
  end

  it "copies share their home, and an object without one says so" do
    expect(gpg.dup.keys).to eq(gpg.keys)
    expect { described_class.allocate.keys }.to raise_error(ArgumentError, /never initialized/)
  end

  it "has only marked errors" do
    errors = described_class.constants.map { |name| described_class.const_get(name) }
    errors.select! { |constant| constant.is_a?(Class) && constant <= Exception }
    expect(errors.size).to be > 15
    expect(errors.map(&:ancestors)).to all(include(Oxisalt::CryptoError, Oxisalt::Error))
  end
end
