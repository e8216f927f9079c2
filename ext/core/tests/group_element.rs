//! Multiples of points of Curve25519 against RFC 7748.

mod support;

use oxisalt_core::Error;
use oxisalt_core::group_element::GroupElement;
use support::{flips, rows, unhex};

/// Points of low order (<https://cr.yp.to/ecdh.html#validate>), all that there are with the highest bit clear.
const LOW_ORDER: [&str; 7] = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
];

fn multiple(point: &[u8], scalar: &[u8]) -> Vec<u8> {
    GroupElement::new(point).unwrap().multiply(scalar).unwrap().as_bytes().to_vec()
}

#[test]
fn published_values() {
    let table = rows::<3>(include_str!("vectors/x25519_rfc7748.txt"));
    for row in &table {
        let [scalar, point, product] = row.map(unhex);
        assert_eq!(multiple(&point, &scalar), product);
    }
    println!("x25519_rfc7748.txt: {} run, {} passed, 0 skipped", table.len(), table.len());
}

#[test]
fn the_base_point_is_one_like_any_other() {
    let base = GroupElement::base();
    assert!(GroupElement::new(base.as_bytes()).unwrap() == base);
    assert_eq!(base.as_bytes()[..], *[&[9][..], &[0; 31]].concat());
    // Not canonical, and so not taken for the base point, though it is the same.
    let mut other = *base.as_bytes();
    other[31] |= 0x80;
    for scalar in flips(&[0x5a; 32]) {
        assert_eq!(multiple(base.as_bytes(), &scalar), multiple(&other, &scalar));
    }
}

#[test]
fn two_sides_agree() {
    let (one, other) = ([3; 32], [4; 32]);
    let base = GroupElement::base();
    let product = |first: &[u8], second: &[u8]| base.multiply(first).unwrap().multiply(second).unwrap();
    assert!(product(&one, &other) == product(&other, &one));
    assert!(product(&one, &other) != product(&one, &one));
}

#[test]
fn points_of_low_order_are_refused() {
    for low in LOW_ORDER {
        let mut bytes = unhex(low);
        for _ in 0..2 {
            assert_eq!(GroupElement::new(&bytes).err(), Some(Error::LowOrder));
            bytes[31] ^= 0x80;
        }
    }
}

#[test]
fn lengths() {
    for got in [0, 31, 33] {
        let refusal = |name| Some(Error::Length { name, least: 32, most: 32, got });
        assert_eq!(GroupElement::new(&vec![9; got]).err(), refusal("group element"));
        assert_eq!(GroupElement::base().multiply(&vec![9; got]).err(), refusal("scalar"));
    }
}
