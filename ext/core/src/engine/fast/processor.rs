//! What this processor has, and what a test pretends that it lacks.

/// Whether anything but the portable implementations may be chosen.
#[inline]
pub(crate) fn kernels() -> bool {
    #[cfg(feature = "oracle")]
    return PRETENDED.get() != Pretended::Plain;
    #[cfg(not(feature = "oracle"))]
    true
}

/// BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn bmi() -> bool {
    kernels() && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

/// AVX2, BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn avx2() -> bool {
    is_x86_feature_detected!("avx2") && bmi()
}

/// AVX-512 of every vector length, which AVX2 is part of, BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn avx512() -> bool {
    #[cfg(feature = "oracle")]
    if PRETENDED.get() == Pretended::WithoutAvx512 {
        return false;
    }
    is_x86_feature_detected!("avx512vl") && avx2()
}

#[cfg(feature = "oracle")]
mod pretended {
    use std::cell::Cell;

    #[derive(Clone, Copy, PartialEq, Eq)]
    pub(crate) enum Pretended {
        Nothing,
        WithoutAvx512,
        Plain,
    }

    thread_local! {
        pub(super) static PRETENDED: Cell<Pretended> = const { Cell::new(Pretended::Nothing) };
    }

    /// What `body` returns where this thread pretends so.
    pub(crate) fn pretend<T>(pretended: Pretended, body: impl FnOnce() -> T) -> T {
        struct Restore(Pretended);

        impl Drop for Restore {
            fn drop(&mut self) {
                PRETENDED.set(self.0);
            }
        }

        let _restore = Restore(PRETENDED.replace(pretended));
        body()
    }
}

#[cfg(feature = "oracle")]
use pretended::PRETENDED;
#[cfg(feature = "oracle")]
pub(crate) use pretended::{Pretended, pretend};
