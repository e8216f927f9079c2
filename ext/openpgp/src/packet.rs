//! The framing of packets (RFC 9580, section 4.2), as far as it takes to hold what was read against what would be
//! written: some fields can be written in several ways, and nothing but this would notice that they were.

/// Takes a packet off `rest`: its type and its body. Nothing for one that has no length of its own.
pub(crate) fn next<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let (&first, after) = rest.split_first()?;
    if first & 0x80 == 0 {
        return None;
    }
    let (kind, len, after) = if first & 0x40 == 0 {
        let size = match first & 3 {
            0 => 1,
            1 => 2,
            2 => 4,
            _ => return None,
        };
        let (len, after) = after.split_at_checked(size)?;
        (first >> 2 & 0x0f, number(len), after)
    } else {
        let (&lead, tail) = after.split_first()?;
        let (len, after) = match lead {
            0..192 => (lead.into(), tail),
            192..224 => {
                let (&low, after) = tail.split_first()?;
                ((usize::from(lead) - 192) * 256 + usize::from(low) + 192, after)
            }
            255 => {
                let (len, after) = tail.split_at_checked(4)?;
                (number(len), after)
            }
            _ => return None,
        };
        (first & 0x3f, len, after)
    };
    let (body, after) = after.split_at_checked(len)?;
    *rest = after;
    Some((kind, body))
}

fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |number, &byte| number << 8 | usize::from(byte))
}

/// A packet that says nothing.
const MARKER: u8 = 10;

/// Whether the packets that `bytes` begins with have exactly these bodies. Those that `bytes` has no room for are not
/// looked at.
pub(crate) fn begins_with(mut bytes: &[u8], bodies: impl IntoIterator<Item = Option<Vec<u8>>>) -> bool {
    for body in bodies {
        let found = loop {
            match next(&mut bytes) {
                Some((MARKER, _)) => {}
                Some((_, found)) => break found,
                None => return true,
            }
        };
        if body.as_deref() != Some(found) {
            return false;
        }
    }
    true
}
