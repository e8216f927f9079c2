# frozen_string_literal: true

require "timeout"

RSpec.describe Oxisalt::PasswordHash do
  include Subprocess

  # The least that each function may cost.
  functions = { argon2: [16, 1, 8192], argon2id: [16, 1, 8192], argon2i: [16, 3, 8192], scrypt: [32, 2**15, 2**11] }
  argon2_memory = "8192 to 4398046510080"
  limits = {
    argon2: ["1 to 4294967295", argon2_memory], argon2id: ["1 to 4294967295", argon2_memory],
    argon2i: ["3 to 4294967295", argon2_memory], scrypt: ["32768 to 4294967295", "2048 to 68719476736"]
  }

  functions.each do |name, (salt_length, operations, memory)|
    describe ".#{name}" do
      salt = ("é" * salt_length).b[0, salt_length]
      hash = lambda do |password, salted = salt, ops = operations, mem = memory, size = 32|
        Oxisalt::PasswordHash.public_send(name, password, salted, ops, mem, size)
      end

      it_behaves_like "a taker of bytes", "password", hash

      it "takes a salt of #{salt_length} bytes of any encoding, and no other" do
        expect(hash.call("p", salt.dup.force_encoding("UTF-8").freeze)).to eq(hash.call("p", salt))
        expect(hash.call("p", Bytes::Convertible.new(salt))).to eq(hash.call("p", salt))
        expect(Boxes.flips(salt).first(20).map { |other| hash.call("p", other) }.uniq.size).to eq(20)
        [0, 8, salt_length - 1, salt_length + 1].each do |length|
          expect { hash.call("p", "s" * length) }
            .to raise_error(Oxisalt::LengthError, "salt must be #{salt_length} bytes, got #{length}")
        end
        Bytes::NOT_STRINGS.each do |value|
          expect { hash.call("p", value) }.to raise_error(TypeError, "salt must be a String, got #{Bytes.kind(value)}")
        end
      end

      it "depends on each of its arguments" do
        results = [hash.call("p"), hash.call("q"), hash.call("p", salt, operations * 4),
                   hash.call("p", salt, operations * 4, memory * 4)]
        expect(results.uniq.size).to eq(4)
        expect(results.map do |each|
                 [each.bytesize, each.encoding, each.frozen?]
               end.uniq).to eq([[32, Encoding::BINARY, false]])
      end

      it "gives as many bytes as are asked for, 64 where no number is" do
        [16, 17, 64, 100, 1000].each do |size|
          expect(hash.call("p", salt, operations, memory, size).bytesize).to eq(size)
        end
        expect(Oxisalt::PasswordHash.public_send(name, "p", salt, operations, memory).bytesize).to eq(64)
        [0, 15].each do |size|
          expect { hash.call("p", salt, operations, memory, size) }
            .to raise_error(Oxisalt::LengthError, "digest size must be 16 to 4294967295 bytes, got #{size}")
        end
        [-1, 2**70].each do |size|
          expect { hash.call("p", salt, operations, memory, size) }
            .to raise_error(Oxisalt::LengthError, "digest size must be a positive number of bytes, got #{size}")
        end
        [nil, "32", 32.5].each do |size|
          expect { hash.call("p", salt, operations, memory, size) }
            .to raise_error(TypeError, "digest size must be an Integer, got #{Bytes.kind(size)}")
        end
      end

      it "names the limit that is out of range" do
        allowed_operations, allowed_memory = limits.fetch(name)
        [0, -1, operations - 1, 2**32, 2**64, 2**70].each do |ops|
          expect { hash.call("p", salt, ops) }
            .to raise_error(ArgumentError, "operations limit must be #{allowed_operations}, got #{ops}") { |error|
              expect(error).to be_a(Oxisalt::Error)
            }
        end
        [0, -1, memory - 1, 2**63, 2**70].each do |mem|
          expect { hash.call("p", salt, operations, mem) }
            .to raise_error(ArgumentError, "memory limit must be #{allowed_memory}, got #{mem}")
        end
        [nil, "1", 1.5, [], BasicObject.new].each do |value|
          expect { hash.call("p", salt, value) }
            .to raise_error(TypeError, "operations limit must be an Integer or a Symbol, got #{Bytes.kind(value)}")
          expect { hash.call("p", salt, operations, value) }
            .to raise_error(TypeError, "memory limit must be an Integer or a Symbol, got #{Bytes.kind(value)}")
        end
        %i[quick Interactive].each do |level|
          expect { hash.call("p", salt, level) }
            .to raise_error(ArgumentError, /\Aoperations limit of \w+ must be a number, :interactive.* got :#{level}\z/)
        end
      end

      it "takes libsodium's names for limits" do
        number = { argon2: 2, argon2id: 2, argon2i: 4, scrypt: 2**19 }.fetch(name)
        expect(hash.call("p", salt, :interactive)).to eq(hash.call("p", salt, number))
      end
    end
  end

  it "has scrypt without a moderate limit" do
    expect { described_class.scrypt("p", "s" * 32, :moderate, :interactive) }
      .to raise_error(ArgumentError,
                      "operations limit of scrypt must be a number, :interactive or :sensitive, got :moderate")
  end

  describe "an encoded hash" do
    it "is verified, whoever made it" do
      rows = Vectors.rows("password_hash").each do |password, encoded|
        password = password == "-" ? "".b : [password].pack("H*")
        expect(described_class.verify(password, encoded.b)).to be(true)
        # Those of 64 MiB take as long as they should.
        next if encoded.include?("m=65536")

        expect(described_class.valid?(password, encoded)).to be(true)
        expect(described_class.valid?("#{password}x", encoded)).to be(false)
        expect { described_class.verify("#{password}x", encoded) }
          .to raise_error(Oxisalt::BadAuthenticatorError, "the password is not the one that was hashed")
        argon2 = encoded.start_with?("$argon2")
        expect(described_class.argon2_valid?(password, encoded)).to be(argon2)
        expect(described_class.scrypt_valid?(password, encoded)).to be(!argon2)
      end
      expect(rows.size).to be >= 20
    end

    {
      argon2_str: [1, 8192, %r{\A\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}\z}],
      scrypt_str: [2**15, 2**24, %r{\A\$7\$86\.{4}/\.{4}[\w./]{43}\$[\w./]{43}\z}]
    }.each do |name, (operations, memory, shape)|
      make = ->(password) { Oxisalt::PasswordHash.public_send(name, password, operations, memory) }

      it "is made by #{name}, with another salt each time" do
        one, other = Array.new(2) { make.call("password") }
        expect([one, other]).to all(match(shape))
        expect(one).not_to eq(other)
        expect([one.encoding, one.frozen?]).to eq([Encoding::US_ASCII, false])
        expect([one, other].map { |encoded| described_class.valid?("password", encoded) }).to eq([true, true])
      end

      it "of #{name} is of the password's bytes" do
        Bytes::STRINGS.each_value do |password|
          given = password.dup
          encoded = make.call(given)
          expect([given.b, given.encoding, given.frozen?]).to eq([password.b, password.encoding, false])
          expect(described_class.valid?(password.b.freeze, encoded)).to be(true)
        end
        Bytes::NOT_STRINGS.each do |value|
          [-> { make.call(value) }, -> { described_class.valid?(value, make.call("")) },
           -> { described_class.verify(value, "") }, -> { described_class.argon2_valid?(value, "") },
           -> { described_class.scrypt_valid?(value, "") }].each do |call|
            expect(&call).to raise_error(TypeError, "password must be a String, got #{Bytes.kind(value)}")
          end
        end
      end

      it "of #{name} matches no password where any byte was changed" do
        encoded = make.call("password")
        parameters = name == :scrypt_str ? (0...14) : (0...29)
        (0...encoded.bytesize).each do |at|
          # In the parameters a changed digit may be another cost that takes an hour.
          bytes = parameters.cover?(at) ? "$!~ " : "$!A"
          bytes.each_char do |byte|
            changed = encoded.dup.tap { |copy| copy[at] = byte }
            next if changed == encoded

            expect(described_class.valid?("password", changed)).to be(false), changed
          end
        end
        [*Boxes.truncations(encoded), "#{encoded}$", "#{encoded}=", "#{encoded}\n", " #{encoded}"].each do |changed|
          expect(described_class.valid?("password", changed)).to be(false), changed
        end
      end
    end

    it "is nothing else" do
      ["", "$", "$argon2id$", "$7$", "password", "é", "\xFF", "$2a$12$abcdefghijklmnopqrstuv", "$argon2id" * 1000,
       *Bytes::NOT_STRINGS]
        .each do |other|
          results = %i[valid? argon2_valid? scrypt_valid?].map { |name| described_class.public_send(name, "p", other) }
          expect(results).to eq([false] * 3)
          expect { described_class.verify("p", other) }.to raise_error(Oxisalt::BadAuthenticatorError)
        end
    end

    it "needs to be made anew when the cost or the function changes" do
      encoded = described_class.argon2_str("p", 1, 8192)
      expect(described_class.needs_rehash?(encoded, 1, 8192)).to be(false)
      expect(described_class.needs_rehash?(encoded, 1, 9000)).to be(false)
      [[2, 8192], [1, 9216], %i[interactive interactive], []].each do |cost|
        expect(described_class.needs_rehash?(encoded, *cost)).to be(true)
      end
      expect(described_class.needs_rehash?(encoded, 3, 8192, function: :argon2i)).to be(true)
      scrypt = described_class.scrypt_str("p", 2**15, 2**24)
      expect(described_class.needs_rehash?(scrypt)).to be(true)
      expect(described_class.needs_rehash?(scrypt, 2**15, 2**24, function: :scrypt)).to be(false)
      expect(described_class.needs_rehash?(scrypt, 2**17, 2**24, function: :scrypt)).to be(true)
    end

    it "is asked for where another thing came" do
      ["", "password"].each do |other|
        expect { described_class.needs_rehash?(other) }
          .to raise_error(ArgumentError, "the password hash is none that Argon2i, Argon2id or scrypt made")
      end
      Bytes::NOT_STRINGS.each do |value|
        expect { described_class.needs_rehash?(value) }
          .to raise_error(TypeError, "password hash must be a String, got #{Bytes.kind(value)}")
      end
      encoded = described_class.argon2_str("p", 1, 8192)
      expect { described_class.needs_rehash?(encoded, function: :bcrypt) }
        .to raise_error(ArgumentError, "unknown password hash :bcrypt: there are :argon2i, :argon2id and :scrypt")
      expect { described_class.needs_rehash?(encoded, function: nil) }
        .to raise_error(TypeError, "function must be a Symbol, got nil")
      expect { described_class.needs_rehash?(encoded, 0) }.to raise_error(ArgumentError, /\Aoperations limit must be/)
    end
  end

  describe "that wants more memory than there is" do
    it "is refused, and names the limit" do
      skip "only Linux says how much memory it has" unless File.readable?("/proc/meminfo")

      most = 4_398_046_510_080
      [-> { described_class.argon2id("p", "s" * 16, 1, most, 32) }, -> { described_class.argon2_str("p", 1, most) },
       lambda {
         described_class.valid?("p", "$argon2id$v=19$m=4294967295,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y")
       }].each do |call|
        expect(&call).to raise_error(ArgumentError,
                                     /\Athe memory limit asks for #{most} bytes, and no more than \d+ are/) { |error|
                           expect(error).to be_a(Oxisalt::Error)
                         }
      end
    end

    it "is refused where the process may not have it" do
      output = run_ruby(<<~RUBY)
        begin
          Process.setrlimit(:AS, 1 << 30)
        rescue NotImplementedError, Errno::EINVAL
          puts "none"
          exit
        end
        hash = Oxisalt::PasswordHash
        wanted = 2 << 30
        [-> { hash.argon2id("p", "s" * 16, 1, wanted, 32) }, -> { hash.scrypt("p", "s" * 32, 2**25, wanted, 32) },
         -> { hash.valid?("p", "$argon2i$v=19$m=2097152,t=1,p=4$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y") },
         -> { hash.argon2id("p", "s" * 16, 1, 8192, wanted) }].each do |call|
          call.call
          puts "done"
        rescue ArgumentError => e
          puts e.message[/\\Athe memory limit asks for \\d+ bytes/] || e.message
        end
        puts hash.argon2id("p", "s" * 16, 1, 8192, 32).bytesize
      RUBY
      skip "this system sets no such limit" if output == "none\n"

      lines = output.lines(chomp: true)
      expect(lines.last).to eq("32")
      expect(lines[0...-1]).to all(match(/\Athe memory limit asks for \d{10} bytes\z/))
      expect(lines.size).to eq(5)
    end
  end

  describe "while it is computed" do
    # About a tenth of a second.
    slow = -> { Oxisalt::PasswordHash.argon2id("p", "s" * 16, 4, 32 << 20, 32) }

    it "lets other threads run" do
      expected = slow.call
      ticks = 0
      hashing = Thread.new { slow.call }
      ticks += 1 while hashing.alive? && sleep(0.001)
      expect(ticks).to be > 5
      expect(hashing.value).to eq(expected)
    end

    it "leaves the process sound where it is interrupted" do
      output = run_ruby(<<~RUBY)
        require "timeout"
        slow = -> { Oxisalt::PasswordHash.argon2id("p", "s" * 16, 4, 32 << 20, 32) }
        expected = slow.call
        killed = Thread.new { slow.call }
        sleep 0.01
        killed.kill.join
        p killed.status
        begin
          Timeout.timeout(0.01) { slow.call }
        rescue Timeout::Error => e
          p e.class
        end
        raised = Thread.new { slow.call }
        raised.report_on_exception = false
        sleep 0.01
        raised.raise(IOError, "stop")
        p((raised.join rescue $!.message))
        scrypt = Thread.new { Oxisalt::PasswordHash.scrypt("p", "s" * 32, 2**20, 2**25, 32) }
        sleep 0.01
        scrypt.kill.join
        p slow.call == expected
      RUBY
      expect(output).to eq("false\nTimeout::Error\n\"stop\"\ntrue\n")
    end

    it "computes the same in many threads, from Strings that change meanwhile" do
      password = "p" * 100
      expected = described_class.argon2id(password.dup, "s" * 16, 2, 1 << 20, 32)
      threads = Array.new(4) { Thread.new { described_class.argon2id(password, "s" * 16, 2, 1 << 20, 32) } }
      sleep 0.001
      password.setbyte(0, 0)
      changed = described_class.argon2id(password, "s" * 16, 2, 1 << 20, 32)
      expect(threads.map(&:value) - [expected, changed]).to be_empty
    end
  end
end
