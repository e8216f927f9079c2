//! The sealed stream against libsodium's, and against everything that may happen to one on its way.

mod support;

use oxisalt_core::Error;
use oxisalt_core::agreement::PrivateKey;
use oxisalt_core::sealed_stream::{HEADER_LEN, OVERHEAD, Opener, SEALED_KEY_LEN, Sealer};
use support::{flips, rows, unhex};

const KEY: [u8; 32] = [7; 32];

fn chunk(sealer: &mut Sealer, message: &[u8], last: bool) -> Vec<u8> {
    let mut ciphertext = vec![0; message.len() + OVERHEAD];
    sealer.chunk(message, last, &mut ciphertext);
    ciphertext
}

fn open(opener: &mut Opener, ciphertext: &[u8]) -> Result<(Vec<u8>, bool), Error> {
    let mut message = vec![0; ciphertext.len().saturating_sub(OVERHEAD)];
    let result = opener.chunk(ciphertext, &mut message);
    if result.is_err() {
        assert!(
            message.iter().all(|&byte| byte == 0),
            "nothing is written before the tag is known to be right"
        );
    }
    result.map(|last| (message, last))
}

#[test]
fn chunks_of_libsodium() {
    let mut stream: Option<(Vec<u8>, Opener)> = None;
    for [key, header, mark, message, ciphertext] in rows(include_str!("vectors/secretstream_chunks.txt")) {
        let (key, header) = (unhex(key), unhex(header));
        if stream.as_ref().is_none_or(|(of, _)| *of != header) {
            let opener = Opener::new(&key, &header).unwrap();
            stream = Some((header, opener));
        }
        let (_, opener) = stream.as_mut().unwrap();
        assert_eq!(open(opener, &unhex(ciphertext)).unwrap(), (unhex(message), mark == "3"));
    }
}

#[test]
fn for_a_recipient_by_libsodium() {
    for row in rows(include_str!("vectors/secretstream_for_recipient.txt")) {
        let [private, message, file] = row.map(unhex);
        let key = PrivateKey::new(&private).unwrap();
        let (start, ciphertext) = file.split_at(SEALED_KEY_LEN + HEADER_LEN);
        let mut opener = Opener::for_recipient(&key, start).unwrap();
        assert_eq!(open(&mut opener, ciphertext).unwrap(), (message, true));
        for len in 0..start.len() {
            assert!(
                Opener::for_recipient(&key, &start[..len])
                    .is_err_and(|refusal| { refusal == Error::Truncated })
            );
        }
        for changed in flips(&start[..SEALED_KEY_LEN]) {
            let start = [&changed[..], &start[SEALED_KEY_LEN..]].concat();
            assert!(Opener::for_recipient(&key, &start).is_err_and(|refusal| refusal == Error::Inauthentic));
        }
        assert!(Opener::for_recipient(&PrivateKey::generate().unwrap(), start).is_err());
    }
}

#[test]
fn for_a_recipient() {
    let key = PrivateKey::generate().unwrap();
    let (mut sealer, start) = Sealer::for_recipient(key.public_key()).unwrap();
    let ciphertext = chunk(&mut sealer, b"message", true);
    let mut opener = Opener::for_recipient(&key, &start).unwrap();
    assert_eq!(open(&mut opener, &ciphertext).unwrap(), (b"message".to_vec(), true));
    let (_, other) = Sealer::for_recipient(key.public_key()).unwrap();
    assert_ne!(start[..32], other[..32]);
}

#[test]
fn chunks_open_once_and_in_order() {
    let (mut sealer, header) = Sealer::new(&KEY).unwrap();
    let chunks = [&b"first"[..], b"other", b"", b"last"]
        .map(|message| chunk(&mut sealer, message, message == b"last"));
    let mut opener = Opener::new(&KEY, &header).unwrap();
    for (number, ciphertext) in chunks.iter().enumerate() {
        for (other, wrong) in chunks.iter().enumerate() {
            if other != number {
                assert_eq!(open(&mut opener, wrong), Err(Error::Inauthentic), "{other} in place of {number}");
            }
        }
        assert_eq!(open(&mut opener, ciphertext).unwrap().1, number == 3);
    }
}

#[test]
fn what_was_changed_does_not_open() {
    let (mut sealer, header) = Sealer::new(&KEY).unwrap();
    let ciphertext = chunk(&mut sealer, b"message", true);
    let opener = |key: &[u8], header: &[u8]| Opener::new(key, header).unwrap();
    assert_eq!(open(&mut opener(&KEY, &header), &ciphertext).unwrap(), (b"message".to_vec(), true));
    for changed in flips(&ciphertext) {
        assert_eq!(open(&mut opener(&KEY, &header), &changed), Err(Error::Inauthentic));
    }
    for changed in flips(&header) {
        assert_eq!(open(&mut opener(&KEY, &changed), &ciphertext), Err(Error::Inauthentic));
    }
    for changed in flips(&KEY) {
        assert_eq!(open(&mut opener(&changed, &header), &ciphertext), Err(Error::Inauthentic));
    }
    for len in 0..ciphertext.len() {
        let refusal = if len < OVERHEAD { Error::Truncated } else { Error::Inauthentic };
        assert_eq!(open(&mut opener(&KEY, &header), &ciphertext[..len]), Err(refusal));
    }
}

#[test]
fn lengths() {
    for got in [0, 31, 33] {
        let refusal = Error::Length { name: "secret key", least: 32, most: 32, got };
        assert_eq!(Sealer::new(&vec![0; got]).err(), Some(refusal));
        assert_eq!(Opener::new(&vec![0; got], &[0; HEADER_LEN]).err(), Some(refusal));
    }
    for got in [0, 23, 25] {
        assert_eq!(Opener::new(&KEY, &vec![0; got]).err(), Some(Error::Truncated));
    }
}
