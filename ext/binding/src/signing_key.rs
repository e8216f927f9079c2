//! `SigningKey`.

use magnus::{Error, RClass, RString, Ruby, TypedData, Value};
use oxisalt_core::key_format::{self, Kind};
use oxisalt_core::signing::{KEYPAIR_SIZE, PUBLIC_SIZE, SEED_SIZE, SIGNATURE_SIZE};
use oxisalt_ruby::{bytes, error, gvl};
use zeroize::Zeroizing;

use crate::held::{Held, raised, wrap};
use crate::key_format::read;

const KIND: Kind = Kind::Ed25519;

/// What computes for the class.
pub trait Class: Held {
    /// The class of its public keys.
    type VerifyKey: Held;

    /// A new random key.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn generated() -> Result<Self::Key, Self::Refusal>;

    /// The key of a seed.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn of_seed(seed: &[u8; SEED_SIZE]) -> Result<Self::Key, Self::Refusal>;

    /// The key of a seed, or of a seed followed by its public key.
    ///
    /// # Errors
    ///
    /// What the library refuses, and anything else.
    fn of_bytes(bytes: &[u8]) -> Result<Self::Key, Self::Refusal>;

    /// The signature of `message`.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn signature(key: &Self::Key, message: &[u8]) -> Result<[u8; SIGNATURE_SIZE], Self::Refusal>;

    /// The public key.
    fn public(key: &Self::Key) -> <Self::VerifyKey as Held>::Key;

    /// The bytes of the public key.
    fn public_bytes(key: &Self::Key) -> [u8; PUBLIC_SIZE];

    /// The seed.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn seed(key: &Self::Key) -> Result<Zeroizing<[u8; SEED_SIZE]>, Self::Refusal>;

    /// The seed followed by the public key.
    ///
    /// # Errors
    ///
    /// What the library refuses.
    fn keypair(key: &Self::Key) -> Result<Zeroizing<[u8; KEYPAIR_SIZE]>, Self::Refusal>;
}

/// `new(secret_key)`.
///
/// # Errors
///
/// `TypeError`, `LengthError`, `KeyFormatError`, what the library refuses.
pub fn create<C: Class>(ruby: &Ruby, class: RClass, secret: Value) -> Result<Value, Error> {
    error::guard(ruby, || {
        let secret = bytes::string(ruby, "secret key", secret)?;
        let key = raised::<C, _>(ruby, bytes::read([secret], |[secret]| C::of_bytes(secret)))?;
        Ok(wrap::<C>(ruby, class, key))
    })
}

/// `generate`.
///
/// # Errors
///
/// What the library refuses.
pub fn generate<C: Class>(ruby: &Ruby, class: RClass) -> Result<Value, Error> {
    error::guard(ruby, || Ok(wrap::<C>(ruby, class, raised::<C, _>(ruby, C::generated())?)))
}

/// What reads a private key, and asks for the public key that belongs to one.
type Reader = fn(
    Kind,
    &[u8],
    &mut dyn FnMut(&[u8; SEED_SIZE]) -> [u8; PUBLIC_SIZE],
) -> Result<Zeroizing<[u8; SEED_SIZE]>, key_format::Refusal>;

fn from<C: Class>(
    ruby: &Ruby,
    class: RClass,
    name: &str,
    text: Value,
    reader: Reader,
) -> Result<Value, Error> {
    error::guard(ruby, || {
        let mut refusal = None;
        let mut public = |seed: &[u8; SEED_SIZE]| match C::of_seed(seed) {
            Ok(key) => C::public_bytes(&key),
            Err(refused) => {
                refusal = Some(refused);
                [0; PUBLIC_SIZE]
            }
        };
        let seed = read(ruby, name, text, |text| reader(KIND, text, &mut public));
        if let Some(refusal) = refusal {
            return Err(C::raise(ruby, refusal));
        }
        Ok(wrap::<C>(ruby, class, raised::<C, _>(ruby, C::of_seed(&*seed?))?))
    })
}

/// `from_pem(pem)`.
///
/// # Errors
///
/// `TypeError`, `KeyFormatError`, what the library refuses.
pub fn from_pem<C: Class>(ruby: &Ruby, class: RClass, pem: Value) -> Result<Value, Error> {
    from::<C>(ruby, class, "PEM", pem, |kind, text, public| key_format::private_from_pem(kind, text, public))
}

/// `from_der(der)`.
///
/// # Errors
///
/// `TypeError`, `KeyFormatError`, what the library refuses.
pub fn from_der<C: Class>(ruby: &Ruby, class: RClass, der: Value) -> Result<Value, Error> {
    from::<C>(ruby, class, "DER", der, |kind, text, public| key_format::private_from_der(kind, text, public))
}

