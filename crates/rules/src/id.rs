//! Identities. Minted at the edge or drawn from the dice; never counted up, and never made from
//! what a client sends, where that would tell a player that something hidden exists.

use crate::messages::core as msg;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::dice::Dice;

/// Why a text is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", msg::NOT_AN_ID)]
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
hex_id! {
    /// A portrait: the beginning of the hash of its picture, which the server keeps.
    PortraitId
}

/// One person's place at a table, counted from 1 in the order they sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u32);

/// A cover in an encounter: a number of 30 bits, which a dial holds. Drawn by chance as the id of a
/// combatant is, so that it says nothing about how many others there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CoverId(pub u32);

impl CoverId {
    const LETTERS: u32 = 6;

    /// An id that cannot be guessed; never 0, which stands for no cover.
    #[must_use]
    pub fn draw(dice: &mut dyn Dice) -> Self {
        let letter = |dice: &mut dyn Dice| u32::from(dice.letter().saturating_sub(1) & 31);
        Self(
            (0..Self::LETTERS)
                .fold(0, |id, _| id << 5 | letter(dice))
                .max(1),
        )
    }

    /// The one after it, for when it is taken.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 % ((1 << (Self::LETTERS * 5)) - 1) + 1)
    }

    /// The cover that a dial stands at; `None` where it stands at none.
    #[must_use]
    pub fn on_dial(value: i32) -> Option<Self> {
        u32::try_from(value).ok().filter(|id| *id > 0).map(Self)
    }

    /// Where the dial stands for it.
    #[must_use]
    pub fn to_dial(self) -> i32 {
        i32::try_from(self.0).unwrap_or(0)
    }
}

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A 40-bit id drawn from the dice, printed as eight letters and digits.
macro_rules! drawn_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(u64);

        impl $name {
            const LETTERS: u32 = 8;
            const BITS: u32 = Self::LETTERS * 5;

            /// The first of all, which stands for one that was never drawn.
            pub const FIRST: Self = Self(0);

            /// An id that cannot be guessed: a die with as many sides as there are letters is
            /// thrown for each of them.
            #[must_use]
            pub fn draw(dice: &mut dyn Dice) -> Self {
                let letter = |dice: &mut dyn Dice| u64::from(dice.letter().saturating_sub(1) & 31);
                Self((0..Self::LETTERS).fold(0, |id, _| id << 5 | letter(dice)))
            }

            /// The one after it, for when it is taken. The last is followed by the first.
            #[must_use]
            pub const fn next(self) -> Self {
                Self((self.0 + 1) % (1 << Self::BITS))
            }

            /// Writes with `write` what is printed.
            fn print<T>(self, write: impl FnOnce(&str) -> T) -> T {
                let mut left = self.0;
                let mut letters = [0; Self::LETTERS as usize];
                for letter in letters.iter_mut().rev() {
                    *letter = ALPHABET[(left & 31) as usize];
                    left >>= 5;
                }
                write(std::str::from_utf8(&letters).unwrap_or_default())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.print(|letters| f.write_str(letters))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.print(|letters| serializer.serialize_str(letters))
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
                if text.len() != Self::LETTERS as usize {
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

        impl TryFrom<String> for $name {
            type Error = NotAnId;
            fn try_from(text: String) -> Result<Self, NotAnId> {
                text.parse()
            }
        }
    };
}

drawn_id! {
    /// A combatant in an encounter: 40 bits, printed as eight letters and digits.
    ///
    /// Drawn by chance when the combatant comes. So it says nothing about how many others there
    /// are, no sender of a command can aim at the id it will bring, and two worlds where the
    /// same dice fell name a token alike.
    CombatantId
}
drawn_id! {
    /// An exchange in an encounter. Drawn like the id of a combatant, so that one that players do
    /// not see leaves no gap.
    ExchangeId
}
drawn_id! {
    /// Those who act as one. Drawn, and shown to no viewer: what they see is who of those they see
    /// belong together.
    GroupId
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Script;

    #[test]
    fn ids_read_back_as_they_were_printed() {
        let command = CommandId(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
        assert_eq!(command.to_string().parse(), Ok(command));
        let mut faces = Script::new((0..800).map(|nth| nth * 7 % 32 + 1));
        for _ in 0..100 {
            let id = CombatantId::draw(&mut faces);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().len(), 8);
        }
        assert_eq!((faces.missing(), faces.left()), (0, 0));
    }

    #[test]
    fn each_letter_of_a_combatants_id_is_a_face() {
        let drawn = |faces: [u16; 8]| CombatantId::draw(&mut Script::new(faces));
        let id = drawn([1, 10, 11, 18, 19, 24, 31, 32]);
        assert_eq!(id.to_string(), "09ahjqyz");
        assert_eq!(id.next().to_string(), "09ahjqz0");
        assert_eq!(drawn([32; 8]).next().to_string(), "00000000");
        // Dice that are none do no harm.
        assert_eq!(drawn([0; 8]).to_string(), "00000000");
        assert_eq!(drawn([u16::MAX; 8]).to_string().len(), 8);
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
