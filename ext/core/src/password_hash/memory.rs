//! Whether there is the memory that a hash asks for, before it is asked for: an allocation that fails ends the process,
//! and one that the machine cannot keep is ended by its kernel.

use std::fs;
use std::hint::black_box;

use crate::Error;

/// Up to here nobody is asked: it is less than a process has anyway.
const UNQUESTIONED: u64 = 32 << 20;

/// Refuses `wanted` bytes where they are more than this machine, or the control group that the process is in, has left.
/// Only Linux tells; elsewhere whether the allocation succeeds decides.
pub(super) fn check(wanted: u64) -> Result<(), Error> {
    if wanted <= UNQUESTIONED {
        return Ok(());
    }
    match available() {
        Some(available) if wanted > available => Err(Error::Memory { wanted, available: Some(available) }),
        _ => Ok(()),
    }
}

/// Makes room for `additional` elements, without which a vector would end the process.
pub(super) fn reserve<T>(vector: &mut Vec<T>, additional: usize) -> Result<(), Error> {
    vector.try_reserve_exact(additional).map_err(|_| {
        let wanted = (additional as u64).saturating_mul(size_of::<T>() as u64);
        Error::Memory { wanted, available: None }
    })
}

/// A unit of memory that is asked for and not used. It is aligned to more than a page, so that an allocator which fills
/// the pages of long blocks early does not take it for one of those.
#[repr(align(8192))]
struct Untouched {
    _bytes: [u8; 8192],
}

/// Refuses `wanted` bytes where they are not to be had just now.
pub(super) fn probe(wanted: u64) -> Result<(), Error> {
    let refused = Error::Memory { wanted, available: None };
    let units = usize::try_from(wanted).map_err(|_| refused)?.div_ceil(size_of::<Untouched>());
    let mut vector = Vec::<Untouched>::new();
    vector.try_reserve_exact(units).map_err(|_| refused)?;
    // Lest the compiler find that nobody uses it.
    drop(black_box(vector));
    Ok(())
}

fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let group = fs::read_to_string("/proc/self/cgroup").ok().and_then(|text| {
        let path = text.lines().find_map(|line| line.strip_prefix("0::"))?;
        let read = |file| fs::read_to_string(format!("/sys/fs/cgroup{path}/{file}")).ok();
        of_group(&read("memory.max")?, &read("memory.current")?)
    });
    machine.into_iter().chain(group).min()
}

/// What can be had without swapping, and what swap there is, from `/proc/meminfo`.
fn of_machine(text: &str) -> Option<u64> {
    let kibibytes = |name| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    Some((kibibytes("MemAvailable")? + kibibytes("SwapFree").unwrap_or(0)) << 10)
}

/// What a control group of the second version has left. Without a limit its `memory.max` is no number.
fn of_group(most: &str, current: &str) -> Option<u64> {
    let (most, current) = (most.trim().parse::<u64>().ok()?, current.trim().parse::<u64>().ok()?);
    Some(most.saturating_sub(current))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernel_s_files_are_read() {
        let text = "MemTotal:       24615140 kB\nMemAvailable:    100 kB\nSwapFree:    28 kB\n";
        assert_eq!(of_machine(text), Some(128 << 10));
        assert_eq!(of_machine("MemAvailable:    100 kB\n"), Some(100 << 10));
        assert_eq!(of_machine("MemTotal: 1 kB\n"), None);
        assert_eq!(of_group("1000\n", "400\n"), Some(600));
        assert_eq!(of_group("1000\n", "1400\n"), Some(0));
        assert_eq!(of_group("max\n", "400\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine_has_some_and_not_all() {
        assert_eq!(check(64 << 20), Ok(()));
        assert!(available().is_some_and(|bytes| bytes > 64 << 20));
        assert!(
            matches!(check(1 << 50), Err(Error::Memory { wanted, available: Some(_) }) if wanted == 1 << 50)
        );
    }

    #[test]
    fn room_that_there_is_not_is_refused() {
        let wanted = u64::try_from(isize::MAX).unwrap() - 7;
        let elements = usize::try_from(wanted / 8).unwrap();
        assert_eq!(reserve(&mut Vec::<u64>::new(), elements), Err(Error::Memory { wanted, available: None }));
        assert_eq!(reserve(&mut Vec::<u64>::new(), 8), Ok(()));
        assert_eq!(probe(1 << 62), Err(Error::Memory { wanted: 1 << 62, available: None }));
        assert_eq!(probe(u64::MAX), Err(Error::Memory { wanted: u64::MAX, available: None }));
        assert_eq!(probe(1 << 20), Ok(()));
    }
}
