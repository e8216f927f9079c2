//! The compression function of SHA-512 (FIPS 180-4, section 6.4.2), which SHA-384 and SHA-512/t share.
//!
//! The message schedules of two blocks are computed side by side in vector registers, while the rounds of the first
//! take place; those of the second follow. After Gueron and Krasnov, "Parallelizing message schedules to accelerate the
//! computations of hash functions" (2012).

/// Takes `blocks` into `state`.
pub(crate) fn compress(state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    #[cfg(target_arch = "x86_64")]
    {
        use crate::engine::fast::processor;
        if processor::avx512() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { x86_64::compress_avx512(state, blocks) };
        }
        if processor::avx2() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { x86_64::compress_avx2(state, blocks) };
        }
    }
    sha2::block_api::compress512(state, blocks);
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::asm;
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_add_epi64, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_ror_epi64, _mm_set_epi64x,
        _mm_ternarylogic_epi64, _mm256_add_epi64, _mm256_alignr_epi8, _mm256_broadcastsi128_si256,
        _mm256_ror_epi64, _mm256_set_m128i, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64,
        _mm256_srli_epi64, _mm256_ternarylogic_epi64, _mm256_xor_si256,
    };
    use std::mem::transmute;

    #[rustfmt::skip]
    static CONSTANTS: [u64; 80] = [
        0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
        0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
        0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
        0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
        0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
        0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
        0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
        0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
        0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
        0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
        0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
        0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
        0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
        0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
        0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
        0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
        0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
        0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
        0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
        0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
    ];

    /// Two words of each of two blocks: those of the first, then those of the second.
    type Words = [u64; 4];

    /// The words that the rounds of two blocks take.
    #[repr(align(32))]
    struct Schedule([Words; 40]);

    /// `value`, which the compiler must have computed by itself. Left to itself it adds in an order in which each round
    /// waits longer for the one before.
    #[inline]
    fn hold(mut value: u64) -> u64 {
        // SAFETY: no instruction; the register is read and written as it is.
        unsafe { asm!("/* {0} */", inout(reg) value, options(pure, nomem, nostack, preserves_flags)) };
        value
    }

    #[target_feature(enable = "avx512vl")]
    fn hold_vector(mut value: __m128i) -> __m128i {
        // SAFETY: no instruction; the register is read and written as it is.
        unsafe { asm!("/* {0} */", inout(xmm_reg) value, options(pure, nomem, nostack, preserves_flags)) };
        value
    }

    /// The words of two blocks, as numbers.
    #[target_feature(enable = "avx2")]
    fn load(first: &[u8; 128], second: &[u8; 128]) -> [__m256i; 8] {
        let swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607));
        let mut words = [_mm256_setzero_si256(); 8];
        let ((first, _), (second, _)) = (first.as_chunks::<16>(), second.as_chunks::<16>());
        for (words, (first, second)) in words.iter_mut().zip(first.iter().zip(second)) {
            // SAFETY: any sixteen bytes are a vector.
            let [first, second] = unsafe { transmute::<[[u8; 16]; 2], [__m128i; 2]>([*first, *second]) };
            *words = _mm256_shuffle_epi8(_mm256_set_m128i(second, first), swap);
        }
        words
    }

    /// Two words of each block with their constants added, as the rounds from `2 * at` on take them.
    #[target_feature(enable = "avx2")]
    fn with_constants(words: __m256i, at: usize) -> Words {
        let constants = _mm_set_epi64x(CONSTANTS[2 * at + 1].cast_signed(), CONSTANTS[2 * at].cast_signed());
        // SAFETY: any vector of this length is four words.
        unsafe {
            transmute::<__m256i, Words>(_mm256_add_epi64(words, _mm256_broadcastsi128_si256(constants)))
        }
    }

    /// Replaces the two oldest of sixteen words by the two that follow.
    macro_rules! extend {
        ($words:ident, $sigma0:ident, $sigma1:ident) => {{
            let [w0, w2, w4, w6, w8, w10, w12, w14] = $words;
            let (w1, w9) = (_mm256_alignr_epi8::<8>(w2, w0), _mm256_alignr_epi8::<8>(w10, w8));
            let next =
                _mm256_add_epi64(_mm256_add_epi64(w0, w9), _mm256_add_epi64($sigma0(w1), $sigma1(w14)));
            $words = [w2, w4, w6, w8, w10, w12, w14, next];
            next
        }};
    }

    #[target_feature(enable = "avx512vl")]
    fn sigma0_avx512(w: __m256i) -> __m256i {
        let (one, two, three) =
            (_mm256_ror_epi64::<1>(w), _mm256_ror_epi64::<8>(w), _mm256_srli_epi64::<7>(w));
        _mm256_ternarylogic_epi64::<0b1001_0110>(one, two, three)
    }

    #[target_feature(enable = "avx512vl")]
    fn sigma1_avx512(w: __m256i) -> __m256i {
        let (one, two, three) =
            (_mm256_ror_epi64::<19>(w), _mm256_ror_epi64::<61>(w), _mm256_srli_epi64::<6>(w));
        _mm256_ternarylogic_epi64::<0b1001_0110>(one, two, three)
    }

    macro_rules! rotated {
        ($w:ident, $right:literal, $left:literal) => {
            _mm256_xor_si256(_mm256_srli_epi64::<$right>($w), _mm256_slli_epi64::<$left>($w))
        };
    }

    #[target_feature(enable = "avx2")]
    fn sigma0_avx2(w: __m256i) -> __m256i {
        _mm256_xor_si256(_mm256_xor_si256(rotated!(w, 1, 63), rotated!(w, 8, 56)), _mm256_srli_epi64::<7>(w))
    }

    #[target_feature(enable = "avx2")]
    fn sigma1_avx2(w: __m256i) -> __m256i {
        _mm256_xor_si256(_mm256_xor_si256(rotated!(w, 19, 45), rotated!(w, 61, 3)), _mm256_srli_epi64::<6>(w))
    }

    /// A round whose one half, of e to h, is computed by the integer units, the other, of a to d, by the vector units:
    /// neither kind could do as much by itself. The new a takes the place of d, the new e that of h.
    macro_rules! round_avx512 {
        ([$a:ident $b:ident $c:ident $d:ident] [$e:ident $f:ident $g:ident $h:ident], $word:expr) => {
            let known = hold($h.wrapping_add($word));
            let known = hold(known.wrapping_add($e & $f));
            let known = hold(known.wrapping_add(!$e & $g));
            let with_d = hold(known.wrapping_add(_mm_cvtsi128_si64($d).cast_unsigned()));
            let sigma1 = $e.rotate_right(14) ^ $e.rotate_right(18) ^ $e.rotate_right(41);
            let one = _mm_cvtsi64_si128(hold(known.wrapping_add(sigma1)).cast_signed());
            let sigma0 = _mm_ternarylogic_epi64::<0b1001_0110>(
                _mm_ror_epi64::<28>($a),
                _mm_ror_epi64::<34>($a),
                _mm_ror_epi64::<39>($a),
            );
            let majority = _mm_ternarylogic_epi64::<0b1110_1000>($a, $b, $c);
            $d = hold_vector(_mm_add_epi64(hold_vector(_mm_add_epi64(majority, sigma0)), one));
            $h = with_d.wrapping_add(sigma1);
        };
    }

    /// A round in the integer units alone. The new a takes the place of d, the new e that of h.
    macro_rules! round_avx2 {
        ([$a:ident $b:ident $c:ident $d:ident] [$e:ident $f:ident $g:ident $h:ident], $word:expr) => {
            let one = hold($h.wrapping_add($word).wrapping_add($e & $f));
            let one = hold(one.wrapping_add(!$e & $g));
            let one = hold(one.wrapping_add($e.rotate_right(14) ^ $e.rotate_right(18) ^ $e.rotate_right(41)));
            $h = $d.wrapping_add(one);
            let sigma0 = $a.rotate_right(28) ^ $a.rotate_right(34) ^ $a.rotate_right(39);
            $d = hold(one.wrapping_add(sigma0)).wrapping_add((($a ^ $b) & ($b ^ $c)) ^ $b);
        };
    }

    /// Sixteen rounds, with what is to be done after every two of them, where `$at` counts the twos.
    macro_rules! rounds {
        ($round:ident, $front:ident $back:ident, $schedule:ident[$block:literal], $first:expr, |$at:ident| $after:expr) => {
            let [mut a, mut b, mut c, mut d] = $front;
            let [mut e, mut f, mut g, mut h] = $back;
            rounds!(@ $round, a b c d e f g h, $schedule[$block], $first, |$at| $after, 0 1 2 3 4 5 6 7);
            ($front, $back) = ([a, b, c, d], [e, f, g, h]);
        };
        (@ $round:ident, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident,
         $schedule:ident[$block:literal], $first:expr, |$at:ident| $after:expr,
         $one:literal $two:literal $($rest:literal)*) => {
            let $at = $first + $one;
            $round!([$a $b $c $d] [$e $f $g $h], $schedule.0[$at][2 * $block]);
            $round!([$d $a $b $c] [$h $e $f $g], $schedule.0[$at][2 * $block + 1]);
            $after;
            let $at = $first + $two;
            $round!([$c $d $a $b] [$g $h $e $f], $schedule.0[$at][2 * $block]);
            $round!([$b $c $d $a] [$f $g $h $e], $schedule.0[$at][2 * $block + 1]);
            $after;
            rounds!(@ $round, $a $b $c $d $e $f $g $h, $schedule[$block], $first, |$at| $after, $($rest)*);
        };
        (@ $round:ident, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident,
         $schedule:ident[$block:literal], $first:expr, |$at:ident| $after:expr,) => {};
    }

    /// The state is held in two halves: a to d as `$enter` makes them of words, e to h as words.
    macro_rules! compression {
        ($name:ident, $features:literal, $round:ident, $sigma0:ident, $sigma1:ident,
         $enter:expr, $leave:expr, $add:expr) => {
            #[target_feature(enable = $features)]
            pub(super) fn $name(state: &mut [u64; 8], blocks: &[[u8; 128]]) {
                let mut schedule = Schedule([[0; 4]; 40]);
                let [a, b, c, d, e, f, g, h] = *state;
                let (mut front, mut back) = ([a, b, c, d].map($enter), [e, f, g, h]);
                for pair in blocks.chunks(2) {
                    let mut words = load(&pair[0], &pair[pair.len() - 1]);
                    for at in 0..8 {
                        schedule.0[at] = with_constants(words[at], at);
                    }
                    let old = (front, back);
                    for group in 0..4 {
                        rounds!($round, front back, schedule[0], 8 * group, |at| {
                            let next = extend!(words, $sigma0, $sigma1);
                            schedule.0[at + 8] = with_constants(next, at + 8);
                        });
                    }
                    rounds!($round, front back, schedule[0], 32, |at| ());
                    for at in 0..4 {
                        front[at] = $add(front[at], old.0[at]);
                        back[at] = back[at].wrapping_add(old.1[at]);
                    }
                    if pair.len() == 2 {
                        let old = (front, back);
                        for group in 0..5 {
                            rounds!($round, front back, schedule[1], 8 * group, |at| ());
                        }
                        for at in 0..4 {
                            front[at] = $add(front[at], old.0[at]);
                            back[at] = back[at].wrapping_add(old.1[at]);
                        }
                    }
                }
                let ([a, b, c, d], [e, f, g, h]) = (front.map($leave), back);
                *state = [a, b, c, d, e, f, g, h];
            }
        };
    }

    compression!(
        compress_avx512,
        "avx512vl,bmi1,bmi2",
        round_avx512,
        sigma0_avx512,
        sigma1_avx512,
        |word: u64| _mm_cvtsi64_si128(word.cast_signed()),
        |lane| _mm_cvtsi128_si64(lane).cast_unsigned(),
        _mm_add_epi64
    );
    compression!(
        compress_avx2,
        "avx2,bmi1,bmi2",
        round_avx2,
        sigma0_avx2,
        sigma1_avx2,
        |word| word,
        |word| word,
        u64::wrapping_add
    );
}
