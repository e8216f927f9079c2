//! Merkle trees against published ones, against the definitions written out, and what holds for proofs and files.

mod support;

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

use data_encoding::BASE32_NOPAD;
use oxisalt_core::Error;
use oxisalt_core::merkle::file::{Change, Failure, Progress, Source, hash_segments};
use oxisalt_core::merkle::tahoe::{EMPTY_LEAF_TAG, NODE_TAG, tagged_hash, tagged_pair_hash};
use oxisalt_core::merkle::{
    Effort, Hash, LONGEST_PROOF, MerkleTree, Proof, SEGMENT_LEN, Scheme, Segmenter, hash_leaves,
};
use sha2::{Digest, Sha256};
use support::{flips, hex, pattern, rows, unhex};

const EFFORTS: [Effort; 4] = [
    Effort { threads: 1, interleave: false },
    Effort { threads: 1, interleave: true },
    Effort { threads: 3, interleave: false },
    Effort { threads: 3, interleave: true },
];

/// A value of `merkle_tahoe.txt`.
fn tahoe(name: &str) -> Vec<u8> {
    let rows = rows::<2>(include_str!("vectors/merkle_tahoe.txt"));
    let [_, value] = rows.iter().find(|[row, _]| *row == name).expect("a row");
    if value.len() == 52 {
        BASE32_NOPAD.decode(value.to_uppercase().as_bytes()).expect("base32")
    } else {
        unhex(value)
    }
}

fn leaf_hashes(scheme: Scheme, data: &[Vec<u8>], effort: Effort) -> Vec<Hash> {
    let data: Vec<_> = data.iter().map(Vec::as_slice).collect();
    let mut hashes = Vec::new();
    hash_leaves(scheme, &data, &mut hashes, effort).expect("room");
    hashes
}

fn tree(scheme: Scheme, leaf_hashes: &[Hash], effort: Effort) -> MerkleTree {
    MerkleTree::new(scheme, leaf_hashes.to_vec(), effort).expect("room")
}

/// `count` leaves of different lengths, which are the lengths of one another too.
fn leaves(count: usize) -> Vec<Vec<u8>> {
    (0..count).map(|index| pattern(index * 7 % 131)).collect()
}

/// The root as RFC 6962, section 2.1, and Tahoe-LAFS define it.
fn root(scheme: Scheme, hashes: &[Hash]) -> Hash {
    fn mth(hashes: &[Hash], node: &dyn Fn(&Hash, &Hash) -> Hash) -> Hash {
        if let [leaf] = hashes {
            return *leaf;
        }
        let (left, right) = hashes.split_at(hashes.len().next_power_of_two() / 2);
        node(&mth(left, node), &mth(right, node))
    }
    if scheme == Scheme::Rfc6962 {
        let node = |left: &Hash, right: &Hash| {
            Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
        };
        return if hashes.is_empty() { Sha256::digest([]).into() } else { mth(hashes, &node) };
    }
    let mut filled = hashes.to_vec();
    while !filled.len().is_power_of_two() {
        filled.push(tagged_hash(EMPTY_LEAF_TAG, filled.len().to_string().as_bytes()));
    }
    mth(&filled, &|left, right| tagged_pair_hash(NODE_TAG, left, right))
}

#[test]
fn certificate_transparency() {
    let rows = rows::<3>(include_str!("vectors/merkle_rfc6962.txt"));
    let of = |kind| rows.iter().filter(move |[row, ..]| *row == kind).map(|[_, one, other]| (*one, *other));
    let data: Vec<_> = of("leaf").map(|(data, _)| unhex(data)).collect();
    let trees: Vec<_> = (0..=data.len())
        .map(|size| {
            let hashes = leaf_hashes(Scheme::Rfc6962, &data[..size], Effort::default());
            tree(Scheme::Rfc6962, &hashes, Effort::default())
        })
        .collect();
    let mut run = 0;
    for (size, root) in of("root") {
        assert_eq!(hex(&trees[size.parse::<usize>().expect("a number")].root()), root, "{size} leaves");
        run += 1;
    }
    for (place, path) in of("path") {
        let (index, size) = place.split_once('/').expect("index/size");
        let (index, size) = (index.parse().expect("a number"), size.parse::<usize>().expect("a number"));
        let proof = trees[size].proof(index).expect("in the tree");
        let hashes: Vec<_> = proof.hashes().iter().map(|hash| hex(hash)).collect();
        assert_eq!(hashes.join(","), path.trim_matches('-'), "{place}");
        run += 1;
    }
    assert_eq!((data.len(), run), (8, 14));
    println!("merkle_rfc6962.txt: {run} run, {run} passed, 0 skipped");
}

