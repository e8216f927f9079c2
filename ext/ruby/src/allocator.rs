//! Memory for what wants much of it at once: the hash of a password.
//!
//! It is mapped by itself, and unmapped when it is freed. From the system's heap it would often not come back: a small
//! String that Ruby keeps in the gap of one hash leaves no room for the next. Linux is asked for all of its pages
//! together, which saves the fifth of an Argon2 over 64 MiB that the faults of single pages take. Large pages would
//! save more, but Ruby forbids them to its process.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, but for long allocations on Linux. It is to be an extension's `global_allocator`.
pub struct Mapping;

/// From here on an allocation is long.
const LONG: usize = 1 << 20;

/// What a mapping is aligned to at least.
const PAGE: usize = 4 << 10;

/// Whether an allocation is mapped, which its layout alone decides: it is the same when it is freed.
#[inline]
fn mapped(layout: Layout) -> bool {
    cfg!(target_os = "linux") && layout.size() >= LONG && layout.align() <= PAGE
}

/// Zeroed pages, or null where there are none to be had.
#[cold]
fn map(len: usize) -> *mut u8 {
    #[cfg(target_os = "linux")]
    {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_POPULATE;
        // SAFETY: a new mapping, at a place that the kernel chooses.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), len, access, flags, -1, 0) };
        if start == libc::MAP_FAILED { std::ptr::null_mut() } else { start.cast() }
    }
    #[cfg(not(target_os = "linux"))]
    unreachable!("{len} bytes are the system allocator's")
}

/// Gives pages back.
///
/// # Safety
///
/// They are those of [`map`], with the length that it was given, and nobody uses them any more.
#[cold]
unsafe fn unmap(start: *mut u8, len: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: as the caller promises.
    unsafe {
        libc::munmap(start.cast(), len);
    }
    #[cfg(not(target_os = "linux"))]
    unreachable!("{len} bytes at {start:?} are the system allocator's")
}

// SAFETY: a block is a mapping or the system allocator's, by its layout. A mapping is as long as was asked for and
// aligned to a page. Nothing here unwinds.
unsafe impl GlobalAlloc for Mapping {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if mapped(layout) {
            return map(layout.size());
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if mapped(layout) {
            return map(layout.size());
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is one that a layout may have.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        if !mapped(layout) && !mapped(new) {
            // SAFETY: as the caller promises; the block is the system allocator's.
            return unsafe { System.realloc(block, layout, size) };
        }
        // SAFETY: both blocks are as long as what is copied and do not overlap; the old one is not used any more.
        unsafe {
            let moved = self.alloc(new);
            if !moved.is_null() {
                std::ptr::copy_nonoverlapping(block, moved, layout.size().min(size));
                self.dealloc(block, layout);
            }
            moved
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if mapped(layout) {
            // SAFETY: it was mapped, for its layout is what it was then.
            return unsafe { unmap(block, layout.size()) };
        }
        // SAFETY: as the caller promises; the block is the system allocator's.
        unsafe { System.dealloc(block, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector's life: made, grown over the edge and shrunk back, with its content kept.
    #[test]
    fn blocks_keep_their_content_over_the_edge() {
        for (start, grown, shrunk) in [(10, LONG, 10), (LONG - 1, LONG, LONG - 1), (LONG, 3 * LONG, LONG + 1)]
        {
            let layout = |size| Layout::from_size_align(size, 8).unwrap();
            // SAFETY: each block is used within its layout, and freed with it.
            unsafe {
                let block = Mapping.alloc_zeroed(layout(start));
                assert!((0..start).all(|at| *block.add(at) == 0));
                block.write_bytes(7, start);
                let block = Mapping.realloc(block, layout(start), grown);
                assert!((0..start).all(|at| *block.add(at) == 7));
                *block.add(grown - 1) = 9;
                let block = Mapping.realloc(block, layout(grown), shrunk);
                assert!((0..start.min(shrunk)).all(|at| *block.add(at) == 7));
                Mapping.dealloc(block, layout(shrunk));
            }
        }
    }

    #[test]
    fn what_there_is_not_is_null() {
        let layout = Layout::from_size_align(isize::MAX.unsigned_abs() - 7, 8).unwrap();
        // SAFETY: nothing is read or written.
        assert!(unsafe { Mapping.alloc(layout) }.is_null());
        // SAFETY: as above.
        assert!(unsafe { Mapping.alloc_zeroed(layout) }.is_null());
    }

    #[test]
    fn blocks_are_aligned() {
        for align in [1, 64, PAGE, 2 * PAGE, 1 << 20] {
            let layout = Layout::from_size_align(2 * LONG, align).unwrap();
            // SAFETY: the block is written within its layout, and freed with it.
            unsafe {
                let block = Mapping.alloc(layout);
                assert_eq!(block.align_offset(align), 0);
                block.write_bytes(1, layout.size());
                Mapping.dealloc(block, layout);
            }
        }
    }
}
