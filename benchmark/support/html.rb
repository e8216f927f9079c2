# frozen_string_literal: true

require "cgi/util"

module Bench
  # HTML that is well-formed XML too. Every text is escaped, unless it is markup that was made here.
  module HTML
    # Text that is markup already.
    class Markup < String
    end

    EMPTY = %i[meta br use line rect circle path].freeze

    # What XML cannot hold.
    CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

    module_function

    # An element; a child may be text, markup, nil or an array of them, and an attribute that is nil is left out.
    def tag(name, *children, **attributes)
      pairs = attributes.compact.map { |key, value| %( #{key.to_s.tr('_', '-')}="#{escape(value)}") }
      return Markup.new("<#{name}#{pairs.join}/>") if EMPTY.include?(name) && children.empty?

      Markup.new("<#{name}#{pairs.join}>#{join(children)}</#{name}>")
    end

    def join(children)
      Markup.new([children].flatten.compact.map { |child| child.is_a?(Markup) ? child : escape(child) }.join)
    end

    def escape(text)
      CGI.escapeHTML(text.to_s.encode("UTF-8", invalid: :replace, undef: :replace).scrub.gsub(CONTROLS, "\ufffd"))
    end
  end
end
