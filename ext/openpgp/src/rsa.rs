//! RSA with exponents that are powers in constant time, where the key has a usual size.
//!
//! The arithmetic is crypto-bigint's. What stands here is the Chinese remainder theorem, a check of its result, and the
//! padding of PKCS #1 v1.5 (RFC 8017), which OpenPGP prescribes.

use crypto_bigint::modular::runtime_mod::{DynResidue, DynResidueParams};
use crypto_bigint::{Encoding, Uint};
use pgp::crypto::hash::HashAlgorithm;
use rsa::BigUint;
use rsa::traits::PublicKeyParts;
use subtle::{ConditionallySelectable, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

/// `HALF` and `FULL` are the limbs of a prime and of the modulus.
trait Operation: Send + Sync {
    /// The private power of `input`, in as many bytes as the modulus has.
    fn power(&self, input: &[u8]) -> Option<Zeroizing<Vec<u8>>>;
}

trait Check: Send + Sync {
    /// The public power of `input`, in as many bytes as the modulus has.
    fn power(&self, input: &[u8]) -> Option<Vec<u8>>;
}

fn read<const L: usize>(bytes: &[u8]) -> Option<Uint<L>>
where
    Uint<L>: Encoding,
{
    let mut whole = Uint::<L>::ZERO.to_be_bytes();
    let target = whole.as_mut();
    let start = target.len().checked_sub(bytes.len())?;
    target[start..].copy_from_slice(bytes);
    Some(Uint::from_be_bytes(whole))
}

fn public_power<const L: usize>(base: DynResidue<L>, exponent: u32) -> DynResidue<L> {
    let mut power = base;
    for bit in (0..exponent.ilog2()).rev() {
        power = power.square();
        if exponent >> bit & 1 == 1 {
            power = power.mul(&base);
        }
    }
    power
}

struct SizedPublic<const L: usize> {
    modulus: DynResidueParams<L>,
    exponent: u32,
}

impl<const L: usize> SizedPublic<L>
where
    Uint<L>: Encoding,
{
    fn new(key: &rsa::RsaPublicKey) -> Option<Self> {
        let modulus = read::<L>(&key.n().to_bytes_be())?;
        let exponent =
            u32::try_from(u64::from_be_bytes(read::<1>(&key.e().to_bytes_be())?.to_be_bytes())).ok()?;
        let odd = modulus.to_be_bytes().as_ref().last()? & 1 == 1;
        (odd && exponent > 2 && modulus.bits() == L * 64)
            .then(|| Self { modulus: DynResidueParams::new(&modulus), exponent })
    }
}

impl<const L: usize> Check for SizedPublic<L>
where
    Uint<L>: Encoding,
{
    fn power(&self, input: &[u8]) -> Option<Vec<u8>> {
        let base = read::<L>(input).filter(|base| base < self.modulus.modulus())?;
        let power = public_power(DynResidue::new(&base, self.modulus), self.exponent).retrieve();
        Some(power.to_be_bytes().as_ref().to_vec())
    }
}

/// A public key of a usual size, made ready once.
pub(crate) struct Public {
    sized: Box<dyn Check>,
}

impl Public {
    pub(crate) fn new(key: &rsa::RsaPublicKey) -> Option<Self> {
        let sized: Box<dyn Check> = match key.n().bits() {
            2048 => Box::new(SizedPublic::<32>::new(key)?),
            3072 => Box::new(SizedPublic::<48>::new(key)?),
            4096 => Box::new(SizedPublic::<64>::new(key)?),
            _ => return None,
        };
        Some(Self { sized })
    }

    /// Whether `signature` is one over `digest`; nothing where the digest's name is not known here.
    pub(crate) fn verify(&self, hash: HashAlgorithm, digest: &[u8], signature: &[u8]) -> Option<bool> {
        let prefix = prefix(hash)?;
        let Some(padded) = self.sized.power(signature) else { return Some(false) };
        Some(padded == pad(prefix, digest, padded.len())?)
    }
}

struct SizedPrivate<const HALF: usize, const FULL: usize> {
    public: SizedPublic<FULL>,
    p: DynResidueParams<HALF>,
    q: DynResidueParams<HALF>,
    to_p: Uint<HALF>,
    to_q: Uint<HALF>,
    q_inverse: DynResidue<HALF>,
}

impl<const HALF: usize, const FULL: usize> SizedPrivate<HALF, FULL>
where
    Uint<HALF>: Encoding,
    Uint<FULL>: Encoding,
{
    fn new(key: &rsa::RsaPublicKey, secret: &pgp::crypto::rsa::SecretKey) -> Option<Self> {
        let (d, p, q, _) = secret.to_bytes();
        let [d, p, q] = [d, p, q].map(|bytes| {
            let bytes = Zeroizing::new(bytes);
            BigUint::from_bytes_be(&bytes)
        });
        if p.bits() != HALF * 64 || q.bits() != HALF * 64 {
            return None;
        }
        let one = BigUint::from(1_u8);
        let uint = |mut number: BigUint| {
            let sized = read::<HALF>(&Zeroizing::new(number.to_bytes_be()));
            number.zeroize();
            sized
        };
        let modulus_p = DynResidueParams::new(&uint(p.clone())?);
        // By Fermat, for p is prime.
        let q_inverse = uint(q.modpow(&(&p - 2_u8), &p))?;
        Some(Self {
            public: SizedPublic::new(key)?,
            p: modulus_p,
            to_p: uint(&d % (&p - &one))?,
            to_q: uint(&d % (&q - &one))?,
            q_inverse: DynResidue::new(&q_inverse, modulus_p),
            q: DynResidueParams::new(&uint(q)?),
        })
    }

    /// `high * 2^n + low`, modulo a prime.
    fn reduce(high: &Uint<HALF>, low: &Uint<HALF>, modulus: DynResidueParams<HALF>) -> DynResidue<HALF> {
        // 2^n - 1, plus 1.
        let shift = DynResidue::new(&Uint::MAX, modulus).add(&DynResidue::one(modulus));
        DynResidue::new(high, modulus).mul(&shift).add(&DynResidue::new(low, modulus))
    }
}

impl<const HALF: usize, const FULL: usize> Operation for SizedPrivate<HALF, FULL>
where
    Uint<HALF>: Encoding,
    Uint<FULL>: Encoding,
{
    fn power(&self, input: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let input = read::<FULL>(input).filter(|input| input < self.public.modulus.modulus())?;
        let bytes = input.to_be_bytes();
        let (high, low) = bytes.as_ref().split_at(HALF * 8);
        let (high, low) = (read::<HALF>(high)?, read::<HALF>(low)?);
        let by_p = Self::reduce(&high, &low, self.p).pow(&self.to_p);
        let by_q = Self::reduce(&high, &low, self.q).pow(&self.to_q).retrieve();
        let factor = by_p.sub(&DynResidue::new(&by_q, self.p)).mul(&self.q_inverse).retrieve();
        let (low, high) = factor.mul_wide(self.q.modulus());
        let (low, carry) = low.adc(&by_q, crypto_bigint::Limb::ZERO);
        let (high, _) = high.adc(&Uint::ZERO, carry);
        let mut out = Zeroizing::new(Vec::with_capacity(FULL * 8));
        out.extend_from_slice(high.to_be_bytes().as_ref());
        out.extend_from_slice(low.to_be_bytes().as_ref());
        // A fault in one half would give the key away.
        let again = DynResidue::new(&read::<FULL>(&out)?, self.public.modulus);
        (public_power(again, self.public.exponent).retrieve() == input).then_some(out)
    }
}

impl<const HALF: usize, const FULL: usize> Drop for SizedPrivate<HALF, FULL> {
    fn drop(&mut self) {
        self.to_p.zeroize();
        self.to_q.zeroize();
        // The parameters cannot be zeroized, but they can be those of another modulus.
        let nothing = DynResidueParams::new(&Uint::ONE);
        self.p = nothing;
        self.q = nothing;
        self.q_inverse = DynResidue::one(nothing);
        std::hint::black_box((&self.p, &self.q, &self.q_inverse));
    }
}

/// A secret key of a usual size, made ready once.
pub(crate) struct Private {
    sized: Box<dyn Operation>,
    size: usize,
}

impl Private {
    pub(crate) fn new(key: &rsa::RsaPublicKey, secret: &pgp::crypto::rsa::SecretKey) -> Option<Self> {
        let sized: Box<dyn Operation> = match key.n().bits() {
            2048 => Box::new(SizedPrivate::<16, 32>::new(key, secret)?),
            3072 => Box::new(SizedPrivate::<24, 48>::new(key, secret)?),
            4096 => Box::new(SizedPrivate::<32, 64>::new(key, secret)?),
            _ => return None,
        };
        Some(Self { sized, size: key.size() })
    }

    /// The signature over `digest`; nothing where the digest's name is not known here.
    pub(crate) fn sign(&self, hash: HashAlgorithm, digest: &[u8]) -> Option<Vec<u8>> {
        let padded = pad(prefix(hash)?, digest, self.size)?;
        self.sized.power(&padded).map(|signature| signature.to_vec())
    }

    /// What was encrypted, if it has one of `lengths`, or `instead` of it where the padding is wrong: whether it is
    /// takes the same time, and the answer does not tell (implicit rejection).
    pub(crate) fn decrypt(
        &self,
        input: &[u8],
        lengths: &[usize],
        instead: &[u8],
    ) -> Option<Zeroizing<Vec<u8>>> {
        let padded = self.sized.power(input)?;
        let mut answer = Zeroizing::new(instead.to_vec());
        let mut answer_len = instead.len() as u64;
        for &len in lengths {
            let start = padded.len().checked_sub(len)?;
            let (padding, content) = padded.split_at(start);
            let (zero, filling) = padding.split_last()?;
            let mut right = zero.ct_eq(&0) & filling[0].ct_eq(&0) & filling[1].ct_eq(&2);
            for byte in &filling[2..] {
                right &= !byte.ct_eq(&0);
            }
            for (byte, found) in answer.iter_mut().zip(content) {
                byte.conditional_assign(found, right);
            }
            answer_len.conditional_assign(&(len as u64), right);
        }
        answer.truncate(usize::try_from(answer_len).ok()?);
        Some(answer)
    }
}

/// The name of a digest, in DER (RFC 8017, section 9.2, note 1).
fn prefix(hash: HashAlgorithm) -> Option<&'static [u8]> {
    Some(match hash {
        HashAlgorithm::Sha224 => &[
            0x30, 0x2d, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04, 0x05,
            0x00, 0x04, 0x1c,
        ],
        HashAlgorithm::Sha256 => &[
            0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
            0x00, 0x04, 0x20,
        ],
        HashAlgorithm::Sha384 => &[
            0x30, 0x41, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02, 0x05,
            0x00, 0x04, 0x30,
        ],
        HashAlgorithm::Sha512 => &[
            0x30, 0x51, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03, 0x05,
            0x00, 0x04, 0x40,
        ],
        _ => return None,
    })
}

/// `digest` as it is signed (RFC 8017, section 9.2).
fn pad(prefix: &[u8], digest: &[u8], size: usize) -> Option<Vec<u8>> {
    if usize::from(*prefix.last()?) != digest.len() {
        return None;
    }
    let mut padded = vec![0xff; size.checked_sub(prefix.len() + digest.len())?];
    if padded.len() < 11 {
        return None;
    }
    padded[0] = 0;
    padded[1] = 1;
    *padded.last_mut()? = 0;
    padded.extend_from_slice(prefix);
    padded.extend_from_slice(digest);
    Some(padded)
}
