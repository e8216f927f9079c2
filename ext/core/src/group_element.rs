//! Points of Curve25519 by their u-coordinates, and their multiples: X25519 (RFC 7748), NaCl's `crypto_scalarmult`.

use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::Error;
use crate::engine::chosen::agreement as engine;

/// The length of a point.
pub const POINT_LEN: usize = 32;

/// The length of a scalar.
pub const SCALAR_LEN: usize = 32;

/// The u-coordinate of the base point (RFC 7748, section 4.1).
const BASE: [u8; POINT_LEN] = {
    let mut bytes = [0; POINT_LEN];
    bytes[0] = 9;
    bytes
};

/// A point that is not of low order. It may be a secret that two sides agreed on, and so is erased when it is dropped.
#[derive(Clone)]
pub struct GroupElement(Zeroizing<[u8; POINT_LEN]>);

impl GroupElement {
    /// The base point.
    #[must_use]
    pub fn base() -> Self {
        Self(Zeroizing::new(BASE))
    }

    /// The point of these 32 bytes.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes, `LowOrder` for a point whose multiples are known to all.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        let point = Self(Zeroizing::new(*Error::check_array("group element", bytes)?));
        // X25519 takes multiples of 8 alone, so that any of them shows whether the order is one of 1, 2, 4 and 8.
        point.times(&[0; SCALAR_LEN])?;
        Ok(point)
    }

    /// The multiple of this point by `scalar`, in which X25519 sets and clears the bits that it must.
    ///
    /// # Errors
    ///
    /// `Length` for any other number of bytes than 32.
    pub fn multiply(&self, scalar: &[u8]) -> Result<Self, Error> {
        self.times(Error::check_array("scalar", scalar)?)
    }

    fn times(&self, scalar: &[u8; SCALAR_LEN]) -> Result<Self, Error> {
        let product = if self.0.ct_eq(&BASE).into() {
            Zeroizing::new(engine::public_key(scalar))
        } else {
            engine::agree(scalar, &self.0)
        };
        if bool::from(product.ct_eq(&[0; POINT_LEN])) { Err(Error::LowOrder) } else { Ok(Self(product)) }
    }

    /// The 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; POINT_LEN] {
        &self.0
    }
}

/// Equal when the bytes are; which bytes differ does not show in time.
impl PartialEq for GroupElement {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&*other.0).into()
    }
}

impl Eq for GroupElement {}
