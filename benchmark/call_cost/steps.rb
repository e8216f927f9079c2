# frozen_string_literal: true

require_relative "../support/contender"
require_relative "../support/library"
require_relative "../support/libraries"

module CallCost
  # What is measured: the same HMAC-SHA256 of each library with more or less of the work already done, so that their
  # differences are what each part of a call costs.
  module Steps
    KEY = ("k" * 32).freeze
    MESSAGE = ("m" * 446).freeze
    LONG = ("m" * 4087).freeze

    # A library's three ways to one HMAC, from the most work to the least. prepared_blocks: how many blocks of 64 bytes
    # the prepared way compresses for MESSAGE; digest: makes the digest that stands for the name, where there is one.
    Subject = Struct.new(:title, :library, :name, :fresh, :prepared, :prepare, :prepared_blocks, :digest,
                         keyword_init: true)

    SUBJECTS = [
      Subject.new(title: "Oxisalt", library: :oxisalt,
                  name: "Oxisalt::HMAC.digest(name, key, message)",
                  fresh: "Oxisalt::HMAC::SHA256.digest(key, message)",
                  prepared: "prepared.digest(message)",
                  prepare: -> { Oxisalt::HMAC::Key.new("SHA256", KEY) }, prepared_blocks: 9),
      Subject.new(title: "Oxisalt::OpenSSL", library: :oxisalt_openssl,
                  name: "Oxisalt::OpenSSL::HMAC.digest(name, key, message)",
                  fresh: "Oxisalt::OpenSSL::HMAC::SHA256.digest(key, message)",
                  prepared: "prepared.digest(message)",
                  prepare: -> { Oxisalt::OpenSSL::HMAC::Key.new("SHA256", KEY) }, prepared_blocks: 9),
      # From version 3.0 of the gem on, `reset` gives libcrypto the key anew, and its two blocks are compressed again.
      Subject.new(title: "OpenSSL::HMAC", library: :openssl,
                  name: "OpenSSL::HMAC.digest(name, key, message)",
                  fresh: "OpenSSL::HMAC.digest(digest, key, message)",
                  prepared: "prepared.reset; prepared.update(message); prepared.digest",
                  prepare: -> { OpenSSL::HMAC.new(KEY, "SHA256") }, prepared_blocks: 11,
                  digest: -> { OpenSSL::Digest.new("SHA256") })
    ].freeze

    # Of Ruby's own: what every call pays, whoever computes. The result is a copy: only a String's end would be shared.
    LOOP = "loop"
    CALL = "call"
    RESULT = "result"
    RUBY = { LOOP => "", CALL => "bytes.itself", RESULT => "bytes.byteslice(0, 32)" }.freeze

    # { way => [its code, its message] }
    WAYS = { "name" => [:name, MESSAGE], "fresh" => [:fresh, MESSAGE], "prepared" => [:prepared, MESSAGE],
             "empty" => [:prepared, ""], "long" => [:prepared, LONG] }.freeze

    module_function

    # Those whose library is here.
    def subjects
      SUBJECTS.select { |subject| Bench::Library.fetch(subject.library).absence.nil? }
    end

    # { id => Contender } of Ruby's own and of these subjects.
    def contenders(subjects)
      [*RUBY.map { |id, code| ruby(id, code) }, *subjects.flat_map { |subject| of(subject) }]
        .to_h { |contender| [contender.label, contender] }
    end

    # One of them; only its own library is loaded.
    def find(id)
      wanted = SUBJECTS.find { |subject| id.start_with?("#{subject.title} ") }
      absence = wanted && Bench::Library.fetch(wanted.library).absence
      raise LoadError, absence if absence

      contenders([wanted].compact).fetch(id)
    end

    def id(subject, way)
      "#{subject.title} #{way}"
    end

    def ruby(id, code)
      Bench::Contender.new(id, Bench::Library.fetch(:ruby), code, locals: { bytes: KEY * 2 })
    end

    def of(subject)
      WAYS.map do |way, (code, message)|
        locals = { name: "SHA256", key: KEY, message:, prepared: subject.prepare, digest: subject.digest }
        Bench::Contender.new(id(subject, way), Bench::Library.fetch(subject.library), subject[code], locals:)
      end
    end
  end
end
