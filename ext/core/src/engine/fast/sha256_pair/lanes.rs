//! What FIPS 180-4 says of messages whose blocks the kernel takes: buffering and padding, for two at once.

use sha2::block_api::compress256;

use crate::engine::rustcrypto::sha256_pair as apart;
use crate::kernel::sha256::{BLOCK_LEN, INITIAL, available, compress_two};

/// Where the length stands in the last block (section 5.1.1).
const LENGTH_AT: usize = BLOCK_LEN - 8;

/// Two messages that are hashed.
#[derive(Clone)]
pub struct Pair(Way);

#[derive(Clone)]
enum Way {
    Interleaved([Lane; 2]),
    Apart(apart::Pair),
}

impl Pair {
    /// Nothing was fed yet. With `interleave` the two are computed at once where the processor can.
    #[must_use]
    #[inline]
    pub fn new(interleave: bool) -> Self {
        Self(if interleave && available() {
            Way::Interleaved([Lane::NEW, Lane::NEW])
        } else {
            Way::Apart(apart::Pair::new(false))
        })
    }

    /// Feeds each message its piece, of any length.
    #[inline]
    pub fn update(&mut self, pieces: [&[u8]; 2]) {
        let [a, b] = match &mut self.0 {
            Way::Apart(pair) => return pair.update(pieces),
            Way::Interleaved(lanes) => lanes,
        };
        let common = if a.filled() == b.filled() { pieces[0].len().min(pieces[1].len()) } else { 0 };
        let [(left, left_rest), (right, right_rest)] = pieces.map(|piece| piece.split_at(common));
        feed([a, b], [left, right], compress_two);
        feed([a], [left_rest], compress_one);
        feed([b], [right_rest], compress_one);
    }

    /// The hashes.
    #[must_use]
    #[inline]
    pub fn finalize(self) -> [[u8; 32]; 2] {
        let [mut a, mut b] = match self.0 {
            Way::Apart(pair) => return pair.finalize(),
            Way::Interleaved(lanes) => lanes,
        };
        let ends = [a.end(), b.end()];
        let [one, other] = ends.each_ref().map(|(blocks, count)| &blocks[..*count]);
        if one.len() == other.len() {
            compress_two([&mut a.state, &mut b.state], [one, other]);
        } else {
            compress256(&mut a.state, one);
            compress256(&mut b.state, other);
        }
        [a.output(), b.output()]
    }
}

/// One of the messages.
#[derive(Clone)]
struct Lane {
    state: [u32; 8],
    /// The start of a block that is not whole yet.
    buffer: [u8; BLOCK_LEN],
    len: u64,
}

impl Lane {
    const NEW: Self = Self { state: INITIAL, buffer: [0; BLOCK_LEN], len: 0 };

    #[expect(clippy::cast_possible_truncation, reason = "it is less than a block's length")]
    fn filled(&self) -> usize {
        (self.len % BLOCK_LEN as u64) as usize
    }

    /// The last blocks, one or two: what is buffered, a one bit, zeros, and the length in bits.
    fn end(&self) -> ([[u8; BLOCK_LEN]; 2], usize) {
        let filled = self.filled();
        let mut blocks = [[0; BLOCK_LEN]; 2];
        blocks[0][..filled].copy_from_slice(&self.buffer[..filled]);
        blocks[0][filled] = 0x80;
        let last = usize::from(filled >= LENGTH_AT);
        blocks[last][LENGTH_AT..].copy_from_slice(&self.len.wrapping_mul(8).to_be_bytes());
        (blocks, last + 1)
    }

    fn output(&self) -> [u8; 32] {
        let mut output = [0; 32];
        for (bytes, word) in output.as_chunks_mut::<4>().0.iter_mut().zip(self.state) {
            *bytes = word.to_be_bytes();
        }
        output
    }
}

fn compress_one([state]: [&mut [u32; 8]; 1], [blocks]: [&[[u8; BLOCK_LEN]]; 1]) {
    compress256(state, blocks);
}

/// Feeds lanes that are equally filled pieces that are equally long.
#[inline]
fn feed<const N: usize>(
    mut lanes: [&mut Lane; N],
    pieces: [&[u8]; N],
    compress: impl Fn([&mut [u32; 8]; N], [&[[u8; BLOCK_LEN]]; N]),
) {
    let len = pieces[0].len();
    if len == 0 {
        return;
    }
    let filled = lanes[0].filled();
    let missing = if filled == 0 { 0 } else { (BLOCK_LEN - filled).min(len) };
    for (lane, piece) in lanes.iter_mut().zip(pieces) {
        lane.buffer[filled..filled + missing].copy_from_slice(&piece[..missing]);
        lane.len += len as u64;
    }
    if missing > 0 && filled + missing == BLOCK_LEN {
        let mut blocks = [[[0; BLOCK_LEN]; 1]; N];
        for (block, lane) in blocks.iter_mut().zip(&lanes) {
            block[0] = lane.buffer;
        }
        compress(lanes.each_mut().map(|lane| &mut lane.state), blocks.each_ref().map(<[_; 1]>::as_slice));
    }
    let split = pieces.map(|piece| piece[missing..].as_chunks::<BLOCK_LEN>());
    if len - missing >= BLOCK_LEN {
        compress(lanes.each_mut().map(|lane| &mut lane.state), split.map(|(whole, _)| whole));
    }
    for (lane, (_, rest)) in lanes.iter_mut().zip(split) {
        lane.buffer[..rest.len()].copy_from_slice(rest);
    }
}