/// `to_pem`.
///
/// # Errors
///
/// What the library refuses.
pub fn to_pem<C: Class>(ruby: &Ruby, this: &C) -> Result<RString, Error> {
    let seed = raised::<C, _>(ruby, C::seed(this.key()))?;
    Ok(bytes::ascii(ruby, key_format::private_to_pem(KIND, &seed).as_bytes()))
}

/// `to_der`.
///
/// # Errors
///
/// What the library refuses.
pub fn to_der<C: Class>(ruby: &Ruby, this: &C) -> Result<RString, Error> {
    let seed = raised::<C, _>(ruby, C::seed(this.key()))?;
    Ok(bytes::binary(ruby, &key_format::private_to_der(KIND, &seed)))
}

#[inline]
fn signature<C: Class>(ruby: &Ruby, this: &C, message: RString) -> Result<[u8; SIGNATURE_SIZE], Error> {
    let signature = if message.len() >= gvl::WORTH_RELEASING {
        gvl::lend(ruby, [message], |[message]| C::signature(this.key(), message))?
    } else {
        bytes::read([message], |[message]| C::signature(this.key(), message))
    };
    raised::<C, _>(ruby, signature)
}

/// `sign(message)`.
///
/// # Errors
///
/// `TypeError`, what the library refuses.
pub fn sign<C: Class>(ruby: &Ruby, this: &C, message: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        let message = bytes::string(ruby, "message", message)?;
        Ok(bytes::binary(ruby, &signature(ruby, this, message)?))
    })
}

/// `sign_attached(message)`.
///
/// # Errors
///
/// `TypeError`, what the library refuses.
pub fn sign_attached<C: Class>(ruby: &Ruby, this: &C, message: Value) -> Result<RString, Error> {
    error::guard(ruby, || {
        // What is attached must be what was signed, whatever other threads do to the string meanwhile.
        let message = RString::new_frozen(bytes::string(ruby, "message", message)?);
        Ok(bytes::joined(ruby, &signature(ruby, this, message)?, message))
    })
}

/// `verify_key`.
pub fn verify_key<C: Class>(ruby: &Ruby, this: &C) -> Value {
    wrap::<C::VerifyKey>(ruby, <C::VerifyKey as TypedData>::class(ruby), C::public(this.key()))
}

/// `to_bytes`.
///
/// # Errors
///
/// What the library refuses.
pub fn to_bytes<C: Class>(ruby: &Ruby, this: &C) -> Result<RString, Error> {
    Ok(bytes::binary(ruby, &*raised::<C, _>(ruby, C::seed(this.key()))?))
}

/// `keypair_bytes`.
///
/// # Errors
///
/// What the library refuses.
pub fn keypair_bytes<C: Class>(ruby: &Ruby, this: &C) -> Result<RString, Error> {
    Ok(bytes::binary(ruby, &*raised::<C, _>(ruby, C::keypair(this.key()))?))
}

/// Defines the methods of a class that implements [`Class`](crate::signing_key::Class).
#[macro_export]
macro_rules! define_signing_key {
    ($class:expr, $kind:ty) => {{
        use $crate::magnus::method;
        use $crate::oxisalt_ruby::define;
        use $crate::{held, signing_key};
        let class = $class;
        define::no_allocator(class);
        define::singleton(
            class,
            &[
                define::method(c"new", method!(signing_key::create::<$kind>, 1)),
                define::method(c"generate", method!(signing_key::generate::<$kind>, 0)),
                define::method(c"from_pem", method!(signing_key::from_pem::<$kind>, 1)),
                define::method(c"from_der", method!(signing_key::from_der::<$kind>, 1)),
            ],
        );
        define::instance(
            class,
            &[
                define::method(c"to_pem", method!(signing_key::to_pem::<$kind>, 0)),
                define::method(c"to_der", method!(signing_key::to_der::<$kind>, 0)),
                define::method(c"sign", method!(signing_key::sign::<$kind>, 1)),
                define::method(c"sign_attached", method!(signing_key::sign_attached::<$kind>, 1)),
                define::method(c"verify_key", method!(signing_key::verify_key::<$kind>, 0)),
                define::method(c"to_bytes", method!(signing_key::to_bytes::<$kind>, 0)),
                define::method(c"keypair_bytes", method!(signing_key::keypair_bytes::<$kind>, 0)),
                define::method(c"==", method!(held::equal::<$kind>, 1)),
            ],
        );
    }};
}
