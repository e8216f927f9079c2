//! Boxes and streams. No input gets past a tag by chance, so that each target also seals what it is given, and changes
//! the result where its first bytes say. Both engines open everything, and must agree.

use std::sync::LazyLock;

use oxisalt_core::Error;
use oxisalt_core::agreement::PrivateKey;
use oxisalt_core::engine::{fast, rustcrypto};
use oxisalt_core::sealed_stream::{HEADER_LEN, OVERHEAD, Opener, SEALED_KEY_LEN, Sealer};
use oxisalt_core::secret_box::{Key, NONCED_OVERHEAD, TAG_LEN};
use oxisalt_core::{sealed_box, secret_box};

const KEY: [u8; 32] = [7; 32];

static RECIPIENT: LazyLock<PrivateKey> = LazyLock::new(|| PrivateKey::new(&KEY).unwrap());

/// `body` writes to as many bytes as are left of `len` without `overhead`, and nothing where it fails.
fn opened(len: usize, overhead: usize, body: impl FnOnce(&mut [u8]) -> Result<(), Error>) -> Option<Vec<u8>> {
    let mut output = vec![0; len.saturating_sub(overhead)];
    match body(&mut output) {
        Ok(()) => Some(output),
        Err(_) => {
            assert!(output.iter().all(|&byte| byte == 0), "what is not authentic was written");
            None
        }
    }
}

/// Where, and by which bits, a sealed message is to be changed; and the message.
fn plan(data: &[u8]) -> Option<(usize, u8, &[u8])> {
    let (head, message) = data.split_at_checked(3)?;
    Some((usize::from(u16::from_le_bytes([head[0], head[1]])), head[2], message))
}

/// Changes one byte, and says whether anything has changed.
fn change(sealed: &mut [u8], (place, bits): (usize, u8)) -> bool {
    let place = place % sealed.len();
    sealed[place] ^= bits;
    bits != 0
}

/// `SecretBox` and `SimpleBox`, which puts the nonce before the box.
pub fn secret_box(data: &[u8]) {
    let key = Key::new(&KEY).unwrap();
    opened(data.len(), NONCED_OVERHEAD, |output| key.open_nonced(data, output));
    if let Some((nonce, ciphertext)) = data.split_at_checked(secret_box::NONCE_LEN) {
        let nonce = secret_box::nonce(nonce).unwrap();
        let message = opened(ciphertext.len(), TAG_LEN, |output| key.open(&nonce, ciphertext, output));
        if let Some((tag, ciphertext)) = ciphertext.split_at_checked(TAG_LEN) {
            let tag = tag.try_into().unwrap();
            let mut outputs = [vec![0; ciphertext.len()], vec![0; ciphertext.len()]];
            let [one, other] = &mut outputs;
            let verdicts = [
                fast::sealing::open(&KEY, &nonce, tag, ciphertext, one),
                rustcrypto::sealing::open(&KEY, &nonce, tag, ciphertext, other),
            ];
            assert_eq!(verdicts, [message.is_some(); 2], "the engines disagree");
            assert_eq!(outputs[0], outputs[1], "the engines disagree");
        }
    }
    if let Some((place, bits, message)) = plan(data) {
        let mut sealed = vec![0; message.len() + NONCED_OVERHEAD];
        key.seal_nonced(message, &mut sealed).unwrap();
        let changed = change(&mut sealed, (place, bits));
        let found = opened(sealed.len(), NONCED_OVERHEAD, |output| key.open_nonced(&sealed, output));
        assert_eq!(found.as_deref(), (!changed).then_some(message));
    }
}

/// `SealedBox`.
pub fn sealed_box(data: &[u8]) {
    let open = |sealed: &[u8]| {
        opened(sealed.len(), sealed_box::OVERHEAD, |output| sealed_box::open(&RECIPIENT, sealed, output))
    };
    open(data);
    if let Some((place, bits, message)) = plan(data) {
        let mut sealed = vec![0; message.len() + sealed_box::OVERHEAD];
        sealed_box::seal(RECIPIENT.public_key(), message, &mut sealed).unwrap();
        let changed = change(&mut sealed, (place, bits));
        assert_eq!(open(&sealed).as_deref(), (!changed).then_some(message));
    }
}

/// `SealedStream`. The input is a file, under the key or for the recipient, cut into chunks of 1 to 256 bytes as its
/// first byte says; and then a message that is sealed so, and changed.
pub fn sealed_stream(data: &[u8]) {
    let Some((&size, file)) = data.split_first() else { return };
    let size = usize::from(size) + 1;
    if let Some((header, chunks)) = file.split_at_checked(HEADER_LEN) {
        read(Opener::new(&KEY, header).unwrap(), chunks, size + OVERHEAD);
    }
    if let Some((start, chunks)) = file.split_at_checked(SEALED_KEY_LEN + HEADER_LEN)
        && let Ok(opener) = Opener::for_recipient(&RECIPIENT, start)
    {
        read(opener, chunks, size + OVERHEAD);
    }
    let Some((place, bits, message)) = plan(file) else { return };
    let (mut sealer, header) = Sealer::new(&KEY).unwrap();
    let mut sealed = Vec::new();
    let mut pieces = message.chunks(size).peekable();
    loop {
        let piece = pieces.next().unwrap_or_default();
        let last = pieces.peek().is_none();
        let start = sealed.len();
        sealed.resize(start + piece.len() + OVERHEAD, 0);
        sealer.chunk(piece, last, &mut sealed[start..]);
        if last {
            break;
        }
    }
    let changed = change(&mut sealed, (place, bits));
    let (found, whole) = read(Opener::new(&KEY, &header).unwrap(), &sealed, size + OVERHEAD);
    assert!(message.starts_with(&found), "what was not sealed came out");
    assert_eq!(whole, !changed);
    if whole {
        assert_eq!(found, message);
    }
}

/// What the chunks hold until one is refused, and whether the last one was there.
fn read(mut opener: Opener, chunks: &[u8], size: usize) -> (Vec<u8>, bool) {
    let mut message = Vec::new();
    for chunk in chunks.chunks(size) {
        let mut output = vec![0; chunk.len().saturating_sub(OVERHEAD)];
        match opener.chunk(chunk, &mut output) {
            Ok(last) => {
                message.extend(output);
                if last {
                    return (message, true);
                }
            }
            Err(_) => {
                assert!(output.iter().all(|&byte| byte == 0), "what is not authentic was written");
                break;
            }
        }
    }
    (message, false)
}