#[test]
fn tahoe_hashes() {
    assert_eq!(tagged_hash(b"tag", b"hello world").to_vec(), tahoe("tagged_hash"));
    assert_eq!(tagged_pair_hash(b"tag", b"hello", b"world").to_vec(), tahoe("tagged_pair_hash"));
    let hashes = [b"0", b"1", b"2"].map(|value| tagged_hash(b"tag", value));
    for scheme in [Scheme::Tahoe, Scheme::TahoeBlock] {
        assert_eq!(tree(scheme, &hashes, Effort::default()).root().to_vec(), tahoe("three_leaves"));
    }
}

/// A gigabyte of zeros, a mebibyte at a time.
#[test]
fn a_gigabyte_of_zeros() {
    // Without optimization the kernel takes minutes, and the crate does not.
    let effort = Effort { interleave: !cfg!(debug_assertions), ..Effort::default() };
    let zeros = vec![0; 1 << 20];
    for scheme in [Scheme::Tahoe, Scheme::TahoeBlock] {
        let mut segmenter = Segmenter::new(scheme, SEGMENT_LEN.try_into().expect("small"), effort);
        for _ in 0..1 << 10 {
            segmenter.update(&zeros).expect("room");
        }
        let hashes = segmenter.finish().expect("room");
        assert_eq!(hashes.len(), 8192);
        assert_eq!(
            tree(scheme, &hashes, effort).root().to_vec(),
            tahoe(&format!("zeros_{scheme}")),
            "{scheme}"
        );
        // Every segment is the same, and so is its hash, two at once and each by itself.
        let segments = vec![zeros[..1 << 17].to_vec(); 3];
        for effort in EFFORTS {
            assert_eq!(leaf_hashes(scheme, &segments, effort), hashes[..3], "{scheme} {effort:?}");
        }
    }
}

#[test]
fn trees_are_as_they_are_defined() {
    for scheme in Scheme::ALL {
        for size in (0..=40).chain([255, 256, 257, 5000]) {
            let data = leaves(size);
            let expected: Vec<_> = data.iter().map(|data| scheme.leaf_hash(data)).collect();
            let expected_root = root(scheme, &expected);
            for effort in EFFORTS {
                let hashes = leaf_hashes(scheme, &data, effort);
                assert_eq!(hashes, expected, "{scheme}, {size} leaves, {effort:?}");
                let tree = tree(scheme, &hashes, effort);
                assert_eq!(tree.root(), expected_root, "{scheme}, {size} leaves, {effort:?}");
                assert_eq!((tree.size(), tree.leaf(size), tree.proof(size)), (size, None, None));
            }
        }
    }
}

/// More nodes than one step or one thread takes.
#[test]
fn large_trees_are_as_they_are_defined() {
    let hashes: Vec<Hash> =
        (0..70_001u32).map(|index| std::array::from_fn(|at| index.to_le_bytes()[at % 4])).collect();
    for scheme in [Scheme::Tahoe, Scheme::Rfc6962] {
        let expected = root(scheme, &hashes);
        for effort in [EFFORTS[0], EFFORTS[3]] {
            let tree = tree(scheme, &hashes, effort);
            assert_eq!(tree.root(), expected, "{scheme} {effort:?}");
            for index in [0, 1, 34_999, 65_535, 65_536, 69_999, 70_000] {
                let proof = tree.proof(index).expect("in the tree");
                assert_eq!(proof.root(&hashes[index]), expected, "{scheme} {index}");
            }
        }
    }
}

#[test]
fn any_number_of_threads_may_be_asked_for() {
    let hashes = leaf_hashes(Scheme::Rfc6962, &leaves(5000), EFFORTS[0]);
    let expected = root(Scheme::Rfc6962, &hashes);
    let content = pattern(100_000);
    let temporary = Temporary::new("threads", &content);
    let segments =
        leaf_hashes(Scheme::Rfc6962, &content.chunks(64).map(Vec::from).collect::<Vec<_>>(), EFFORTS[0]);
    for threads in [0, usize::MAX] {
        let effort = Effort { threads, interleave: true };
        assert_eq!(leaf_hashes(Scheme::Rfc6962, &leaves(5000), effort), hashes);
        assert_eq!(tree(Scheme::Rfc6962, &hashes, effort).root(), expected);
        let source = Source::new(temporary.open(), 0).expect("a file");
        let of_file = hash_segments(source, Scheme::Rfc6962, 64, effort, |progress| {
            ended(progress);
            Ok::<_, ()>(())
        });
        assert_eq!(of_file.expect("read"), segments);
    }
}

