//! `Oxisalt::MerkleTree`.

mod arguments;
mod leaves;
mod progress;
mod proof;
mod segments;

use std::ops::ControlFlow;
use std::os::fd::RawFd;

use magnus::value::ReprValue;
use magnus::{
    DataTypeFunctions, Error, RArray, RClass, RModule, RString, Ruby, Symbol, TryConvert, TypedData, Value,
    function, method,
};
use oxisalt_core::merkle::{self, Effort, Growth, Hash, NoRoom, Scheme};
use oxisalt_ruby::charge::Charge;
use oxisalt_ruby::{bytes, define, error, gvl, ractor};

use arguments::{effort, hash, place, scheme, segment_size};
use progress::Progress;
use proof::{Claim, Proof};

/// A tree. It never changes, so that any thread or Ractor may use it at any time.
#[derive(TypedData, DataTypeFunctions)]
#[magnus(class = "Oxisalt::MerkleTree", free_immediately, size, frozen_shareable)]
pub(crate) struct MerkleTree {
    tree: merkle::MerkleTree,
    _memory: Charge,
}

const _: () = ractor::shareable::<MerkleTree>();

impl MerkleTree {
    fn from_leaves(
        ruby: &Ruby,
        class: RClass,
        given: Value,
        threads: Value,
        interleave: bool,
        leaves: RArray,
        progress: Value,
    ) -> Result<Value, Error> {
        error::guard(ruby, || {
            let (scheme, effort) = (scheme(ruby, given)?, effort(ruby, threads, interleave)?);
            let hashes = leaves::hash(ruby, scheme, leaves, effort, progress)?;
            Self::grow(ruby, class, scheme, hashes, effort)
        })
    }

    fn from_leaf_hashes(
        ruby: &Ruby,
        class: RClass,
        given: Value,
        threads: Value,
        interleave: bool,
        hashes: RArray,
    ) -> Result<Value, Error> {
        error::guard(ruby, || {
            let (scheme, effort) = (scheme(ruby, given)?, effort(ruby, threads, interleave)?);
            Self::grow(ruby, class, scheme, leaves::read(ruby, "leaf hash", hashes)?, effort)
        })
    }

    /// Of the regular file that is open as `descriptor`, from `start` to its end.
    #[expect(clippy::too_many_arguments, reason = "keywords, in Ruby")]
    fn from_file(
        ruby: &Ruby,
        class: RClass,
        given: Value,
        threads: Value,
        interleave: bool,
        segment: Value,
        descriptor: RawFd,
        start: u64,
        progress: Value,
    ) -> Result<Value, Error> {
        error::guard(ruby, || {
            let (scheme, effort) = (scheme(ruby, given)?, effort(ruby, threads, interleave)?);
            let segment = segment_size(ruby, segment)?;
            let hashes = segments::of_file(ruby, scheme, segment, effort, (descriptor, start), progress)?;
            Self::grow(ruby, class, scheme, hashes, effort)
        })
    }

    /// Of what `io.read` returns.
    #[expect(clippy::too_many_arguments, reason = "keywords, in Ruby")]
    fn from_io(
        ruby: &Ruby,
        class: RClass,
        given: Value,
        threads: Value,
        interleave: bool,
        segment: Value,
        io: Value,
        total: Option<u64>,
        progress: Value,
    ) -> Result<Value, Error> {
        error::guard(ruby, || {
            let (scheme, effort) = (scheme(ruby, given)?, effort(ruby, threads, interleave)?);
            let segment = segment_size(ruby, segment)?;
            let progress = Progress::new(progress, total);
            let hashes = segments::of_io(ruby, scheme, segment, effort, io, progress)?;
            Self::grow(ruby, class, scheme, hashes, effort)
        })
    }

    /// The tree over these leaf hashes, without the interpreter lock where there are many.
    fn grow(
        ruby: &Ruby,
        class: RClass,
        scheme: Scheme,
        hashes: Vec<Hash>,
        effort: Effort,
    ) -> Result<Value, Error> {
        let is_long = hashes.len() * merkle::HASH_LEN >= gvl::WORTH_RELEASING;
        let mut growth = Growth::new(scheme, hashes, effort);
        let mut step = || match growth.step() {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(Ok(())),
            Err(failure) => ControlFlow::Break(Err(failure)),
        };
        let grown = if is_long {
            gvl::release(ruby, step)?
        } else {
            loop {
                if let ControlFlow::Break(grown) = step() {
                    break grown;
                }
            }
        };
        grown.map_err(|failure| no_room(ruby, failure))?;
        let tree = growth.finish();
        let memory = Charge::new(ruby, tree.memory());
        let this = ruby.obj_wrap_as(Self { tree, _memory: memory }, class).as_value();
        this.freeze();
        Ok(this)
    }

    fn root(ruby: &Ruby, this: &Self) -> RString {
        bytes::binary(ruby, &this.tree.root())
    }

