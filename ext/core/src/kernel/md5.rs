//! The compression function of MD5 (RFC 1321, section 3.4).
//!
//! Each step waits for the one before, so that its longest path is what MD5 takes. The sum of what is known earlier is
//! kept apart: left to itself, the compiler adds the terms in another order, which costs a fifth.

/// Takes `blocks` into `state`.
pub(crate) fn compress(state: &mut [u32; 4], blocks: &[[u8; 64]]) {
    #[cfg(target_arch = "x86_64")]
    if crate::engine::fast::processor::kernels() {
        return x86_64::compress(state, blocks);
    }
    ::md5::block_api::compress(state, blocks);
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::asm;
    use std::array;

    #[rustfmt::skip]
    static CONSTANTS: [u32; 64] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501,
        0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821,
        0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
        0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a,
        0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
        0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ];

    /// `value`, which the compiler must have computed by itself.
    #[inline]
    fn hold(mut value: u32) -> u32 {
        // SAFETY: no instruction; the register is read and written as it is.
        unsafe { asm!("/* {0:e} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags)) };
        value
    }

    /// The sum of `known` and of the round's function, whose last argument to be known is `b`.
    macro_rules! sum {
        (F $known:expr, $b:ident $c:ident $d:ident) => {
            hold($known).wrapping_add(($b & ($c ^ $d)) ^ $d)
        };
        // The two halves have no bit in common, so that they may be added, of which one does not wait for `b`.
        (G $known:expr, $b:ident $c:ident $d:ident) => {
            hold($known.wrapping_add($c & !$d)).wrapping_add($b & $d)
        };
        (H $known:expr, $b:ident $c:ident $d:ident) => {
            hold($known).wrapping_add(hold($c ^ $d) ^ $b)
        };
        (I $known:expr, $b:ident $c:ident $d:ident) => {
            hold($known).wrapping_add($c ^ ($b | !$d))
        };
    }

    macro_rules! step {
        ($function:ident $shift:literal, $a:ident $b:ident $c:ident $d:ident, $word:expr, $constant:expr) => {
            $a = sum!($function $a.wrapping_add($word).wrapping_add($constant), $b $c $d)
                .rotate_left($shift)
                .wrapping_add($b);
        };
    }

    /// Sixteen steps from the constant `$from` on. Step `i` takes the word `i * $factor + $first` of the block.
    macro_rules! round {
        ($function:ident $shifts:tt, $state:tt, $words:ident[$factor:literal * i + $first:literal], $from:literal) => {
            round!(@ $function $shifts, $state, $words[$factor * i + $first], $from, 0);
            round!(@ $function $shifts, $state, $words[$factor * i + $first], $from, 4);
            round!(@ $function $shifts, $state, $words[$factor * i + $first], $from, 8);
            round!(@ $function $shifts, $state, $words[$factor * i + $first], $from, 12);
        };
        (@ $function:ident [$s:literal $t:literal $u:literal $v:literal], [$a:ident $b:ident $c:ident $d:ident],
         $words:ident[$factor:literal * i + $first:literal], $from:literal, $i:literal) => {
            step!($function $s, $a $b $c $d, $words[($i * $factor + $first) % 16], CONSTANTS[$from + $i]);
            step!($function $t, $d $a $b $c, $words[(($i + 1) * $factor + $first) % 16], CONSTANTS[$from + $i + 1]);
            step!($function $u, $c $d $a $b, $words[(($i + 2) * $factor + $first) % 16], CONSTANTS[$from + $i + 2]);
            step!($function $v, $b $c $d $a, $words[(($i + 3) * $factor + $first) % 16], CONSTANTS[$from + $i + 3]);
        };
    }

    pub(super) fn compress(state: &mut [u32; 4], blocks: &[[u8; 64]]) {
        for block in blocks {
            let (bytes, _) = block.as_chunks();
            let words: [u32; 16] = array::from_fn(|i| u32::from_le_bytes(bytes[i]));
            let [mut a, mut b, mut c, mut d] = *state;
            round!(F [7 12 17 22], [a b c d], words[1 * i + 0], 0);
            round!(G [5 9 14 20], [a b c d], words[5 * i + 1], 16);
            round!(H [4 11 16 23], [a b c d], words[3 * i + 5], 32);
            round!(I [6 10 15 21], [a b c d], words[7 * i + 0], 48);
            for (word, new) in state.iter_mut().zip([a, b, c, d]) {
                *word = word.wrapping_add(new);
            }
        }
    }
}
