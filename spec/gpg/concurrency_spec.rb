# frozen_string_literal: true

require "stringio"
require "timeout"
require_relative "../support/gpg_keys"

RSpec.describe Oxisalt::GPG do
  include Subprocess

  include GPGKeys

  # The processes of ours that run for this home, by the command they were started with.
  def helpers(home)
    Dir["/proc/[0-9]*/cmdline"].filter_map do |path|
      command = File.binread(path)
      path[/\d+/].to_i if command.include?("oxisalt-gpg\0serve\0#{home.path}\0")
    rescue SystemCallError
      nil
    end
  end

  # One that no other process puts files in.
  def in_temporary_folder
    Dir.mktmpdir do |folder|
      outer = ENV.fetch("TMPDIR", nil)
      ENV["TMPDIR"] = folder
      yield folder
    ensure
      ENV["TMPDIR"] = outer
    end
  end

  def eventually(seconds = 5)
    deadline = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
    until (done = yield)
      break if Process.clock_gettime(Process::CLOCK_MONOTONIC) > deadline

      sleep 0.05
    end
    done
  end

  # ruby-gpgme#105: EBADF under threads. OXISALT_GPG_ROUNDS=200 is the long form.
  it "serves 20 threads over two homes" do
    rounds = Integer(ENV.fetch("OXISALT_GPG_ROUNDS", "8"))
    pairs = [[gpg, ed], [described_class.new(home: GPGKeys.other.path), GPGKeys.key(:other)]]
    threads = Array.new(20) do |number|
      Thread.new do
        gpg, key = pairs[number % 2]
        rounds.times do |round|
          text = "#{number}/#{round}\n"
          case round % 4
          when 0 then raise "wrong text" unless gpg.verify(gpg.clearsign(text, sign_with: key)).data == text
          when 1 then raise "wrong data" unless gpg.decrypt(gpg.encrypt(text, recipients: key, sign: key)).data == text
          when 2 then raise "wrong signature" unless gpg.valid?(text, signature: gpg.detach_sign(text))
          else raise "wrong keys" unless gpg.keys(key).size == 1
          end
        end
        :done
      end
    end
    expect(threads.map(&:value)).to all(eq(:done))
  end

  it "leaves no process, descriptor or file behind" do
    descriptors = -> { Dir.children("/proc/self/fd").size }
    GC.start
    before = descriptors.call
    in_temporary_folder do |folder|
      # In a thread of its own, whose stack goes away.
      Thread.new { 1_000.times { described_class.new(home: home.path).version } }.join
      expect(eventually { GC.start || helpers(home).empty? }).to be(true)
      expect(descriptors.call).to be <= before
      expect(Dir.children(folder)).to be_empty
    end
  end

  it "lets other threads run while gpg works" do
    counter = 0
    worker = Thread.new { loop { (counter += 1) && sleep(0.001) } }
    gpg.encrypt("x" * 5_000_000, recipients: rsa, sign: rsa)
    worker.kill
    expect(counter).to be > 5
  end

  it "stops when it is interrupted, and is as good as new" do
    read, write = IO.pipe
    5.times do
      expect { Timeout.timeout(0.1) { gpg.sign(read) } }.to raise_error(Timeout::Error)
    end
    thread = Thread.new { gpg.encrypt(read, recipients: ed) }
    sleep 0.1
    thread.kill
    expect(thread.join(2)).to eq(thread)
    [read, write].each(&:close)
    expect(gpg.decrypt(gpg.encrypt("text", recipients: ed)).to_s).to eq("text")
    expect(eventually { GC.start || helpers(home).size <= 8 }).to be(true)
  end

  it "passes on what a reader, a writer or a callback raises" do
    reader = Class.new { def read(_length) = raise(EncodingError, "no more") }.new
    expect { gpg.sign(reader) }.to raise_error(EncodingError, "no more")
    writer = Class.new { def write(_bytes) = raise(Errno::ENOSPC) }.new
    expect { gpg.sign("x" * 100_000, to: writer) }.to raise_error(Errno::ENOSPC)
    expect { gpg.sign("x", progress: ->(*) { raise StopIteration }) }.to raise_error(StopIteration)
    expect { gpg.sign(Class.new { def read(_length) = 1 }.new) }.to raise_error(TypeError, /what read returns/)
    expect(catch(:out) { gpg.sign("x", progress: ->(*) { throw :out, :thrown }) }).to eq(:thrown)
    expect(gpg.sign("x")).to start_with("-----BEGIN")
  end

  it "works inside its own callbacks, and from one object to another through a pipe" do
    inner = nil
    gpg.sign("x" * 300_000, progress: ->(*) { inner ||= gpg.verify(gpg.clearsign("inner\n")).data })
    expect(inner).to eq("inner\n")
    read, write = IO.pipe(binmode: true)
    sender = Thread.new { gpg.encrypt("piped" * 100_000, recipients: ed, to: write).close }
    expect(gpg.decrypt(read).data).to eq("piped" * 100_000)
    sender.join
    read.close
  end

  it "works in a forked process, and in its parent afterwards" do
    gpg.keys
    pid = fork do
      ok = gpg.decrypt(gpg.encrypt("child", recipients: ed)).data == "child"
      exit!(ok ? 0 : 1)
    end
    expect(Process.wait2(pid).last.exitstatus).to eq(0)
    expect(gpg.decrypt(gpg.encrypt("parent", recipients: ed)).data).to eq("parent")
  end

  it "starts another process where the one that it kept was killed" do
    GPGHome.open do |home|
      gpg = described_class.new(home: home.path)
      2.times do
        expect(gpg.keys).to eq([])
        helpers(home).each { |pid| Process.kill(:KILL, pid) }
        expect(eventually { helpers(home).empty? }).to be(true)
      end
      expect(gpg.keys).to eq([])
    end
  end

  it "is no child that the application could wait for" do
    # In a process that has no children of its own making.
    output = run_ruby(<<~RUBY)
      require "oxisalt/gpg"
      print Oxisalt::GPG.new(home: #{home.path.dump}).keys.size, " "
      begin
        print Process.wait(-1, Process::WNOHANG).inspect
      rescue Errno::ECHILD
        print "no child"
      end
    RUBY
    expect(output).to eq("4 no child")
  end

  it "works in a Ractor" do
    ractor = Ractor.new(home.path) { |path| Oxisalt::GPG.new(home: path).keys.size }
    expect(ractor.take).to eq(4)
  end

  it "works under GC.stress" do
    gpg.keys
    GC.stress = true
    message = gpg.encrypt("text", recipients: ed, sign: true)
    decrypted = gpg.decrypt(message)
    GC.stress = false
    expect([decrypted.data, decrypted.signatures.first.status]).to eq(["text", :valid])
  ensure
    GC.stress = false
  end
end