#[test]
fn the_proof_of_every_leaf_verifies_and_no_other() {
    for scheme in Scheme::ALL {
        for size in 1..=40 {
            let hashes = leaf_hashes(scheme, &leaves(size), EFFORTS[0]);
            let tree = tree(scheme, &hashes, EFFORTS[0]);
            let root = tree.root();
            for (place, leaf) in hashes.iter().enumerate() {
                let (index, size) = (place as u64, size as u64);
                let proof = tree.proof(place).expect("in the tree");
                assert_eq!(
                    proof.verify(Some(scheme), &root, index, leaf, size),
                    Ok(()),
                    "{scheme} {index}/{size}"
                );
                assert_eq!(Proof::from_bytes(&proof.to_bytes()).as_ref(), Ok(&proof));
                assert!(proof.to_bytes().len() <= LONGEST_PROOF);
                for (index, size) in [(index + 1, size), (index.wrapping_sub(1), size), (index, size + 1)] {
                    let other = Error::OtherProof { index: proof.index(), size: proof.size() };
                    assert_eq!(proof.verify(Some(scheme), &root, index, leaf, size), Err(other));
                }
                let other = hashes[(place + 1) % hashes.len()];
                if other != *leaf {
                    assert_eq!(proof.verify(Some(scheme), &root, index, &other, size), Err(Error::NotInTree));
                }
                for altered in reordered(proof.hashes()) {
                    let altered = Proof::new(scheme, index, size, altered).expect("as many hashes");
                    assert_eq!(altered.verify(None, &root, index, leaf, size), Err(Error::NotInTree));
                }
            }
        }
    }
}

/// Every way to change two neighbours about.
fn reordered(hashes: &[Hash]) -> impl Iterator<Item = Vec<Hash>> + '_ {
    (1..hashes.len()).filter(|&at| hashes[at] != hashes[at - 1]).map(|at| {
        let mut altered = hashes.to_vec();
        altered.swap(at, at - 1);
        altered
    })
}

#[test]
fn a_proof_with_any_bit_changed_is_refused() {
    for scheme in Scheme::ALL {
        for (index, size) in [(0, 1), (4, 5), (2, 5), (10, 11)] {
            let hashes = leaf_hashes(scheme, &leaves(size), EFFORTS[0]);
            let tree = tree(scheme, &hashes, EFFORTS[0]);
            let (root, leaf) = (tree.root(), hashes[index]);
            let proof = tree.proof(index).expect("in the tree");
            let check = |proof: &Proof, root: &Hash, leaf: &Hash, scheme| {
                proof.verify(scheme, root, index as u64, leaf, size as u64)
            };
            for bytes in flips(&proof.to_bytes()) {
                let verified =
                    |scheme| Proof::from_bytes(&bytes).and_then(|proof| check(&proof, &root, &leaf, scheme));
                let known = verified(Some(scheme));
                assert!(known.is_err(), "{scheme} {bytes:?}");
                // A tree of one leaf has no node, and so is the same in every scheme.
                let same = size == 1 && bytes[2..] == proof.to_bytes()[2..] && bytes[0] == 1;
                let trusted = verified(None);
                assert_eq!(trusted.is_ok(), same && (1..=3).contains(&bytes[1]), "{scheme} {bytes:?}");
            }
            let whole = |bytes: Vec<u8>| Hash::try_from(bytes).expect("as long as before");
            for root in flips(&root).map(whole) {
                assert_eq!(check(&proof, &root, &leaf, None), Err(Error::NotInTree));
            }
            for leaf in flips(&leaf).map(whole) {
                assert_eq!(check(&proof, &root, &leaf, None), Err(Error::NotInTree));
            }
            for other in Scheme::ALL.into_iter().filter(|other| *other != scheme) {
                assert_eq!(check(&proof, &root, &leaf, Some(other)), Err(Error::OtherScheme(scheme)));
            }
        }
    }
}

