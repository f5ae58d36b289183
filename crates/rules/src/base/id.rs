//! Ids of tables, encounters, seats, combatants and commands.
//!
//! Minted outside of the rules or drawn from the dice. Ids are never sequential, and never derived
//! from what a client sends, where that would tell a player that something hidden exists.

use crate::messages::core as msg;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

use crate::base::dice::Dice;

/// Error for a text that is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", msg::NOT_AN_ID)]
pub struct NotAnId;

/// Defines a 128-bit id, printed as 32 lower-case hexadecimal digits.
macro_rules! hex_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(pub u128);

        impl $name {
            /// Returns the id's sixteen bytes, big-endian.
            #[must_use]
            pub const fn to_bytes(self) -> [u8; 16] {
                self.0.to_be_bytes()
            }

            /// Creates an id from its sixteen bytes, big-endian.
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
    /// Id of a table, the permanent place of a group.
    TableId
}
hex_id! {
    /// Id of an encounter: one fight or scene, with its own log.
    EncounterId
}
hex_id! {
    /// Id of a command, minted by the browser that sends it; each id is applied once.
    CommandId
}
hex_id! {
    /// Id of the picture of a handout, minted by the server that stores it.
    PictureId
}
hex_id! {
    /// Id of a portrait: the beginning of the hash of the image stored on the server.
    PortraitId
}

/// Number of a seat at a table, from 1 in the order of joining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SeatId(pub u32);

/// Defines an id of 30 random bits, which fit a parameter and reveal nothing about how many there are.
macro_rules! drawn_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// Number of random letters of an id, of 5 bits each.
            const LETTERS: u32 = 6;

            /// Draws an unguessable id; never 0, which stands for none.
            #[must_use]
            pub fn draw(dice: &mut dyn Dice) -> Self {
                let letter =
                    |dice: &mut dyn Dice| u32::from(dice.draw_letter().saturating_sub(1) & 31);
                Self(
                    (0..Self::LETTERS)
                        .fold(0, |id, _| id << 5 | letter(dice))
                        .max(1),
                )
            }

            /// Returns the next id, for use when this one is taken.
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0 % ((1 << (Self::LETTERS * 5)) - 1) + 1)
            }
        }
    };
}

drawn_id! {
    /// Id of a cover in an encounter.
    CoverId
}

drawn_id! {
    /// Id of a place in the scene of an encounter.
    LocationId
}

drawn_id! {
    /// Id of a clock of an encounter.
    ClockId
}

drawn_id! {
    /// Id of a roll that a storyteller asks for.
    AskId
}

drawn_id! {
    /// Id of a handout.
    HandoutId
}

drawn_id! {
    /// Address of a picture as one reader sees it now, drawn anew whenever that reader sees more or less of it.
    PictureAddress
}

impl CoverId {
    /// Reads the cover from the value of a parameter; `None` if it names no cover.
    #[must_use]
    pub fn from_parameter(value: i32) -> Option<Self> {
        u32::try_from(value).ok().filter(|id| *id > 0).map(Self)
    }

    /// Returns the parameter value that stands for the cover.
    #[must_use]
    pub fn to_parameter(self) -> i32 {
        i32::try_from(self.0).unwrap_or(0)
    }
}

/// Digits of drawn ids in base 32, without letters that are easily confused.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Defines a 40-bit id drawn from the dice, printed as eight letters and digits.
macro_rules! drawn_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(u64);

        impl $name {
            const LETTERS: u32 = 8;
            const BITS: u32 = Self::LETTERS * 5;

            /// Lowest id, which stands for one that was never drawn.
            pub const FIRST: Self = Self(0);

            /// Draws an unguessable id, letter by letter.
            #[must_use]
            pub fn draw(dice: &mut dyn Dice) -> Self {
                let letter = |dice: &mut dyn Dice| u64::from(dice.draw_letter().saturating_sub(1) & 31);
                Self((0..Self::LETTERS).fold(0, |id, _| id << 5 | letter(dice)))
            }

            /// Returns the next id, for use when this one is taken; wraps around.
            #[must_use]
            pub const fn next(self) -> Self {
                Self((self.0 + 1) % (1 << Self::BITS))
            }

            /// Formats the id and passes the text to `write`.
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
    /// Id of a combatant in an encounter: 40 bits, printed as eight letters and digits.
    ///
    /// Drawn at random when the combatant is added. Hence an id reveals nothing about the number of
    /// combatants, a command cannot choose the id it will create, and replaying the same dice gives
    /// the same ids.
    CombatantId
}
drawn_id! {
    /// Id of an exchange in an encounter, drawn at random so that hidden exchanges leave no gap.
    ExchangeId
}
drawn_id! {
    /// Id of a group of combatants who act together.
    ///
    /// Drawn at random and sent to no viewer: viewers only see which of the visible combatants
    /// belong together.
    GroupId
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::dice::DiceScript;

    #[test]
    fn ids_read_back_as_they_were_printed() {
        let command = CommandId(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
        assert_eq!(command.to_string().parse(), Ok(command));
        let mut faces = DiceScript::new((0..800).map(|nth| nth * 7 % 32 + 1));
        for _ in 0..100 {
            let id = CombatantId::draw(&mut faces);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().len(), 8);
        }
        assert_eq!((faces.missing_faces(), faces.remaining_faces()), (0, 0));
    }

    #[test]
    fn each_letter_of_a_combatants_id_is_a_face() {
        let drawn = |faces: [u16; 8]| CombatantId::draw(&mut DiceScript::new(faces));
        let id = drawn([1, 10, 11, 18, 19, 24, 31, 32]);
        assert_eq!(id.to_string(), "09ahjqyz");
        assert_eq!(id.next().to_string(), "09ahjqz0");
        assert_eq!(drawn([32; 8]).next().to_string(), "00000000");
        // Impossible faces are tolerated.
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
