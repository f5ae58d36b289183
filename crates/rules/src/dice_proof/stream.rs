//! The byte stream of one roll, and unbiased faces made of it.

use hmac::{Hmac, Mac as _};
use sha2::Sha256;

use super::{Nonce, RollKey, STREAM_LABEL, Secret};
use crate::base::roll::MAX_DICE;

/// Maximum number of 32-byte blocks in one roll.
pub const MAX_BLOCKS: u32 = 4_096;
/// Maximum number of sides of a die.
pub const MAX_SIDES: u32 = 65_536;

/// The dice of one roll, drawn one after the other.
#[derive(Clone, Debug)]
pub struct DiceStream {
    bytes: ByteStream,
    dice: usize,
}

impl DiceStream {
    /// Starts the dice of a roll.
    #[must_use]
    pub fn new(secret: &Secret, roll: &RollKey, nonce: &Nonce) -> Self {
        let mut mac = secret.start_mac(STREAM_LABEL);
        roll.update_mac(&mut mac);
        mac.update(&nonce.0);
        let bytes = ByteStream {
            mac,
            next: 0,
            block: Vec::new().into_iter(),
        };
        Self { bytes, dice: 0 }
    }

    /// Throws the next die of the stream and returns its face, from 1 to `sides`. `None` when the roll has no more
    /// dice, or `sides` is out of range.
    pub fn die(&mut self, sides: u32) -> Option<u32> {
        if self.dice >= MAX_DICE {
            return None;
        }
        let face = unbiased_face(sides, || self.bytes.next_byte())?;
        self.dice += 1;
        Some(face)
    }
}

/// Draws an unbiased die face from a stream of random bytes. A byte, or a pair of bytes, that would make some faces
/// likelier than others is skipped.
fn unbiased_face(sides: u32, mut byte: impl FnMut() -> Option<u8>) -> Option<u32> {
    let values: u32 = match sides {
        1..=256 => 256,
        257..=MAX_SIDES => MAX_SIDES,
        _ => return None,
    };
    let fair = values - values % sides;
    loop {
        let first = u32::from(byte()?);
        let value = match values {
            256 => first,
            _ => first << 8 | u32::from(byte()?),
        };
        if value < fair {
            return Some(value % sides + 1);
        }
    }
}

/// The blocks of the HMAC of the secret, counted from 0.
#[derive(Clone, Debug)]
struct ByteStream {
    mac: Hmac<Sha256>,
    next: u32,
    block: std::vec::IntoIter<u8>,
}

impl ByteStream {
    /// Returns the next byte; `None` after [`MAX_BLOCKS`] blocks.
    fn next_byte(&mut self) -> Option<u8> {
        if let Some(byte) = self.block.next() {
            return Some(byte);
        }
        if self.next >= MAX_BLOCKS {
            return None;
        }
        let mut mac = self.mac.clone();
        mac.update(&self.next.to_be_bytes());
        self.next += 1;
        self.block = mac.finalize().into_bytes().to_vec().into_iter();
        self.block.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::id::EncounterId;
    use crate::dice_proof::Hex;

    fn secret() -> Secret {
        let mut bytes = [0; 32];
        for (byte, value) in bytes.iter_mut().zip(0..) {
            *byte = value;
        }
        Secret::new(bytes)
    }

    const ENCOUNTER: EncounterId = EncounterId(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff);

    fn thrown(counter: u64, nonce: &str, dice: &[u32]) -> Vec<u32> {
        let roll = RollKey {
            encounter: ENCOUNTER,
            epoch: 1,
            roller: "0f0e0d0c0b0a09080706050403020100".parse().expect("an id"),
            counter,
        };
        let nonce = nonce.parse().expect("a nonce");
        let mut stream = DiceStream::new(&secret(), &roll, &nonce);
        dice.iter()
            .map(|sides| stream.die(*sides).expect("a face"))
            .collect()
    }

    #[test]
    fn the_vectors_of_the_specification() {
        let commitment = secret().commitment(ENCOUNTER, 1);
        assert_eq!(
            commitment.to_string(),
            "635aa14c493e8c96e044de97d2c203241a518ba4a4ab5ed96192cfa7aa04cd50"
        );
        assert_eq!(thrown(1, &"00".repeat(16), &[20]), [14]);
        assert_eq!(
            thrown(2, "ffeeddccbbaa99887766554433221100", &[6; 8]),
            [6, 4, 5, 5, 4, 2, 1, 5]
        );
        assert_eq!(
            thrown(3, "0123456789abcdef0123456789abcdef", &[10; 10]),
            [1, 4, 9, 5, 2, 3, 6, 6, 2, 4]
        );
        assert_eq!(
            thrown(4, &"01".repeat(16), &[100, 100, 100, 12, 4, 1000]),
            [3, 69, 11, 6, 2, 633]
        );
    }

    #[test]
    fn every_face_comes_of_equally_many_bytes() {
        for sides in 1..=256_u32 {
            let mut counts = vec![0_u32; sides as usize];
            let mut skipped = 0_u32;
            for byte in 0..=255_u8 {
                let mut once = Some(byte);
                match unbiased_face(sides, || once.take()) {
                    Some(face) => counts[face as usize - 1] += 1,
                    None => skipped += 1,
                }
            }
            assert!(counts.iter().all(|count| *count == 256 / sides), "{sides}");
            assert_eq!(skipped, 256 % sides, "{sides}");
        }
    }

    #[test]
    fn every_face_comes_of_equally_many_pairs_of_bytes() {
        for sides in [257, 300, 999, 1_000, 4_097, 32_768, 32_769, 65_535, 65_536] {
            let mut counts = vec![0_u32; sides as usize];
            let mut skipped = 0_u32;
            for pair in 0..=u16::MAX {
                let mut bytes = pair.to_be_bytes().into_iter();
                match unbiased_face(sides, || bytes.next()) {
                    Some(face) => counts[face as usize - 1] += 1,
                    None => skipped += 1,
                }
            }
            let each = 65_536 / sides;
            assert!(counts.iter().all(|count| *count == each), "{sides}");
            assert_eq!(skipped, 65_536 % sides, "{sides}");
        }
    }

    #[test]
    fn a_roll_ends_where_it_must() {
        let roll = RollKey {
            encounter: ENCOUNTER,
            epoch: 1,
            roller: Hex([0; 16]),
            counter: 1,
        };
        let mut stream = DiceStream::new(&secret(), &roll, &Hex([0; 16]));
        assert_eq!((stream.die(0), stream.die(65_537)), (None, None));
        let dice = std::iter::from_fn(|| stream.die(6)).count();
        assert_eq!(dice, MAX_DICE);
        let mut bytes = DiceStream::new(&secret(), &roll, &Hex([0; 16])).bytes;
        let all = std::iter::from_fn(|| bytes.next_byte()).count();
        assert_eq!(all, MAX_BLOCKS as usize * 32);
        // Where no byte is accepted, the end of the blocks ends the search.
        assert_eq!(unbiased_face(100, || None), None);
        let mut high = std::iter::repeat_n(255, 1_000);
        assert_eq!(unbiased_face(100, || high.next()), None);
    }
}
