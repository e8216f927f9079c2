//! Which encodings of points a strict verifier refuses, by their bytes alone.
//!
//! The curve has eight points of small order, whose y are five: two have the order 1 and 2, two the order 4, four the
//! order 8. They stand in the list whatever their sign, and so does the x = 0 with a sign, which is not canonical.

/// y = 0, of order 4; 1, of order 1; -1, of order 2; and the two of order 8: the roots of d y⁴ + 2 y² = 1, for a point
/// of order 8 is one whose double has y = 0.
const SMALL_ORDER: [[u8; 32]; 5] = [
    [0; 32],
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [
        0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f,
    ],
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5,
        0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a,
        0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
];

/// Whether `encoding` is neither of small order nor beyond the one encoding of its y: y < p = 2^255 - 19.
pub(crate) fn allowed(encoding: &[u8; 32]) -> bool {
    let mut y = *encoding;
    y[31] &= 0x7f;
    let [lowest, middle @ .., highest] = &y;
    let reduced = *lowest < 0xed || *highest != 0x7f || middle.iter().any(|&byte| byte != 0xff);
    reduced && !SMALL_ORDER.contains(&y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every encoding of a y near 0 and near p, with both signs, the list, and others, as ed25519-dalek judges them.
    #[test]
    fn agrees_with_dalek_about_every_point() {
        let mut points = Vec::from(SMALL_ORDER);
        for low in 0..=255 {
            let mut small = [0; 32];
            small[0] = low;
            let mut large = [0xff; 32];
            (large[0], large[31]) = (low, 0x7f);
            points.extend([small, large]);
        }
        let (mut on_the_curve, mut refused) = (0, 0);
        for mut point in points {
            for sign in [0, 0x80] {
                point[31] = point[31] & 0x7f | sign;
                let Ok(key) = ed25519_dalek::VerifyingKey::from_bytes(&point) else { continue };
                on_the_curve += 1;
                let canonical = key.to_edwards().compress().to_bytes() == point;
                let expected = canonical && !key.is_weak();
                assert_eq!(allowed(&point), expected, "{point:02x?}");
                refused += usize::from(!expected);
            }
        }
        assert!(on_the_curve > 400 && refused >= 14, "{on_the_curve}, {refused}");
    }
}