    fn count(&self) -> usize {
        self.tree.size()
    }

    fn scheme(ruby: &Ruby, this: &Self) -> Symbol {
        ruby.to_symbol(this.tree.scheme().name())
    }

    fn leaf(ruby: &Ruby, this: &Self, index: Value) -> Result<RString, Error> {
        let leaf = place(ruby, "index", index)?.and_then(|index| this.tree.leaf(index));
        leaf.map(|leaf| bytes::binary(ruby, leaf)).ok_or_else(|| this.outside(ruby, index))
    }

    fn proof(ruby: &Ruby, this: &Self, index: Value) -> Result<Value, Error> {
        let proof = place(ruby, "index", index)?.and_then(|index| this.tree.proof(index));
        let proof = proof.ok_or_else(|| this.outside(ruby, index))?;
        Ok(Proof::wrap(ruby, Proof::class(ruby), proof))
    }

    #[cold]
    fn outside(&self, ruby: &Ruby, index: Value) -> Error {
        let message = format!("a tree with {} leaves has none at {index}", self.tree.size());
        error::marked(ruby, ruby.exception_index_error(), message)
    }

    fn equal(&self, other: Value) -> bool {
        <&Self>::try_convert(other).is_ok_and(|Self { tree: other, .. }| {
            (self.tree.scheme(), self.tree.size(), self.tree.root())
                == (other.scheme(), other.size(), other.root())
        })
    }

    fn leaf_hash(ruby: &Ruby, given: Value, data: Value) -> Result<RString, Error> {
        error::guard(ruby, || {
            let scheme = scheme(ruby, given)?;
            let data = bytes::string(ruby, "data", data)?;
            let hash = if data.len() < gvl::WORTH_RELEASING {
                bytes::read([data], |[data]| scheme.leaf_hash(data))
            } else {
                gvl::read(ruby, data, |data| scheme.leaf_hash(data))?
            };
            Ok(bytes::binary(ruby, &hash))
        })
    }

    fn verify(
        ruby: &Ruby,
        given: Value,
        root: Value,
        index: Value,
        leaf: Value,
        proof: Value,
        size: Value,
    ) -> Result<bool, Error> {
        error::guard(ruby, || claim(ruby, given, root, index, size)?.verify(ruby, leaf, proof).map(|()| true))
    }

    fn is_valid(
        ruby: &Ruby,
        given: Value,
        root: Value,
        index: Value,
        leaf: Value,
        proof: Value,
        size: Value,
    ) -> Result<bool, Error> {
        error::guard(ruby, || Ok(claim(ruby, given, root, index, size)?.is_valid(leaf, proof)))
    }
}

fn claim(ruby: &Ruby, given: Value, root: Value, index: Value, size: Value) -> Result<Claim, Error> {
    Ok(Claim {
        scheme: if given.is_nil() { None } else { Some(scheme(ruby, given)?) },
        root: hash(ruby, "root", root)?,
        index: place(ruby, "index", index)?,
        size: place(ruby, "size", size)?,
    })
}

/// `NoMemoryError`.
#[cold]
fn no_room(ruby: &Ruby, _: NoRoom) -> Error {
    error::marked(ruby, ruby.exception_no_mem_error(), "there is no memory for so many hashes")
}

/// Defines the class and that of proofs, within [`define::load`].
pub(crate) fn define(ruby: &Ruby, module: RModule) {
    let tree = define::class(module, c"MerkleTree", ruby.class_object());
    define::no_allocator(tree);
    define::constant(tree, c"HASHBYTES", ruby.integer_from_u64(merkle::HASH_LEN as u64));
    define::constant(tree, c"SEGMENTBYTES", ruby.integer_from_u64(merkle::SEGMENT_LEN));
    define::private_singleton(
        tree,
        &[
            define::method(c"of_leaves", method!(MerkleTree::from_leaves, 5)),
            define::method(c"of_leaf_hashes", method!(MerkleTree::from_leaf_hashes, 4)),
            define::method(c"of_file", method!(MerkleTree::from_file, 7)),
            define::method(c"of_io", method!(MerkleTree::from_io, 7)),
            define::method(c"hash_leaf", function!(MerkleTree::leaf_hash, 2)),
            define::method(c"check", function!(MerkleTree::verify, 6)),
            define::method(c"check?", function!(MerkleTree::is_valid, 6)),
        ],
    );
    define::instance(
        tree,
        &[
            define::method(c"root", method!(MerkleTree::root, 0)),
            define::method(c"size", method!(MerkleTree::count, 0)),
            define::method(c"scheme", method!(MerkleTree::scheme, 0)),
            define::method(c"leaf", method!(MerkleTree::leaf, 1)),
            define::method(c"proof", method!(MerkleTree::proof, 1)),
            define::method(c"==", method!(MerkleTree::equal, 1)),
            define::method(c"eql?", method!(MerkleTree::equal, 1)),
        ],
    );
    proof::define(ruby, tree);
}
