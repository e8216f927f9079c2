//! `Oxisalt.build_info`.

use magnus::value::ReprValue;
use magnus::{Error, RArray, RHash, RModule, RString, Ruby, function};
use oxisalt_core::engine;
use oxisalt_ruby::define;

fn text(ruby: &Ruby, text: &str) -> RString {
    let string = ruby.str_new(text);
    string.freeze();
    string
}

fn frozen<T: ReprValue>(object: T) -> T {
    object.freeze();
    object
}

fn build_info(ruby: &Ruby) -> Result<RHash, Error> {
    let processor: RArray =
        ruby.ary_from_iter(engine::processor_features().into_iter().map(|feature| text(ruby, feature)));
    let implementations = ruby.hash_new();
    for (noun, implementation) in engine::implementations() {
        implementations.aset(text(ruby, noun), text(ruby, implementation))?;
    }
    let info = ruby.hash_new();
    for (name, value) in [
        ("version", env!("CARGO_PKG_VERSION")),
        ("engine", engine::NAME),
        ("rustc", env!("OXISALT_RUSTC")),
        ("target", env!("OXISALT_TARGET")),
        ("profile", env!("OXISALT_PROFILE")),
    ] {
        info.aset(text(ruby, name), text(ruby, value))?;
    }
    info.aset(text(ruby, "processor"), frozen(processor))?;
    info.aset(text(ruby, "implementations"), frozen(implementations))?;
    Ok(frozen(info))
}

/// Defines the function, within [`define::load`].
pub(crate) fn define(module: RModule) {
    define::singleton(module, &[define::method(c"build_info", function!(build_info, 0))]);
}
