//! `Oxisalt::MerkleTree::Proof`.

use magnus::typed_data::Obj;
use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RArray, RClass, RString, Ruby, Symbol, TryConvert, TypedData, Value, method,
};
use oxisalt_core::Error as Refusal;
use oxisalt_core::merkle::{self, HASH_LEN, HEADER_LEN, Hash, LONGEST_PROOF, Scheme};
use oxisalt_ruby::{bytes, define, error, ractor};

use super::arguments::{place, scheme, whole};
use super::leaves;
use crate::refusal::raised;

/// A proof. It never changes.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::MerkleTree::Proof", free_immediately, size, frozen_shareable)]
pub(super) struct Proof(merkle::Proof);

const _: () = ractor::shareable::<Proof>();

impl Proof {
    pub(super) fn wrap(ruby: &Ruby, class: RClass, proof: merkle::Proof) -> Value {
        let this = ruby.obj_wrap_as(Self(proof), class).as_value();
        this.freeze();
        this
    }

    fn create(
        ruby: &Ruby,
        class: RClass,
        given: Value,
        index: Value,
        size: Value,
        hashes: RArray,
    ) -> Result<Value, Error> {
        error::guard(ruby, || {
            let scheme = scheme(ruby, given)?;
            let [Some(at), Some(leaves)] = [place(ruby, "index", index)?, place(ruby, "size", size)?] else {
                let message = format!("index and size must be 0 to 2**64 - 1, got {index} and {size}");
                return Err(error::bad_proof(ruby, message));
            };
            let hashes = leaves::read(ruby, "hash", hashes)?;
            let proof = merkle::Proof::new(scheme, at, leaves, hashes);
            proof.map(|proof| Self::wrap(ruby, class, proof)).map_err(|refusal| raised(ruby, refusal))
        })
    }

    fn from_bytes(ruby: &Ruby, class: RClass, given: Value) -> Result<Value, Error> {
        error::guard(ruby, || {
            let given = bytes::string(ruby, "proof", given)?;
            let proof = bytes::read([given], |[bytes]| merkle::Proof::from_bytes(bytes));
            proof.map(|proof| Self::wrap(ruby, class, proof)).map_err(|refusal| raised(ruby, refusal))
        })
    }

    fn to_bytes(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &this.0.to_bytes())
    }

    fn scheme(ruby: &Ruby, this: &Self) -> Symbol {
        ruby.to_symbol(this.0.scheme().name())
    }

    fn index(&self) -> u64 {
        self.0.index()
    }

    fn count(&self) -> u64 {
        self.0.size()
    }

    fn hashes(ruby: &Ruby, this: &Self) -> RArray {
        ruby.ary_from_iter(this.0.hashes().iter().map(|hash| bytes::binary(ruby, hash)))
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|other| self.0 == other.0)
    }
}

/// What a tree is known by, and the place in it that is asked about; nothing for a number that is none of a tree.
pub(super) struct Claim {
    pub(super) scheme: Option<Scheme>,
    pub(super) root: Hash,
    pub(super) index: Option<u64>,
    pub(super) size: Option<u64>,
}

impl Claim {
    fn check(&self, leaf: &Hash, proof: &merkle::Proof) -> Result<(), Refusal> {
        let (Some(index), Some(size)) = (self.index, self.size) else {
            return Err(Refusal::OtherProof { index: proof.index(), size: proof.size() });
        };
        proof.verify(self.scheme, &self.root, index, leaf, size)
    }

    /// Raises, unless the leaf is there.
    pub(super) fn verify(&self, ruby: &Ruby, leaf: Value, proof: Value) -> Result<(), Error> {
        let leaf = bytes::string(ruby, "leaf", leaf)?;
        let hash = whole(leaf).ok_or_else(|| {
            error::bad_proof(ruby, format!("leaf must be {HASH_LEN} bytes, got {}", leaf.len()))
        })?;
        let checked = match Obj::<Proof>::try_convert(proof) {
            Ok(proof) => self.check(&hash, &proof.0),
            Err(_) => match RString::from_value(proof) {
                Some(proof) => parsed(proof).and_then(|proof| self.check(&hash, &proof)),
                None => return Err(error::type_error(ruby, "proof", "a Proof or a String", proof)),
            },
        };
        checked.map_err(|refusal| raised(ruby, refusal))
    }

    /// Whether the leaf is there. What is no leaf and no proof is not.
    pub(super) fn is_valid(&self, leaf: Value, proof: Value) -> bool {
        let Some(leaf) = RString::from_value(leaf).and_then(whole) else { return false };
        let checked = match Obj::<Proof>::try_convert(proof) {
            Ok(proof) => self.check(&leaf, &proof.0),
            Err(_) => match RString::from_value(proof) {
                Some(proof) => parsed(proof).and_then(|proof| self.check(&leaf, &proof)),
                None => return false,
            },
        };
        checked.is_ok()
    }
}

fn parsed(proof: RString) -> Result<merkle::Proof, Refusal> {
    bytes::read([proof], |[bytes]| merkle::Proof::from_bytes(bytes))
}

/// Defines the class under `Oxisalt::MerkleTree`, within [`define::load`].
pub(super) fn define(ruby: &Ruby, tree: RClass) {
    let proof = define::class(tree, c"Proof", ruby.class_object());
    define::no_allocator(proof);
    define::constant(proof, c"HEADERBYTES", ruby.integer_from_u64(HEADER_LEN as u64));
    define::constant(proof, c"MAXBYTES", ruby.integer_from_u64(LONGEST_PROOF as u64));
    define::singleton(proof, &[define::method(c"from_bytes", method!(Proof::from_bytes, 1))]);
    define::private_singleton(proof, &[define::method(c"create", method!(Proof::create, 4))]);
    define::instance(
        proof,
        &[
            define::method(c"to_bytes", method!(Proof::to_bytes, 0)),
            define::method(c"scheme", method!(Proof::scheme, 0)),
            define::method(c"index", method!(Proof::index, 0)),
            define::method(c"size", method!(Proof::count, 0)),
            define::method(c"hashes", method!(Proof::hashes, 0)),
            define::method(c"==", method!(Proof::equal, 1)),
            define::method(c"eql?", method!(Proof::equal, 1)),
        ],
    );
}
