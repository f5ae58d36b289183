//! Identities. Minted at the edge or derived from a command; never counted up where a
//! gap would tell a player that something hidden exists.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Why a text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id")]
pub struct NotAnId;

/// A 128-bit id printed as 32 lower-case hexadecimal digits.
macro_rules! hex_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(pub u128);

        impl $name {
            /// The id's sixteen bytes, big-endian.
            #[must_use]
            pub const fn to_bytes(self) -> [u8; 16] {
                self.0.to_be_bytes()
            }

            /// The id of these sixteen bytes, big-endian.
            #[must_use]
            pub const fn from_bytes(bytes: [u8; 16]) -> Self {
                Self(u128::from_be_bytes(bytes))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;
            fn from_str(text: &str) -> Result<Self, NotAnId> {
                let plain = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
                if text.len() != 32 || !plain {
                    return Err(NotAnId);
                }
                u128::from_str_radix(text, 16).map(Self).map_err(|_| NotAnId)
            }
        }

        impl TryFrom<String> for $name {
            type Error = NotAnId;
            fn try_from(text: String) -> Result<Self, NotAnId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
            }
        }
    };
}

hex_id! {
    /// A group's lasting place.
    TableId
}
hex_id! {
    /// One fight or scene, with its own log.
    EncounterId
}
hex_id! {
    /// One command, minted by the browser that gives it. The same id is applied once.
    CommandId
}

/// One person's place at a table, counted from 1 in the order they sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u32);

/// A combatant in an encounter: 40 bits, printed as eight letters and digits.
///
/// Derived from the command that added it, so it says nothing about how many others there
/// are, and two worlds that got the same commands name it alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CombatantId(u64);

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

impl CombatantId {
    const BITS: u32 = 40;

    /// The id of the `index`-th combatant that `command` adds.
    #[must_use]
    pub const fn derive(command: CommandId, index: u32) -> Self {
        let mut x = (command.0 as u64)
            ^ ((command.0 >> 64) as u64).rotate_left(17)
            ^ (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // The finaliser of splitmix64: every input bit reaches every output bit.
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        Self(x >> (64 - Self::BITS))
    }
}

impl fmt::Display for CombatantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for place in (0..Self::BITS / 5).rev() {
            let digit = (self.0 >> (place * 5)) & 31;
            write!(f, "{}", char::from(ALPHABET[digit as usize]))?;
        }
        Ok(())
    }
}

impl fmt::Debug for CombatantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CombatantId({self})")
    }
}

impl FromStr for CombatantId {
    type Err = NotAnId;
    fn from_str(text: &str) -> Result<Self, NotAnId> {
        if text.len() != (Self::BITS / 5) as usize {
            return Err(NotAnId);
        }
        text.bytes()
            .try_fold(0_u64, |id, byte| {
                let digit = ALPHABET
                    .iter()
                    .position(|letter| *letter == byte)
                    .ok_or(NotAnId)?;
                Ok(id << 5 | digit as u64)
            })
            .map(Self)
    }
}

impl TryFrom<String> for CombatantId {
    type Error = NotAnId;
    fn try_from(text: String) -> Result<Self, NotAnId> {
        text.parse()
    }
}

impl From<CombatantId> for String {
    fn from(id: CombatantId) -> Self {
        id.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_as_they_were_printed() {
        let command = CommandId(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
        assert_eq!(command.to_string().parse(), Ok(command));
        for index in 0..100 {
            let id = CombatantId::derive(command, index);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().len(), 8);
        }
    }

    #[test]
    fn other_texts_are_not_ids() {
        for text in ["", "0", "i0000000", "ABCD0000", "é0000000", "000000000"] {
            assert_eq!(text.parse::<CombatantId>(), Err(NotAnId), "{text}");
        }
        for text in [
            "",
            "ABCDEF00112233445566778899aabbcc",
            "+1234567890123456789012345678901",
        ] {
            assert_eq!(text.parse::<CommandId>(), Err(NotAnId), "{text}");
        }
    }
}
