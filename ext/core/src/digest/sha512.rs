//! SHA-512, SHA-384 and SHA-512/t (FIPS 180-4) over the kernel, as digests of the `digest` crate.

use ::hmac::digest::array::Array;
use ::hmac::digest::block_api::{
    Block, BlockSizeUser, Buffer, BufferKindUser, CtOutWrapper, Eager, OutputSizeUser, TruncSide, UpdateCore,
    VariableOutputCore,
};
use ::hmac::digest::consts::{U28, U32, U48, U64, U128};
use ::hmac::digest::{HashMarker, InvalidOutputSize, Output, buffer_fixed};
use zeroize::Zeroize;

use crate::kernel::sha512::compress;

macro_rules! digests {
    ($($name:ident $size:ident $doc:literal;)+) => {$(
        buffer_fixed!(
            #[doc = $doc]
            pub(crate) struct $name(CtOutWrapper<Core, $size>);
            impl: BaseFixedTraits Default Clone HashMarker Reset FixedOutputReset;
        );
    )+};
}

digests! {
    Sha384 U48 "SHA-384.";
    Sha512 U64 "SHA-512.";
    Sha512_224 U28 "SHA-512/224.";
    Sha512_256 U32 "SHA-512/256.";
}

/// SHA-512 of whole blocks, from any of its initial values.
#[derive(Clone)]
pub(crate) struct Core {
    state: [u64; 8],
    blocks: u128,
}

impl HashMarker for Core {}

impl BlockSizeUser for Core {
    type BlockSize = U128;
}

impl BufferKindUser for Core {
    type BufferKind = Eager;
}

impl OutputSizeUser for Core {
    type OutputSize = U64;
}

impl UpdateCore for Core {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.blocks += blocks.len() as u128;
        compress(&mut self.state, Array::cast_slice_to_core(blocks));
    }
}

impl VariableOutputCore for Core {
    const TRUNC_SIDE: TruncSide = TruncSide::Left;

    /// FIPS 180-4, sections 5.3.4 to 5.3.6.
    #[inline]
    #[rustfmt::skip]
    fn new(output_size: usize) -> Result<Self, InvalidOutputSize> {
        let state = match output_size {
            28 => [
                0x8c3d_37c8_1954_4da2, 0x73e1_9966_89dc_d4d6, 0x1dfa_b7ae_32ff_9c82, 0x679d_d514_582f_9fcf,
                0x0f6d_2b69_7bd4_4da8, 0x77e3_6f73_04c4_8942, 0x3f9d_85a8_6a1d_36c8, 0x1112_e6ad_91d6_92a1,
            ],
            32 => [
                0x2231_2194_fc2b_f72c, 0x9f55_5fa3_c84c_64c2, 0x2393_b86b_6f53_b151, 0x9638_7719_5940_eabd,
                0x9628_3ee2_a88e_ffe3, 0xbe5e_1e25_5386_3992, 0x2b01_99fc_2c85_b8aa, 0x0eb7_2ddc_81c5_2ca2,
            ],
            48 => [
                0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
                0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
            ],
            64 => [
                0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
                0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
            ],
            _ => return Err(InvalidOutputSize),
        };
        Ok(Self { state, blocks: 0 })
    }

    #[inline]
    fn finalize_variable_core(&mut self, buffer: &mut Buffer<Self>, output: &mut Output<Self>) {
        let bits = 8 * (128 * self.blocks + buffer.get_pos() as u128);
        buffer.len128_padding_be(bits, |block| compress(&mut self.state, &[block.0]));
        let (bytes, _) = output.as_chunks_mut();
        for (bytes, word) in bytes.iter_mut().zip(self.state) {
            *bytes = word.to_be_bytes();
        }
    }
}

impl Drop for Core {
    #[inline]
    fn drop(&mut self) {
        self.state.zeroize();
        self.blocks.zeroize();
    }
}