#[test]
fn proofs_are_read_strictly() {
    let hashes = leaf_hashes(Scheme::Tahoe, &leaves(5), EFFORTS[0]);
    let bytes = tree(Scheme::Tahoe, &hashes, EFFORTS[0]).proof(3).expect("in the tree").to_bytes();
    assert_eq!(bytes.len(), 18 + 3 * 32);
    assert_eq!(bytes[..18], [1, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 5]);
    for end in 0..bytes.len() {
        let got = (end.saturating_sub(18)) / 32;
        let expected = if end < 18 {
            Error::ProofFormat
        } else {
            Error::ProofLength { index: 3, size: 5, expected: 3, got }
        };
        assert_eq!(Proof::from_bytes(&bytes[..end]), Err(expected), "{end} bytes");
    }
    for more in 1..100 {
        assert!(Proof::from_bytes(&[&bytes[..], &vec![0; more]].concat()).is_err(), "{more} bytes more");
    }
    for version in (0..=255).filter(|&version| version != 1) {
        assert_eq!(Proof::from_bytes(&[&[version], &bytes[1..]].concat()), Err(Error::ProofFormat));
    }
    for scheme in (0..=255).filter(|scheme| !(1..=3).contains(scheme)) {
        assert_eq!(Proof::from_bytes(&[&[1, scheme], &bytes[2..]].concat()), Err(Error::ProofFormat));
    }
    for (index, size) in [(0, 0), (5, 5), (6, 5), (u64::MAX, 5), (u64::MAX, u64::MAX)] {
        for scheme in Scheme::ALL {
            assert_eq!(Proof::new(scheme, index, size, vec![]), Err(Error::ProofPlace { index, size }));
        }
    }
}

#[test]
fn the_greatest_proofs_there_can_be() {
    for scheme in Scheme::ALL {
        for (index, size) in [(0, u64::MAX), (u64::MAX - 1, u64::MAX), (1 << 63, u64::MAX), (0, 1 << 63)] {
            let rows = if size == u64::MAX { 64 } else { 63 };
            let refused = Proof::new(scheme, index, size, vec![[0; 32]; 65]);
            let Err(Error::ProofLength { expected, got: 65, .. }) = refused else { panic!("{refused:?}") };
            assert!(expected <= rows, "{scheme} {index}/{size}");
            let proof = Proof::new(scheme, index, size, vec![[1; 32]; expected]).expect("as many hashes");
            assert_ne!(proof.root(&[2; 32]), [0; 32]);
            assert_eq!(Proof::from_bytes(&proof.to_bytes()), Ok(proof));
        }
    }
}

/// A file that goes away with the value.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("oxisalt-merkle-{}-{name}", std::process::id()));
        fs::write(&path, content).expect("a temporary file");
        Self(path)
    }

    fn open(&self) -> File {
        File::open(&self.0).expect("the temporary file")
    }

    fn write(&self) -> File {
        OpenOptions::new().write(true).open(&self.0).expect("the temporary file")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn ended(progress: &Progress<'_>) {
    while !progress.wait(Duration::from_millis(1)) {}
}

/// What becomes of a file where nobody gives up.
fn hashed(source: Source, segment: u64) -> Result<Vec<Hash>, Failure<&'static str>> {
    hash_segments(source, Scheme::Tahoe, segment, EFFORTS[3], |progress| {
        ended(progress);
        Ok(())
    })
}

#[test]
fn segments_of_a_file_are_leaves() {
    for len in [0, 1, 999, 1000, 1001, 100_000, 600_003] {
        let content = pattern(len);
        let temporary = Temporary::new(&format!("segments-{len}"), &content);
        for segment in [64, 1000, 131_072, 131_073, 200_000, u64::MAX >> 1] {
            let step = usize::try_from(segment).expect("64 bits").min(1 << 40);
            for start in [0, 999, 1_000_000] {
                let rest = &content[start.min(len)..];
                let expected: Vec<_> =
                    rest.chunks(step).map(|data| Scheme::Rfc6962.leaf_hash(data)).collect();
                for effort in [EFFORTS[0], EFFORTS[3]] {
                    let source = Source::new(temporary.open(), start as u64).expect("a file");
                    assert_eq!(source.len(), rest.len() as u64);
                    let hashes = hash_segments(source, Scheme::Rfc6962, segment, effort, |progress| {
                        ended(progress);
                        assert_eq!(progress.done(), rest.len() as u64);
                        Ok::<_, &str>(())
                    });
                    assert_eq!(
                        hashes.expect("read"),
                        expected,
                        "{len} from {start} by {segment}, {effort:?}"
                    );
                    for piece in [1, 1000, 70_000, usize::MAX] {
                        if len > 1001 && piece == 1 {
                            continue;
                        }
                        let mut segmenter = Segmenter::new(Scheme::Rfc6962, step, effort);
                        rest.chunks(piece).for_each(|piece| segmenter.update(piece).expect("room"));
                        assert_eq!(segmenter.finish().expect("room"), expected, "in pieces of {piece}");
                    }
                }
            }
        }
    }
}

