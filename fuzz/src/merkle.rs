//! Proofs that a leaf is in a Merkle tree.

use oxisalt_core::Error;
use oxisalt_core::merkle::{Hash, LONGEST_PROOF, Proof, Scheme};

const LEAF: Hash = [7; 32];

/// Bytes of a proof. They have one form, and prove what they say of the one root that they lead to, and of no other.
pub fn proof(data: &[u8]) {
    let proof = match Proof::from_bytes(data) {
        Ok(proof) => proof,
        Err(refusal) => {
            let message = refusal.to_string();
            assert!(!message.is_empty() && message.len() < 300, "{message:?}");
            return;
        }
    };
    assert_eq!(proof.to_bytes(), data, "a proof has one form");
    assert!(data.len() <= LONGEST_PROOF);
    let (scheme, index, size) = (proof.scheme(), proof.index(), proof.size());
    assert!(index < size);
    assert_eq!(Proof::new(scheme, index, size, proof.hashes().to_vec()).as_ref(), Ok(&proof));

    let root = proof.root(&LEAF);
    let verify =
        |scheme, root: &Hash, index, leaf: &Hash, size| proof.verify(scheme, root, index, leaf, size);
    for known in [Some(scheme), None] {
        assert_eq!(verify(known, &root, index, &LEAF, size), Ok(()));
        let mut other = root;
        other[index.to_le_bytes()[0] as usize % 32] ^= 1;
        assert_eq!(verify(known, &other, index, &LEAF, size), Err(Error::NotInTree));
        assert_eq!(verify(known, &root, index, &[8; 32], size), Err(Error::NotInTree));
        let elsewhere = Err(Error::OtherProof { index, size });
        assert_eq!(verify(known, &root, index ^ 1, &LEAF, size), elsewhere);
        assert_eq!(verify(known, &root, index, &LEAF, size ^ 1), elsewhere);
    }
    for other in [Scheme::Tahoe, Scheme::TahoeBlock, Scheme::Rfc6962] {
        let found = verify(Some(other), &root, index, &LEAF, size);
        assert_eq!(found, if other == scheme { Ok(()) } else { Err(Error::OtherScheme(scheme)) });
    }
}
