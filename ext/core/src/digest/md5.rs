//! MD5 (RFC 1321) over the kernel, as a digest of the `digest` crate.

use ::hmac::digest::array::Array;
use ::hmac::digest::block_api::{
    Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, OutputSizeUser, Reset, UpdateCore,
};
use ::hmac::digest::consts::{U16, U64};
use ::hmac::digest::{HashMarker, Output, buffer_fixed};
use zeroize::Zeroize;

use crate::kernel::md5::compress;

buffer_fixed!(
    /// MD5.
    pub(crate) struct Md5(Core);
    impl: BaseFixedTraits Default Clone HashMarker Reset FixedOutputReset;
);

/// MD5 of whole blocks.
#[derive(Clone)]
pub(crate) struct Core {
    state: [u32; 4],
    blocks: u64,
}

impl Default for Core {
    #[inline]
    fn default() -> Self {
        Self { state: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476], blocks: 0 }
    }
}

impl Reset for Core {
    #[inline]
    fn reset(&mut self) {
        *self = Self::default();
    }
}

impl HashMarker for Core {}

impl BlockSizeUser for Core {
    type BlockSize = U64;
}

impl BufferKindUser for Core {
    type BufferKind = Eager;
}

impl OutputSizeUser for Core {
    type OutputSize = U16;
}

impl UpdateCore for Core {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.blocks = self.blocks.wrapping_add(blocks.len() as u64);
        compress(&mut self.state, Array::cast_slice_to_core(blocks));
    }
}

impl FixedOutputCore for Core {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, output: &mut Output<Self>) {
        // Of longer messages RFC 1321 counts the bits modulo 2^64.
        let bits = self.blocks.wrapping_mul(64).wrapping_add(buffer.get_pos() as u64).wrapping_mul(8);
        buffer.len64_padding_le(bits, |block| compress(&mut self.state, &[block.0]));
        let (bytes, _) = output.as_chunks_mut();
        for (bytes, word) in bytes.iter_mut().zip(self.state) {
            *bytes = word.to_le_bytes();
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