/// More than are listed at a time.
#[test]
fn many_segments_may_come_at_once() {
    let content = pattern(40_000);
    let expected: Vec<_> = content.chunks(1).map(|data| Scheme::Rfc6962.leaf_hash(data)).collect();
    for effort in [EFFORTS[0], EFFORTS[3]] {
        let mut segmenter = Segmenter::new(Scheme::Rfc6962, 1, effort);
        segmenter.update(&content).expect("room");
        assert_eq!(segmenter.finish().expect("room"), expected);
    }
}

#[test]
fn a_file_that_changes_while_it_is_read_is_an_error() {
    type Act = fn(&Temporary);
    let changes: [(&str, Act, Change); 3] = [
        (
            "shorter",
            |file| file.write().set_len(1_000_000).expect("cut"),
            Change::Shorter(3_000_000, 1_000_000),
        ),
        ("longer", |file| file.write().set_len(3_000_001).expect("lengthened"), Change::Longer(3_000_000)),
        ("written", overwrite, Change::Written),
    ];
    for (name, change, expected) in changes {
        for segment in [1000, 131_072, 1_000_000] {
            let temporary = Temporary::new(&format!("{name}-{segment}"), &pattern(3_000_000));
            let source = Source::new(temporary.open(), 0).expect("a file");
            change(&temporary);
            let failure = hashed(source, segment).expect_err("a failure");
            let Failure::Changed(change) = failure else { panic!("{failure:?}") };
            match (change, expected) {
                // Where it ends shows first to whoever comes there first.
                (Change::Shorter(3_000_000, 1_000_000..), Change::Shorter(..)) => {}
                _ => assert_eq!(change, expected, "{name} {segment}"),
            }
        }
    }
}

/// Writes a byte in the midst, and sees to it that the time shows it, however coarse the clock.
fn overwrite(temporary: &Temporary) {
    let mut file = temporary.write();
    file.seek(SeekFrom::Start(1_500_000)).expect("sought");
    file.write_all(b"x").expect("written");
    let later = file.metadata().expect("a file").modified().expect("a time") + Duration::from_secs(1);
    file.set_modified(later).expect("a time");
}

#[test]
fn a_file_that_is_removed_while_it_is_read_is_read_to_its_end() {
    let content = pattern(3_000_000);
    let temporary = Temporary::new("removed", &content);
    let source = Source::new(temporary.open(), 0).expect("a file");
    fs::remove_file(&temporary.0).expect("removed");
    let hashes = hashed(source, 1000).expect("read");
    let expected: Vec<_> = content.chunks(1000).map(|data| Scheme::Tahoe.leaf_hash(data)).collect();
    assert_eq!(hashes, expected);
}

#[test]
fn whoever_waits_can_give_up() {
    let temporary = Temporary::new("given-up", &pattern(3_000_000));
    let source = || Source::new(temporary.open(), 0).expect("a file");
    for segment in [64, 1_000_000] {
        let failure = hash_segments(source(), Scheme::Tahoe, segment, EFFORTS[3], |_| Err("enough"));
        assert!(matches!(failure, Err(Failure::GivenUp("enough"))), "{failure:?}");
        // Who does not wait, waits all the same.
        assert!(hash_segments(source(), Scheme::Tahoe, segment, EFFORTS[3], |_| Ok::<_, ()>(())).is_ok());
    }
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let temporary = Temporary::new("write-only", &pattern(1000));
    let source = Source::new(temporary.write(), 0).expect("a file");
    let failure = hashed(source, 64);
    assert!(matches!(failure, Err(Failure::Io(_))), "{failure:?}");
}

#[test]
fn more_leaves_than_there_is_memory_for_are_an_error() {
    let temporary = Temporary::new("too-many", b"");
    temporary.write().set_len(1 << 43).expect("a sparse file");
    let source = Source::new(temporary.open(), 0).expect("a file");
    let failure = hashed(source, 1);
    assert!(matches!(failure, Err(Failure::NoRoom)), "{failure:?}");
}
