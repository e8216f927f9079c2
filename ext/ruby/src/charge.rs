//! Memory outside the Ruby heap, which the garbage collector is told about.

use magnus::Ruby;

/// So many bytes that an object holds, until it is dropped. Without it, large objects that look small to the collector
/// would pile up.
pub struct Charge(isize);

impl Charge {
    /// Tells the collector that there are `bytes` more.
    #[must_use]
    pub fn new(ruby: &Ruby, bytes: usize) -> Self {
        let bytes = bytes.try_into().unwrap_or(isize::MAX);
        ruby.gc_adjust_memory_usage(bytes);
        Self(bytes)
    }

    /// How many bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.unsigned_abs()
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        // SAFETY: what holds a charge is dropped by the collector or by a method, either of which the interpreter runs;
        // the function only adds to a counter.
        unsafe { rb_sys::rb_gc_adjust_memory_usage(self.0.wrapping_neg() as _) }
    }
}
