# frozen_string_literal: true

# RSpec prints its seed at the end of a run, and `rspec --seed` takes it to repeat the same inputs.
RSpec.describe "Random input" do
  passes = 10_000

  # A key, a message and the message in pieces.
  def random_input(random)
    length = random.rand(64).zero? ? random.rand(20_000) : random.rand(400)
    data = random.bytes(length)
    points = [0, *Array.new(random.rand(4)) { random.rand(length + 1) }.sort, length]
    pieces = points.each_cons(2).map { |from, to| data[from...to] }
    [random.bytes(random.rand(300)), data, pieces]
  end

  # The inputs on which `agreed` is false.
  def disagreements(passes, &)
    random = Random.new(RSpec.configuration.seed)
    Array.new(passes) { random_input(random) }.reject(&)
  end

  Catalogue::IN_OPENSSL.each do |name|
    it "has the same #{name} as OpenSSL finds, #{passes} times" do
      digest = Catalogue::DIGESTS.fetch(name)
      rival = Catalogue.openssl(name)
      stream = digest.new
      wrong = disagreements(passes) do |_, data, pieces|
        stream.reset
        pieces.each { |piece| stream << piece }
        [digest.digest(data), stream.digest].uniq == [rival.reset.update(data).digest]
      end
      expect(wrong).to be_empty
    end
  end

  Catalogue::IN_RUBY.each do |name, rival|
    it "has the same #{name} as #{rival} finds, #{passes} times" do
      digest = Catalogue::DIGESTS.fetch(name)
      stream = digest.new
      wrong = disagreements(passes) do |_, data, pieces|
        stream.reset
        pieces.each { |piece| stream << piece }
        [digest.digest(data), stream.digest].uniq == [rival.digest(data)]
      end
      expect(wrong).to be_empty
    end
  end

  Catalogue::HMAC_IN_OPENSSL.each do |name|
    it "has the same HMAC over #{name} as OpenSSL finds, #{passes} times" do
      hmac = Catalogue::HMACS.fetch(name)
      rival = Catalogue.openssl(name)
      wrong = disagreements(passes) do |key, data, pieces|
        stream = pieces.inject(hmac.new(key), :<<)
        prepared = Oxisalt::HMAC::Key.new(name, key)
        [hmac.digest(key, data), stream.digest, prepared.digest(data)].uniq == [OpenSSL::HMAC.digest(rival, key, data)]
      end
      expect(wrong).to be_empty
    end
  end
end
