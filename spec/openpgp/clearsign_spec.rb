# frozen_string_literal: true

require_relative "gnupg"

RSpec.describe "Oxisalt::OpenPGP.clearsign" do
  openpgp = Oxisalt::OpenPGP
  key = openpgp::SecretKey.generate("Clara <clara@example.org>")

  # What is signed of a text: no spaces at the ends of lines, and LF.
  def signed_of(text)
    text.b.split("\n", -1).map { |line| line.sub(/[ \t\r]+\z/, "") }.join("\n")
  end

  texts = {
    "an empty text" => "", "a line" => "a line", "a line with its end" => "a line\n", "two ends" => "a\n\n",
    "UTF-8" => "Zwölf Boxkämpfer\njagen – „Viktor“ 💥\n", "CRLF" => "one\r\ntwo\r\n", "a lone CR" => "a\rb\n",
    "dashes" => "- one\n-- two\n-----BEGIN PGP SIGNATURE-----\n-\n", "From" => "From me\nto you\n",
    "spaces at the ends" => "one  \ntwo\t\n \t \nthree ", "bytes that are no text" => "\xFF\xFE\n\x01-",
    "only ends" => "\n\n\n", "a dash alone" => "-", "NUL" => "a\0b\n"
  }

  # GnuPG takes a line with NUL in it for another one.
  before { GnuPG.shared.run("--import", input: key.to_armor) if GnuPG.installed? }

  texts.each do |kind, text|
    it "signs #{kind}, and #{kind} comes back" do
      signed = openpgp.clearsign(text, sign_with: key)
      expect(openpgp.verify(signed, keys: key).data).to eq(signed_of(text))
      expect(signed.encoding).to eq(text.encoding)
    end

    it "signs #{kind} so that gpg verifies it", if: GnuPG.installed? && !text.include?("\0") do
      signed = openpgp.clearsign(text, sign_with: key)
      output, errors, = GnuPG.shared.try("--decrypt", input: signed)
      expect(errors).to include("Good signature")
      expect(signed_of(output).chomp).to eq(signed_of(text))
    end

    it "verifies #{kind} that gpg signed", if: GnuPG.installed? && !text.include?("\0") do
      signed = GnuPG.shared.run("--local-user", key.fingerprint, "--clearsign", input: text)
      expect(openpgp.verify(signed, keys: key).data).to eq(signed_of(text).chomp)
    end
  end

  it "survives what mail does to line ends" do
    signed = openpgp.clearsign("one\ntwo\n", sign_with: key)
    expect(openpgp.verify(signed.gsub("\n", "\r\n"), keys: key).data).to eq("one\ntwo\n")
    expect(openpgp.verify(signed.gsub("one\n", "one \t\n"), keys: key).data).to eq("one\ntwo\n")
  end

  it "refuses what is not exactly a clear-signed text" do
    signed = openpgp.clearsign("one\ntwo\n", sign_with: key)
    [signed.sub("Hash: SHA256", "Hash: SHA512"), signed.sub("Hash", "Hush"), signed.sub("one", "-one"),
     signed.sub(/^-----BEGIN PGP SIGNATURE.*/m, ""), "before\n#{signed}", "#{signed}after", signed.sub("\n\n", "\n"),
     signed[0...-10], signed.sub("Hash: SHA256", "Hash: SHA256\nNotDashEscaped: yes")].each do |changed|
      expect(openpgp.valid?(changed, keys: key)).to be(false), changed
    end
    expect(openpgp.valid?(signed, keys: key)).to be(true)
  end

  it "round trips texts at random" do
    random = Random.new(20_261_130)
    alphabet = ["-", " ", "\t", "\n", "\r\n", "a", "é", "From ", "-----BEGIN PGP"]
    200.times do
      text = Array.new(random.rand(12)) { alphabet.sample(random:) }.join
      expect(openpgp.verify(openpgp.clearsign(text, sign_with: key), keys: key).data).to eq(signed_of(text)),
                                                                                         text.inspect
    end
  end
end
