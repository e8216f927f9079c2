//! What a caller is told of work that takes long.

use magnus::value::ReprValue;
use magnus::{Error, Ruby, Value};

/// A block that is called with the number of bytes that are done, and of those that there are, or nil.
pub(super) struct Progress {
    block: Value,
    total: Option<u64>,
    told: Option<u64>,
}

impl Progress {
    /// Tells `block`, unless it is nil.
    pub(super) fn new(block: Value, total: Option<u64>) -> Self {
        Self { block, total, told: None }
    }

    /// Whether anybody wants to be told.
    pub(super) fn is_wanted(&self) -> bool {
        !self.block.is_nil()
    }

    /// Says that so much is done, unless that is known.
    pub(super) fn tell(&mut self, _ruby: &Ruby, done: u64) -> Result<(), Error> {
        if self.is_wanted() && self.told != Some(done) {
            self.told = Some(done);
            let _: Value = self.block.funcall("call", (done, self.total))?;
        }
        Ok(())
    }
}
