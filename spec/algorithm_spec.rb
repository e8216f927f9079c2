# frozen_string_literal: true

RSpec.describe "A digest argument" do
  # The name of what every method that takes a digest understands by `argument`.
  def understood(argument)
    name = Oxisalt::Digest.new(argument).name
    expect(Oxisalt::Digest.digest(argument, "")).to eq(Catalogue::DIGESTS.fetch(name).digest(""))
    expect([name, *hmac_names(argument)].uniq).to eq([name]) if Oxisalt::HMAC.names.include?(name)
    name
  end

  def hmac_names(argument)
    tag = Oxisalt::HMAC.digest(argument, "", "")
    [Oxisalt::HMAC.new("", argument).name, Oxisalt::HMAC::Key.new(argument, "").name,
     Catalogue::HMACS.key(Catalogue::HMACS.values.find { |hmac| hmac.digest("", "") == tag })]
  end

  it "is a name in any common spelling" do
    {
      "sha256" => "SHA256", "SHA-256" => "SHA256", "Sha2-256" => "SHA256", "sha_256" => "SHA256", :sha256 => "SHA256",
      "SHA512_256" => "SHA512-256", "sha-512/256" => "SHA512-256", "SHA3_256" => "SHA3-256", "md-5" => "MD5",
      "rmd160" => "RIPEMD160", "ripemd-160" => "RIPEMD160", "blake2b512" => "BLAKE2b", :blake3 => "BLAKE3",
      "sha-256d" => "SHA256d", "sha256".encode("US-ASCII") => "SHA256", "SHA1".b => "SHA1"
    }.each { |spelling, name| expect(understood(spelling)).to eq(name), spelling.inspect }
  end

  Catalogue::DIGESTS.each do |name, digest|
    it "is #{digest} itself, a class below it or an instance of it" do
      arguments = [digest, digest.new, Class.new(digest), Class.new(digest).new, Oxisalt::Digest.new(name)]
      expect(arguments.map { |argument| understood(argument) }).to eq([name] * 5)
    end
  end

  Catalogue::IN_OPENSSL.each do |name|
    it "is OpenSSL's digest #{name}" do
      rival = Catalogue.openssl(name)
      expect(understood(rival)).to eq(name)
      constant = OpenSSL::Digest.constants.find { |candidate| candidate.name == name }
      expect(understood(OpenSSL::Digest.const_get(constant))).to eq(name) if constant
    end
  end

  Catalogue::IN_RUBY.each do |name, rival|
    it "is #{rival}, a class below it or an instance of it" do
      arguments = [rival, rival.new, Class.new(rival), Class.new(rival).new]
      expect(arguments.map { |argument| understood(argument) }).to eq([name] * 4)
    end
  end

  it "is ::Digest::SHA2 by its length" do
    expect([256, 384, 512].map { |bits| understood(::Digest::SHA2.new(bits)) }).to eq(%w[SHA256 SHA384 SHA512])
    expect(understood(::Digest::SHA2)).to eq("SHA256")
  end

  calls = {
    "Digest.digest" => ->(digest) { Oxisalt::Digest.digest(digest, "") },
    "Digest.hexdigest" => ->(digest) { Oxisalt::Digest.hexdigest(digest, "") },
    "Digest.base64digest" => ->(digest) { Oxisalt::Digest.base64digest(digest, "") },
    "Digest.file" => ->(digest) { Oxisalt::Digest.file(digest, File::NULL) },
    "Digest.new" => ->(digest) { Oxisalt::Digest.new(digest) },
    "HMAC.digest" => ->(digest) { Oxisalt::HMAC.digest(digest, "", "") },
    "HMAC.hexdigest" => ->(digest) { Oxisalt::HMAC.hexdigest(digest, "", "") },
    "HMAC.base64digest" => ->(digest) { Oxisalt::HMAC.base64digest(digest, "", "") },
    "HMAC.valid?" => ->(digest) { Oxisalt::HMAC.valid?(digest, "", "", "") },
    "HMAC.verify" => ->(digest) { Oxisalt::HMAC.verify(digest, "", "", "") },
    "HMAC.new" => ->(digest) { Oxisalt::HMAC.new("", digest) },
    "HMAC::Key.new" => ->(digest) { Oxisalt::HMAC::Key.new(digest, "") }
  }

  calls.each do |method, call|
    describe "of #{method}" do
      it "is refused, with the names there are, when it is not known" do
        ["", "SHA257", "nil", :sha, "SHA256\0", "ſha256", "a\xFF"].each do |name|
          expect { call.call(name) }.to raise_error(ArgumentError) { |error|
            expect(error).to be_a(Oxisalt::Error)
            expect(error.message)
              .to eq("unknown digest #{name.inspect}: the names are #{Oxisalt::Digest.names.join(', ')}")
          }
        end
      end

      it "is refused when it is nothing that stands for a digest" do
        [nil, 1, [], 1.5, Object.new, BasicObject.new, String, Class, Oxisalt::Digest, ::Digest::Base,
         OpenSSL::Digest, Oxisalt::HMAC, OpenSSL::HMAC.new("", "MD5")].each do |value|
          expect { call.call(value) }.to raise_error(TypeError) { |error|
            expect(error).to be_a(Oxisalt::Error)
            expect(error.message)
              .to eq("digest must be a name, a digest class or a digest, got #{Bytes.kind(value)}")
          }
        end
      end
    end
  end

  calls.select { |method, _| method.start_with?("HMAC") }.each do |method, call|
    it "is refused by #{method}, with the names there are, when HMAC is not offered over it" do
      (Oxisalt::Digest.names - Oxisalt::HMAC.names).each do |name|
        [name, Catalogue::DIGESTS[name]].each do |digest|
          expect { call.call(digest) }.to raise_error(ArgumentError) { |error|
            expect(error).to be_a(Oxisalt::Error)
            expect(error.message)
              .to eq("HMAC is not offered over #{name}: the names are #{Oxisalt::HMAC.names.join(', ')}")
          }
        end
      end
    end
  end
end
