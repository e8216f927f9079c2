//! Ractors.

/// Says that the extension may be called from any Ractor. To be said first: it holds for what is defined after it.
pub fn declare_safe() {
    // SAFETY: no method of the extensions keeps state outside its objects, and none that is shared can be changed.
    unsafe { rb_sys::rb_ext_ractor_safe(true) }
}

/// Compiles only where Ractors may share what an object of `T` holds, as classes that are `frozen_shareable` let them:
/// magnus does not ask for that.
pub const fn shareable<T: Sync>() {}
