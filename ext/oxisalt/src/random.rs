//! `Oxisalt::Random`.

use std::ops::ControlFlow;

use magnus::scan_args::scan_args;
use magnus::{Error, Integer, RModule, RString, Ruby, Value, function};
use oxisalt_core::random;
use oxisalt_ruby::{bytes, define, error, gvl};

use crate::refusal::raised;

/// How many bytes there are where no number is asked for: a key's worth.
const DEFAULT_COUNT: usize = 32;

fn random_bytes(ruby: &Ruby, arguments: &[Value]) -> Result<RString, Error> {
    let (count,) = scan_args::<(), (Option<Value>,), (), (), (), ()>(arguments)?.optional;
    error::guard(ruby, || {
        let count = count.map_or(Ok(DEFAULT_COUNT), |count| self::count(ruby, count))?;
        let (random, result) = bytes::build(ruby, count, |output| {
            if count < gvl::WORTH_RELEASING {
                return Ok(random::fill(output));
            }
            let mut pieces = output.chunks_mut(gvl::STEP);
            gvl::release(ruby, || match pieces.next().map(random::fill) {
                Some(Ok(())) => ControlFlow::Continue(()),
                Some(refused) => ControlFlow::Break(refused),
                None => ControlFlow::Break(Ok(())),
            })
        })?;
        result?.map_err(|refusal| raised(ruby, refusal))?;
        Ok(random)
    })
}

fn count(ruby: &Ruby, count: Value) -> Result<usize, Error> {
    let Some(integer) = Integer::from_value(count) else {
        return Err(error::type_error(ruby, "number of bytes", "an Integer", count));
    };
    // A String has no more.
    integer.to_isize().ok().and_then(|count| usize::try_from(count).ok()).ok_or_else(|| {
        error::length(ruby, format!("number of bytes must be 0 to {}, got {integer}", isize::MAX))
    })
}

/// Defines the module, within [`define::load`].
pub(crate) fn define(module: RModule) {
    let random = define::module_under(module, c"Random");
    define::singleton(random, &[define::method(c"random_bytes", function!(random_bytes, -1))]);
}
