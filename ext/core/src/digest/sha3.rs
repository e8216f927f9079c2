//! SHA-3 (FIPS 202) over the kernel, as digests of the `digest` crate.

use std::marker::PhantomData;

use ::hmac::digest::array::ArraySize;
use ::hmac::digest::block_api::{
    Block, BlockSizeUser, Buffer, BufferKindUser, Eager, FixedOutputCore, OutputSizeUser, Reset, UpdateCore,
};
use ::hmac::digest::block_buffer::BlockSizes;
use ::hmac::digest::consts::{U28, U32, U48, U64, U72, U104, U136, U144};
use ::hmac::digest::{HashMarker, Output, buffer_fixed};
use zeroize::Zeroize;

use crate::kernel::keccak::absorb;

macro_rules! digests {
    ($($name:ident $rate:ident $size:ident $doc:literal;)+) => {$(
        buffer_fixed!(
            #[doc = $doc]
            pub(crate) struct $name(Core<$rate, $size>);
            impl: BaseFixedTraits Default Clone HashMarker Reset FixedOutputReset;
        );
    )+};
}

digests! {
    Sha3_224 U144 U28 "SHA3-224.";
    Sha3_256 U136 U32 "SHA3-256.";
    Sha3_384 U104 U48 "SHA3-384.";
    Sha3_512 U72 U64 "SHA3-512.";
}

/// The sponge that absorbs blocks of `Rate` bytes.
pub(crate) struct Core<Rate, Size> {
    state: [u64; 25],
    sizes: PhantomData<(Rate, Size)>,
}

impl<Rate, Size> Clone for Core<Rate, Size> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state, sizes: PhantomData }
    }
}

impl<Rate, Size> Default for Core<Rate, Size> {
    #[inline]
    fn default() -> Self {
        Self { state: [0; 25], sizes: PhantomData }
    }
}

impl<Rate, Size> Reset for Core<Rate, Size> {
    #[inline]
    fn reset(&mut self) {
        self.state = [0; 25];
    }
}

impl<Rate, Size> HashMarker for Core<Rate, Size> {}

impl<Rate: BlockSizes, Size> BlockSizeUser for Core<Rate, Size> {
    type BlockSize = Rate;
}

impl<Rate: BlockSizes, Size> BufferKindUser for Core<Rate, Size> {
    type BufferKind = Eager;
}

impl<Rate, Size: ArraySize> OutputSizeUser for Core<Rate, Size> {
    type OutputSize = Size;
}

impl<Rate: BlockSizes, Size> UpdateCore for Core<Rate, Size> {
    #[inline]
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        for block in blocks {
            absorb(&mut self.state, block);
        }
    }
}

impl<Rate: BlockSizes, Size: ArraySize> FixedOutputCore for Core<Rate, Size> {
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, output: &mut Output<Self>) {
        // FIPS 202, sections 6.1 and B.2: the suffix 01, then 10*1, which may meet in one byte.
        let end = buffer.get_pos();
        let mut block = buffer.pad_with_zeros();
        block[end] = 0x06;
        block[Rate::USIZE - 1] |= 0x80;
        absorb(&mut self.state, &block);
        for (bytes, lane) in output.chunks_mut(8).zip(self.state) {
            bytes.copy_from_slice(&lane.to_le_bytes()[..bytes.len()]);
        }
    }
}

impl<Rate, Size> Drop for Core<Rate, Size> {
    #[inline]
    fn drop(&mut self) {
        self.state.zeroize();
    }
}
