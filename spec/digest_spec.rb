# frozen_string_literal: true

RSpec.describe Oxisalt::Digest do
  it "offers 17 algorithms, each with a name and a class" do
    expect(described_class.names).to eq(%w[
                                          MD5 SHA1 SHA224 SHA256 SHA384 SHA512 SHA512-224 SHA512-256 SHA3-224 SHA3-256
                                          SHA3-384 SHA3-512 BLAKE2b BLAKE2s BLAKE3 RIPEMD160 SHA256d
                                        ])
    classes = described_class.constants.map { |name| described_class.const_get(name) }
    expect(classes.uniq).to match_array(Catalogue::DIGESTS.values)
    expect(described_class::RMD160).to be(described_class::RIPEMD160)
  end

  describe "by name" do
    it_behaves_like "output in three forms", ->(form) { described_class.public_send(form, "SHA512", "data") }

    Catalogue::FORMS.each do |form|
      describe ".#{form}" do
        it_behaves_like "a taker of bytes", "data", ->(data) { described_class.public_send(form, "SHA256", data) }

        it "gives what the class gives, for every name" do
          Catalogue::DIGESTS.each do |name, digest|
            expect(described_class.public_send(form, name, "data")).to eq(digest.public_send(form, "data"))
          end
        end

        it "wants two arguments" do
          expect { described_class.public_send(form, "MD5") }.to raise_error(ArgumentError, /given 1, expected 2/)
          expect { described_class.public_send(form, "MD5", "", "") }.to raise_error(ArgumentError, /given 3/)
        end
      end
    end

    it "makes streams" do
      Catalogue::DIGESTS.each do |name, digest|
        stream = described_class.new(name)
        expect([stream.class, stream.name, stream]).to eq([described_class, name, digest.new])
      end
    end
  end

  Catalogue::DIGESTS.each do |name, digest|
    describe digest do
      it_behaves_like "output in three forms", ->(form) { digest.public_send(form, "data") }
      it_behaves_like "output in three forms", ->(form) { digest.new.update("data").public_send(form) }
      it_behaves_like "a stream", make: -> { digest.new }, whole: ->(data) { digest.hexdigest(data) }

      Catalogue::FORMS.each do |form|
        describe(".#{form}") do
          it_behaves_like "a taker of bytes", "data", ->(data) { digest.public_send(form, data) }
        end

        describe("##{form}") do
          it_behaves_like "a taker of bytes", "data", ->(data) { digest.new.public_send(form, data) }
        end
      end

      %i[update <<].each do |feed|
        describe("##{feed}") do
          it_behaves_like "a taker of bytes", "data", ->(data) { digest.new.public_send(feed, data).hexdigest }
        end
      end

      it "says its name and lengths" do
        stream = digest.new
        length = digest.digest("").bytesize
        expect([stream.name, stream.digest_length, stream.length, stream.size]).to eq([name, length, length, length])
        expect(stream.block_length).to be >= 64
      end

      it "gives the digest of data alone, and is then as new" do
        stream = digest.new << "before"
        Catalogue::FORMS.each do |form|
          expect(stream.public_send(form, "data")).to eq(digest.public_send(form, "data"))
        end
        expect(stream).to eq(digest.new)
        expect { stream.digest("a", "b") }.to raise_error(ArgumentError, /given 2, expected 0\.\.1/)
      end

      it "gives its digest and is then as new, by the methods with an exclamation mark" do
        stream = digest.new
        %i[digest! hexdigest! base64digest!].each do |form|
          expect((stream << "data").public_send(form)).to eq(digest.public_send(form.to_s.chop, "data"))
          expect(stream).to eq(digest.new)
        end
        expect { stream.freeze.digest! }.to raise_error(FrozenError)
      end

      it "is a ::Digest::Instance like any other" do
        stream = digest.new << "data"
        expect(stream).to be_a(::Digest::Class).and be_a(::Digest::Instance)
        expect(stream.to_s).to eq(stream.hexdigest)
        expect(stream.inspect).to eq("#<#{digest}: #{stream.hexdigest}>")
        expect(stream.new).to be_a(digest).and eq(digest.new)
      end

      it "equals a digest or a hexadecimal String of the same result" do
        stream = digest.new << "data"
        by_name = Oxisalt::Digest.new(name) << "data"
        [digest.new.update("data"), by_name, stream.hexdigest, stream.dup].each do |same|
          expect(stream == same).to be(true)
        end
        [digest.new, stream.digest, "", nil, 1, :a, Object.new, Oxisalt::Digest::SHA1.new].each do |other|
          expect(stream == other).to be(false)
        end
      end

      it "cannot be dumped" do
        expect { Marshal.dump(digest.new) }.to raise_error(TypeError)
      end

      it "can be inherited from" do
        below = Class.new(digest)
        expect([below.hexdigest("a"), below.new.update("a").hexdigest]).to eq([digest.hexdigest("a")] * 2)
      end
    end
  end

  rivals = Catalogue::IN_OPENSSL.map { |name| [name, Catalogue.openssl(name)] }
  rivals.concat(Catalogue::IN_RUBY.map { |name, rival| [name, rival.new] })
  rivals.each do |name, rival|
    it "equals #{rival.class}'s #{name} from both sides, and has its lengths" do
      ours = described_class.new(name) << "data"
      theirs = rival.dup << "data"
      expect([ours == theirs, theirs == ours, ours == rival, rival == ours]).to eq([true, true, false, false])
      expect([ours.digest_length, ours.block_length]).to eq([theirs.digest_length, theirs.block_length])
    end
  end

  (Catalogue::DIGESTS.values - Catalogue::BLAKES.values).each do |digest|
    it "takes neither a name nor keywords for #{digest}" do
      expect { digest.new("MD5") }.to raise_error(ArgumentError, /given 1, expected 0/)
      expect { digest.new(key: "k") }.to raise_error(ArgumentError)
      expect { digest.digest }.to raise_error(ArgumentError, /given 0, expected 1/)
      expect { digest.digest("a", "b") }.to raise_error(ArgumentError, /given 2, expected 1/)
    end
  end
end
