# frozen_string_literal: true

module Oxisalt
  # What objects that hold a secret have in common: the secret cannot slip into a log, a session or a message.
  module Secret
    # A class that takes this in loses `to_s`, so that a secret in a String template is an error and not a leak.
    #
    # @api private
    def self.included(holder)
      super
      holder.undef_method(:to_s)
    end

    # @return [String] the class, and what is no secret
    def inspect
      "#<#{self.class}>"
    end

    # @raise [TypeError] always
    def marshal_dump
      raise TypeError.new("#{self.class} holds a secret: it cannot be dumped").extend(Error)
    end

    # @raise [TypeError] always
    def to_json(*)
      raise TypeError.new("#{self.class} holds a secret: it cannot be written as JSON").extend(Error)
    end
    alias as_json to_json
  end
end
