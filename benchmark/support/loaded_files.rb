# frozen_string_literal: true

module Bench
  # The files that a Ruby process has loaded: those that Ruby lists, and the code that is mapped beside them (Linux;
  # elsewhere only what Ruby lists). The C library is left out, in all its parts.
  class LoadedFiles
    LIBC = /\A(?:ld-linux.*|ld-musl.*|lib(?:c|m|dl|rt|pthread|util|anl|resolv|nss_\w+|nsl|crypt))[-.]/
    EXECUTED = %r{\A\S+ r-xp .*? (/.+)$}
    SHARED = /\.(?:so|dylib)\b/

    attr_reader :features, :mapped

    # features: $LOADED_FEATURES, joined by tabs; mappings: what /proc has as "maps", for each process.
    def initialize(features, mappings)
      @features = features.split("\t").select { |file| File.file?(file) }.map { |file| File.realpath(file) }
      lines = mappings.flat_map(&:lines)
      @mapped = lines.filter_map { |line| line[EXECUTED, 1] }.uniq.select { |file| File.file?(file) }
    end

    # Bytes of what came since: { "Ruby" => of Ruby, "extensions" => of extensions and the programs that they start and
    # keep, "shared libraries" => of what those load beside the C library }.
    def since(before)
      ruby, extensions = (features - before.features).partition { |file| file.end_with?(".rb") }
      shared, programs = beside(before, extensions).partition { |file| File.basename(file).match?(SHARED) }
      { "Ruby" => ruby, "extensions" => extensions + programs, "shared libraries" => shared }
        .transform_values { |files| files.sum { |file| File.size(file) } }
    end

    private

    # Code that is mapped without being a feature.
    def beside(before, extensions)
      (mapped - before.mapped - extensions).reject { |file| File.basename(file).match?(LIBC) }
    end
  end
end
