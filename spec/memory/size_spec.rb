# frozen_string_literal: true

require "tmpdir"

# `rspec --tag ~large` leaves these out.
RSpec.describe "Input past 32 bits", :large do
  # SHA-1 and SHA-256 have instructions of their own in most processors, so that this takes seconds.
  file_length = (5 << 30) + 1
  string_length = (2 << 30) + 1

  # OpenSSL's digest of `length` zeros, in pieces.
  def zeros(name, length)
    piece = "\0" * (64 << 20)
    digest = OpenSSL::Digest.new(name)
    (length / piece.bytesize).times { digest << piece }
    (digest << piece[0, length % piece.bytesize]).hexdigest
  end

  # Where a hole in a file costs no memory to read, if there is such a place.
  def roomy_directory
    File.writable?("/dev/shm") ? "/dev/shm" : Dir.tmpdir
  end

  def free_memory
    return Float::INFINITY unless File.readable?("/proc/meminfo")

    Integer(File.read("/proc/meminfo")[/MemAvailable:\s+(\d+)/, 1]) << 10
  end

  it "is read from a file of 5 GiB" do
    Dir.mktmpdir(nil, roomy_directory) do |directory|
      path = File.join(directory, "sparse")
      begin
        File.write(path, "")
        File.truncate(path, file_length)
      rescue Errno::EFBIG, Errno::ENOSPC, Errno::EINVAL => e
        skip "the temporary directory takes no file of 5 GiB: #{e.message}"
      end
      skip "the temporary directory has no sparse files" if File.stat(path).blocks.to_i > 2048

      expect(Oxisalt::Digest::SHA1.file(path).hexdigest).to eq(zeros("SHA1", file_length))
    end
  end

  it "is taken in one String" do
    skip "a String of 2 GiB wants 3 GiB of free memory" if free_memory < 3 << 30

    data = "\0" * string_length
    key = Oxisalt::HMAC::Key.new("SHA1", "key")
    expect(Oxisalt::Digest::SHA256.hexdigest(data)).to eq(OpenSSL::Digest.hexdigest("SHA256", data))
    expect(key.valid?(OpenSSL::HMAC.digest("SHA1", "key", data), data)).to be(true)
    signer = Oxisalt::SigningKey.new("s" * 32)
    expect(OpenSSL::PKey.read(signer.verify_key.to_pem).verify(nil, signer.sign(data), data)).to be(true)
  end
end
