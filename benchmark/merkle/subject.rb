# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# A real file of a size in a temporary folder, which is made when it is first asked for and removed at the end.
class Subject
  BLOCK = 1 << 20

  attr_reader :size

  def initialize(size)
    @size = size
  end

  def path
    @path ||= make
  end

  # The root of our own tree over it.
  def tree(threads, interleave)
    File.open(path, "rb") do |file|
      Oxisalt::MerkleTree.send(:of_file, :tahoe, threads, interleave, Rivals::SEGMENT, file.fileno, 0, nil).root
    end
  end

  private

  def make
    folder = Dir.mktmpdir("oxisalt-merkle")
    at_exit { FileUtils.remove_entry(folder) }
    File.join(folder, "file").tap { |path| File.open(path, "wb") { |file| fill(file) } }
  end

  # No two halves of it are the same.
  def fill(file)
    random = Random.new(6962)
    blocks = Array.new(16) { random.bytes(BLOCK) }
    ((size / BLOCK) - 1).times { |index| file.write(blocks[(index * index) % 16]) }
    file.write(random.bytes(BLOCK))
  end
end
