# frozen_string_literal: true

require "tmpdir"
require_relative "support"

RSpec.describe Oxisalt::OpenSSL::Digest do
  it "offers what libcrypto has of the gem's algorithms, each with a name and a class" do
    expect(Catalogue::DIGESTS.keys - described_class.names).to eq(%w[BLAKE3 SHA256d])
    classes = described_class.constants.map { |name| described_class.const_get(name) }
    expect(classes.uniq).to match_array(LibcryptoCatalogue::DIGESTS.values)
    expect(described_class::RMD160).to be(described_class::RIPEMD160)
  end

  LibcryptoCatalogue::DIGESTS.each do |name, digest|
    describe digest do
      own = Catalogue::DIGESTS.fetch(name)
      by_name = Oxisalt::OpenSSL::Digest

      it_behaves_like "output in three forms", ->(form) { digest.public_send(form, "data") }
      it_behaves_like "output in three forms", ->(form) { by_name.public_send(form, name, "data") }
      it_behaves_like "output in three forms", ->(form) { digest.new.update("data").public_send(form) }
      it_behaves_like "a stream", make: -> { digest.new }, whole: ->(data) { own.hexdigest(data) }
      it_behaves_like "a taker of bytes", "data", ->(data) { digest.digest(data) }
      it_behaves_like "a taker of bytes", "data", ->(data) { by_name.digest(name, data) }
      it_behaves_like "a taker of bytes", "data", ->(data) { digest.new.update(data).digest }
      it_behaves_like "a taker of bytes", "data", ->(data) { digest.new.hexdigest(data) }

      it "says its name and lengths, as the gem's own does" do
        facts = [digest, own].map { |kind| kind.new.then { |one| [one.name, one.digest_length, one.block_length] } }
        expect(facts.uniq.size).to eq(1)
      end

      it "is a ::Digest::Instance that equals the gem's own of the same result" do
        stream = digest.new << "data"
        expect(stream).to be_a(Digest::Class).and eq(own.new << "data")
        expect(stream.inspect).to eq("#<#{digest}: #{stream.hexdigest}>")
        expect([stream == digest.new, stream == "", stream == nil]).to eq([false] * 3) # rubocop:disable Style/NilComparison
      end

      it "gives its digest and is then as new" do
        stream = digest.new << "before"
        expect([stream.digest("data"), stream.update("data").digest!]).to eq([own.digest("data")] * 2)
        expect(stream).to eq(digest.new)
      end

      it "digests a file, a regular one and one that is not" do
        Dir.mktmpdir do |directory|
          path = File.join(directory, "file")
          File.write(path, "data" * 200_000)
          expect([digest.file(path), by_name.file(name, path)].map(&:hexdigest))
            .to eq([own.file(path).hexdigest] * 2)
        end
        expect(digest.file(File::NULL).digest).to eq(own.digest(""))
        expect { digest.file("/nonexistent") }.to raise_error(Errno::ENOENT)
        expect { digest.new.freeze.file(File::NULL) }.to raise_error(FrozenError)
      end

      it "is what is meant by its class, an instance and any spelling of its name" do
        spellings = [digest, digest.new, name, name.downcase.to_sym, name.tr("-", "_"), own, own.new]
        expect(spellings.map { |spelling| by_name.hexdigest(spelling, "a") }.uniq).to eq([own.hexdigest("a")])
        expect([digest, digest.new].map { |spelling| Oxisalt::Digest.hexdigest(spelling, "a") }.uniq)
          .to eq([own.hexdigest("a")])
      end

      it "takes neither a name nor keywords" do
        expect { digest.new("MD5") }.to raise_error(ArgumentError, /given 1, expected 0/)
        expect { digest.digest("a", key: "k") }.to raise_error(ArgumentError, /given 2, expected 1/)
        expect { Marshal.dump(digest.new) }.to raise_error(TypeError)
      end

      it "can be inherited from" do
        below = Class.new(digest)
        expect([below.hexdigest("a"), below.new.update("a").hexdigest]).to eq([own.hexdigest("a")] * 2)
      end
    end
  end

  it "refuses what it does not know, and lists what it does" do
    ["BLAKE3", :sha256d, "SHA257", Oxisalt::Digest::BLAKE3].each do |name|
      expect { described_class.new(name) }
        .to raise_error(ArgumentError, /\Aunknown digest .*: the names are MD5, .*, BLAKE2s, RIPEMD160\z/) { |error|
          expect(error).to be_a(Oxisalt::Error)
        }
    end
    expect { described_class.digest(nil, "") }.to raise_error(TypeError, /\Adigest must be a name, .*, got nil\z/)
  end
end
