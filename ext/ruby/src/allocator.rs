//! Memory for what wants much of it at once.
//!
//! A password's hash writes to megabytes that were never touched, and the kernel would find each of their 4 KiB pages by a
//! fault of its own. Linux gives them all together to those who ask: that saves a fifth of an Argon2 over 64 MiB. Large
//! pages would save more, but Ruby forbids them to its process.

use std::alloc::{GlobalAlloc, Layout, System};

/// The system's allocator, which asks for the pages of a long allocation at once. It is to be an extension's
/// `global_allocator`, where what is allocated at such length is written as a whole.
pub struct EagerPages;

/// From here on an allocation is long.
const LONG: usize = 4 << 20;

/// The size of a page, or a multiple of it: what lies within whole ones is asked for.
#[cfg(target_os = "linux")]
const PAGE: usize = 64 << 10;

/// Asks for the pages of a block that is its caller's own.
#[cold]
fn populate(start: *mut u8, len: usize) {
    #[cfg(target_os = "linux")]
    if !start.is_null() {
        let skipped = start.align_offset(PAGE);
        let len = (len - skipped.min(len)) & !(PAGE - 1);
        // SAFETY: these pages are the block's own, and their content stays what it is. A refusal, as by a kernel before
        // 5.14, does no harm.
        unsafe { libc::madvise(start.wrapping_add(skipped).cast(), len, libc::MADV_POPULATE_WRITE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, len);
}

// SAFETY: every block is the system allocator's, with the layout that was asked for.
unsafe impl GlobalAlloc for EagerPages {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc(layout) };
        if layout.size() >= LONG {
            populate(block, layout.size());
        }
        block
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc_zeroed(layout) };
        if layout.size() >= LONG {
            populate(block, layout.size());
        }
        block
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        unsafe { System.realloc(block, layout, size) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(block, layout) }
    }
}
