//! Hints about memory. They change how fast memory answers, never what it holds.

/// Prefetches the cache line where `place` begins.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 has SSE; a prefetch reads nothing the program can see, and the pointer is a
        // live reference anyway.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    {
        // SAFETY: a prefetch reads nothing the program can see and faults nowhere, and the pointer is a live
        // reference anyway.
        unsafe {
            std::arch::asm!(
                "prfm pldl1keep, [{place}]",
                place = in(reg) std::ptr::from_ref(place),
                options(nostack, preserves_flags, readonly),
            );
        }
    }
    #[cfg(not(any(target_arch = "x86_64", all(target_arch = "aarch64", not(miri)))))]
    let _no_hint = place;
}

/// Asks the system to back `memory` by large pages where it can, for a table that is read at random places.
///
/// Pages in use already stay as they are, so this comes before the first use. On Linux it is an `madvise`;
/// elsewhere nothing happens.
pub fn prefer_huge_pages<T>(memory: &[T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        /// Twice the size of a large page of most machines: less is not worth a call.
        const WORTH_IT: usize = 4 << 20;
        // A multiple of every page size in use, so that no neighbour of `memory` is meant too.
        const PAGE: usize = 1 << 16;
        let start = memory.as_ptr().addr().next_multiple_of(PAGE);
        let end = (memory.as_ptr().addr() + size_of_val(memory)) / PAGE * PAGE;
        if end.saturating_sub(start) >= WORTH_IT {
            let inside = memory.as_ptr().cast::<libc::c_void>().cast_mut().with_addr(start);
            // SAFETY: `start..end` lies inside `memory`, which is borrowed; this advice changes neither
            // contents nor protection, and a refusal has no effect.
            let _refused = unsafe { libc::madvise(inside, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _no_advice = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_leave_memory_as_it_is() {
        let words = vec![7_u64; 1 << 20];
        prefer_huge_pages(&words);
        prefer_huge_pages(&words[5..11]);
        prefer_huge_pages::<u64>(&[]);
        prefetch(&words[3]);
        prefetch(&words[(1 << 20) - 1]);
        assert!(words.iter().all(|&word| word == 7));
    }
}
