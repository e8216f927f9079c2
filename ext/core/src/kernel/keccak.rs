//! Absorption by the sponge of SHA-3: Keccak-f[1600] (FIPS 202, section 3).

/// Adds `block` to `state`, which is then permuted.
pub(crate) fn absorb(state: &mut [u64; 25], block: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    {
        use crate::engine::fast::processor;
        if processor::avx512() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { x86_64::absorb_avx512(state, block) };
        }
        if processor::bmi() {
            // SAFETY: the processor has what the function is compiled for.
            return unsafe { x86_64::absorb_bmi(state, block) };
        }
    }
    let (words, _) = block.as_chunks();
    for (lane, word) in state.iter_mut().zip(words) {
        *lane ^= u64::from_le_bytes(*word);
    }
    ::keccak::Keccak::new().with_f1600(|f1600| f1600(state));
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{
        __m128i, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_rol_epi64, _mm_setzero_si128,
        _mm_ternarylogic_epi64, _mm_xor_si128,
    };
    use std::array;

    #[rustfmt::skip]
    static CONSTANTS: [u64; 24] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
        0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ];

    /// One round. Of each row that it makes: the lanes that come into it, each with its column and its rotation.
    macro_rules! rows {
        ($row:ident) => {
            $row!(0: [0 0 0] [6 1 44] [12 2 43] [18 3 21] [24 4 14]);
            $row!(5: [3 3 28] [9 4 20] [10 0 3] [16 1 45] [22 2 61]);
            $row!(10: [1 1 1] [7 2 6] [13 3 25] [19 4 8] [20 0 18]);
            $row!(15: [4 4 27] [5 0 36] [11 1 10] [17 2 15] [23 3 56]);
            $row!(20: [2 2 62] [8 3 55] [14 4 39] [15 0 41] [21 1 2]);
        };
    }

    /// A lane in each vector register: AVX-512 has enough of them for the whole state, rotates in one instruction, and
    /// computes any function of three operands in another.
    #[target_feature(enable = "avx512vl")]
    pub(super) fn absorb_avx512(state: &mut [u64; 25], block: &[u8]) {
        let mut lanes = state.map(|word| lane(word));
        let (words, _) = block.as_chunks();
        #[expect(
            clippy::needless_range_loop,
            reason = "of a fixed length, so that the lanes are in registers"
        )]
        for at in 0..25 {
            let Some(word) = words.get(at) else { break };
            lanes[at] = _mm_xor_si128(lanes[at], lane(u64::from_le_bytes(*word)));
        }
        for constant in &CONSTANTS {
            let mut columns = [_mm_setzero_si128(); 5];
            for x in 0..5 {
                let three = xor3(lanes[x], lanes[x + 5], lanes[x + 10]);
                columns[x] = xor3(three, lanes[x + 15], lanes[x + 20]);
            }
            let rotated = columns.map(|column| _mm_rol_epi64::<1>(column));
            let old = lanes;
            macro_rules! row {
                ($row:literal: $([$lane:literal $x:literal $rotation:literal])+) => {
                    let row = [$(
                        _mm_rol_epi64::<$rotation>(xor3(old[$lane], columns[($x + 4) % 5], rotated[($x + 1) % 5]))
                    ),+];
                    for x in 0..5 {
                        lanes[$row + x] =
                            _mm_ternarylogic_epi64::<0b1101_0010>(row[x], row[(x + 1) % 5], row[(x + 2) % 5]);
                    }
                };
            }
            rows!(row);
            lanes[0] = _mm_xor_si128(lanes[0], lane(*constant));
        }
        *state = lanes.map(|lane| _mm_cvtsi128_si64(lane).cast_unsigned());
    }

    #[target_feature(enable = "avx512vl")]
    fn lane(word: u64) -> __m128i {
        _mm_cvtsi64_si128(word.cast_signed())
    }

    #[target_feature(enable = "avx512vl")]
    fn xor3(one: __m128i, two: __m128i, three: __m128i) -> __m128i {
        _mm_ternarylogic_epi64::<0b1001_0110>(one, two, three)
    }

    /// With BMI1's and-not, which is what saves most, and BMI2's rotation from one register to another.
    #[target_feature(enable = "bmi1,bmi2")]
    pub(super) fn absorb_bmi(state: &mut [u64; 25], block: &[u8]) {
        let mut lanes = *state;
        let (words, _) = block.as_chunks();
        for (lane, word) in lanes.iter_mut().zip(words) {
            *lane ^= u64::from_le_bytes(*word);
        }
        for constant in &CONSTANTS {
            let columns: [u64; 5] =
                array::from_fn(|x| lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
            let mixed: [u64; 5] =
                array::from_fn(|x| columns[(x + 4) % 5] ^ columns[(x + 1) % 5].rotate_left(1));
            let old = lanes;
            macro_rules! row {
                ($row:literal: $([$lane:literal $x:literal $rotation:literal])+) => {
                    let row = [$((old[$lane] ^ mixed[$x]).rotate_left($rotation)),+];
                    for x in 0..5 {
                        lanes[$row + x] = row[x] ^ (!row[(x + 1) % 5] & row[(x + 2) % 5]);
                    }
                };
            }
            rows!(row);
            lanes[0] ^= *constant;
        }
        *state = lanes;
    }
}
