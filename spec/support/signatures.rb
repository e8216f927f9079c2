# frozen_string_literal: true

# The signatures of sig/, beside the classes that they describe.
class Signatures
  ROOT = File.expand_path("../../sig", __dir__)
  # Called by Ruby or by the gem itself; documented as no part of the interface.
  INTERNAL = [%i[Digest name_of], %i[Secret included], %i[Refusal signatures=]].freeze

  def initialize
    require "rbs"
    loader = RBS::EnvironmentLoader.new
    loader.add(path: Pathname(ROOT))
    loader.add(library: "digest", version: nil)
    loader.add(library: "pathname", version: nil)
    @environment = RBS::Environment.from_loader(loader).resolve_type_names
    @builder = RBS::DefinitionBuilder.new(env: @environment)
  end

  # The name of every class, module and other constant of the gem that there is a signature for.
  def constants
    names = [@environment.class_decls, @environment.constant_decls].flat_map(&:keys).map(&:to_s)
    names.grep(/\A::Oxisalt\b/).map { |name| name.delete_prefix("::") }.sort
  end

  # The methods of `space` that have a signature in sig/: name => RBS's definition of it.
  def instance_methods(space)
    own(@builder.build_instance(type_name(space)))
  end

  def singleton_methods(space)
    own(@builder.build_singleton(type_name(space)))
  end

  # Whether a method of Ruby's can be called in every way that its signature says.
  def self.compatible?(method, definition)
    definition.method_types.all? do |type|
      function = type.type
      takes_positional?(method, function) && takes_keywords?(method, function)
    end
  end

  # The names of every class, module and other constant that the gem has.
  def self.loaded(space = Oxisalt)
    space.constants(false).flat_map do |name|
      constant = space.const_get(name)
      nested = constant.is_a?(Module) && constant.name == "#{space}::#{name}"
      ["#{space}::#{name}", *(loaded(constant) if nested)]
    end.sort
  end

  # The classes and modules that the gem has.
  def self.spaces
    ["Oxisalt", *loaded].map { |name| Object.const_get(name) }.grep(Module).uniq
  end

  # The public methods that `space` itself has, and its initializer where it has one. What it includes from a module
  # that nobody can name is its own.
  def self.public_methods_of(space)
    own = [space, *hidden_modules(space)].flat_map { |owner| owner.public_instance_methods(false) }.uniq
    own << :initialize if space.private_instance_methods(false).include?(:initialize)
    own.map { |name| space.instance_method(name) }.reject { |method| internal?(method.owner, method.name) }
  end

  def self.public_singleton_methods_of(space)
    singleton = space.singleton_class
    names = [singleton, *hidden_modules(singleton)].flat_map { |owner| owner.public_instance_methods(false) }.uniq
    # What Struct.new gives every class that it makes.
    names -= Struct.new(:member).singleton_methods(false) if space.is_a?(Class) && space < Struct
    names.reject { |name| internal?(space, name) }.map { |name| space.method(name) }
  end

  class << self
    private

    def internal?(space, name)
      INTERNAL.include?([space.name[/\w+\z/].to_sym, name])
    end

    # What `space` includes, and its superclass does not, of those modules of the gem that are private constants.
    def hidden_modules(space)
      inherited = space.is_a?(Class) ? space.superclass&.included_modules : []
      (space.included_modules - inherited.to_a - spaces).select { |owner| owner.name&.start_with?("Oxisalt::") }
    end

    def takes_positional?(method, function)
      required = function.required_positionals.size + function.trailing_positionals.size
      most = function.rest_positionals ? Float::INFINITY : required + function.optional_positionals.size
      kinds = method.parameters.map(&:first)
      least_taken = kinds.count(:req)
      most_taken = kinds.include?(:rest) ? Float::INFINITY : least_taken + kinds.count(:opt)
      required >= least_taken && most <= most_taken
    end

    # A method that takes any number of arguments, as one written in Rust may, looks for keywords itself.
    def takes_keywords?(method, function)
      wanted = function.required_keywords.keys + function.optional_keywords.keys
      kinds = method.parameters.map(&:first)
      taken = method.parameters.filter_map { |kind, name| name if %i[key keyreq].include?(kind) }
      kinds.include?(:keyrest) || (kinds.include?(:rest) && taken.empty?) || (wanted - taken).empty?
    end
  end

  private

  def type_name(space)
    *namespace, name = space.name.split("::").map(&:to_sym)
    RBS::TypeName.new(name:, namespace: RBS::Namespace.new(path: namespace, absolute: true))
  end

  def own(definition)
    definition.methods.select { |_, method| method.defined_in.to_s.start_with?("::Oxisalt") }
  end
end
