//! What the library says of itself.

use magnus::{RModule, function};
use oxisalt_ruby::define;

/// Defines the module's own methods, within [`define::load`].
pub(crate) fn define(module: RModule) {
    define::singleton(
        module,
        &[
            define::method(c"version", function!(oxisalt_libcrypto::version, 0)),
            define::method(c"fips?", function!(oxisalt_libcrypto::fips, 0)),
            define::method(c"provider", function!(oxisalt_libcrypto::provider, 0)),
        ],
    );
}
