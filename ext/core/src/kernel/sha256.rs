//! Two SHA-256 computations at once, by the SHA extensions of x86-64.
//!
//! A round waits for the one before it, and the unit that computes it is idle meanwhile. Two independent messages,
//! their rounds in turn, fill that time.

use std::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_blend_epi16, _mm_loadu_si128, _mm_set_epi64x,
    _mm_sha256msg1_epu32, _mm_sha256msg2_epu32, _mm_sha256rnds2_epu32, _mm_shuffle_epi8, _mm_shuffle_epi32,
    _mm_storeu_si128,
};

/// The length of a block in bytes.
pub(crate) const BLOCK_LEN: usize = 64;

/// The words that a message's hash starts with (FIPS 180-4, section 5.3.3).
pub(crate) const INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The words that are added in each round (FIPS 180-4, section 4.2.2).
static CONSTANTS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// Whether this processor has the instructions. It is asked once, and the answer kept.
#[must_use]
pub(crate) fn available() -> bool {
    is_x86_feature_detected!("sha") && is_x86_feature_detected!("ssse3") && is_x86_feature_detected!("sse4.1")
}

/// Takes the blocks of two messages into their states, as many of one as of the other.
///
/// # Panics
///
/// When there are more of one, and where the processor lacks the instructions.
pub(crate) fn compress_two(states: [&mut [u32; 8]; 2], blocks: [&[[u8; BLOCK_LEN]]; 2]) {
    assert_eq!(blocks[0].len(), blocks[1].len());
    assert!(available());
    // SAFETY: the processor has the instructions, as was asked just before.
    unsafe { interleaved(states, blocks) }
}

/// What the rounds of one message work on: the eight words, as the instructions want them, and the sixteen latest of
/// the message schedule.
#[derive(Clone, Copy)]
struct Lane {
    abef: __m128i,
    cdgh: __m128i,
    schedule: [__m128i; 4],
}

/// A step for one lane and then for the other, group by group.
macro_rules! in_turn {
    ($a:ident, $b:ident; $($group:literal)+; $step:ident) => {
        $($step::<$group>(&mut $a); $step::<$group>(&mut $b);)+
    };
}

#[target_feature(enable = "sha,ssse3,sse4.1")]
fn interleaved(states: [&mut [u32; 8]; 2], [first, second]: [&[[u8; BLOCK_LEN]]; 2]) {
    let [mut a, mut b] = [load_state(states[0]), load_state(states[1])];
    for (one, other) in first.iter().zip(second) {
        let before = [a, b];
        a.schedule = load_block(one);
        b.schedule = load_block(other);
        // Written out: in a loop, the schedules would not stay in registers.
        in_turn!(a, b; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; four_rounds);
        a.abef = _mm_add_epi32(a.abef, before[0].abef);
        a.cdgh = _mm_add_epi32(a.cdgh, before[0].cdgh);
        b.abef = _mm_add_epi32(b.abef, before[1].abef);
        b.cdgh = _mm_add_epi32(b.cdgh, before[1].cdgh);
    }
    let [one, other] = states;
    store_state(one, &a);
    store_state(other, &b);
}

/// Four rounds, which the next four words of the message schedule are made for where they are not the message's own.
#[inline]
#[target_feature(enable = "sha,ssse3,sse4.1")]
fn four_rounds<const GROUP: usize>(lane: &mut Lane) {
    let [w0, w1, w2, w3] = [0, 1, 2, 3].map(|offset| lane.schedule[(GROUP + offset) % 4]);
    let words = if GROUP < 4 {
        w0
    } else {
        let sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
        _mm_sha256msg2_epu32(sum, w3)
    };
    lane.schedule[GROUP % 4] = words;
    let sums = _mm_add_epi32(words, load(&CONSTANTS[4 * GROUP..]));
    lane.cdgh = _mm_sha256rnds2_epu32(lane.cdgh, lane.abef, sums);
    lane.abef = _mm_sha256rnds2_epu32(lane.abef, lane.cdgh, _mm_shuffle_epi32(sums, 0x0e));
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(words: &[u32]) -> __m128i {
    let words: &[u32; 4] = words.first_chunk().expect("four words");
    // SAFETY: reads 16 bytes, which the array has; the instruction wants no alignment.
    unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "ssse3")]
fn load_block(block: &[u8; BLOCK_LEN]) -> [__m128i; 4] {
    let big_endian = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    [0, 16, 32, 48].map(|at| {
        let words: &[u8; 16] = block[at..].first_chunk().expect("16 bytes");
        // SAFETY: reads 16 bytes, which the array has; the instruction wants no alignment.
        _mm_shuffle_epi8(unsafe { _mm_loadu_si128(words.as_ptr().cast()) }, big_endian)
    })
}

/// The words a to h, as the instructions want them: a, b, e and f in one register, c, d, g and h in another.
#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn load_state(state: &[u32; 8]) -> Lane {
    let cdab = _mm_shuffle_epi32(load(&state[..4]), 0xb1);
    let efgh = _mm_shuffle_epi32(load(&state[4..]), 0x1b);
    let nothing = _mm_set_epi64x(0, 0);
    Lane {
        abef: _mm_alignr_epi8(cdab, efgh, 8),
        cdgh: _mm_blend_epi16(efgh, cdab, 0xf0),
        schedule: [nothing; 4],
    }
}

#[inline]
#[target_feature(enable = "ssse3,sse4.1")]
fn store_state(state: &mut [u32; 8], lane: &Lane) {
    let feba = _mm_shuffle_epi32(lane.abef, 0x1b);
    let dchg = _mm_shuffle_epi32(lane.cdgh, 0xb1);
    let halves = [_mm_blend_epi16(feba, dchg, 0xf0), _mm_alignr_epi8(dchg, feba, 8)];
    for (words, half) in state.as_chunks_mut::<4>().0.iter_mut().zip(halves) {
        // SAFETY: writes 16 bytes, which the array has; the instruction wants no alignment.
        unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), half) };
    }
}

#[cfg(test)]
mod tests {
    use sha2::block_api::compress256;

    use super::{BLOCK_LEN, INITIAL, available, compress_two};

    /// Bytes without a pattern, the same in every run.
    fn noise(len: usize, seed: u32) -> Vec<[u8; BLOCK_LEN]> {
        let mut word = u64::from(seed) << 1 | 1;
        let mut byte = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            word.to_be_bytes()[0]
        };
        (0..len).map(|_| std::array::from_fn(|_| byte())).collect()
    }

    #[test]
    fn agrees_with_sha2() {
        if !available() {
            println!("this processor has no SHA extensions: nothing was compared");
            return;
        }
        let mut compared = 0;
        for len in [0, 1, 2, 3, 7, 16, 255] {
            for seed in 1..20_u32 {
                let messages = [noise(len, seed), noise(len, seed + 100)];
                let mut states = [INITIAL, INITIAL.map(|word| word.rotate_left(seed))];
                let mut expected = states;
                compress_two(states.each_mut(), [&messages[0], &messages[1]]);
                for (state, message) in expected.iter_mut().zip(&messages) {
                    compress256(state, message);
                }
                assert_eq!(states, expected, "{len} blocks, seed {seed}");
                compared += 1;
            }
        }
        assert_eq!(compared, 7 * 19);
    }

    #[test]
    #[should_panic(expected = "left == right")]
    fn refuses_messages_of_different_lengths() {
        compress_two([INITIAL; 2].each_mut(), [&noise(1, 1), &noise(2, 1)]);
    }
}
