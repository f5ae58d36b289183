//! Bytes that are sent as lowercase hexadecimal digits.

use crate::messages::core as msg;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A fixed number of bytes, printed as lowercase hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex<const N: usize>(pub [u8; N]);

/// An error for a text that is not `N` bytes in hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", msg::NOT_THE_RIGHT_NUMBER_OF)]
pub struct HexError;

impl<const N: usize> fmt::Display for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl<const N: usize> fmt::Debug for Hex<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({self})")
    }
}

impl<const N: usize> FromStr for Hex<N> {
    type Err = HexError;

    fn from_str(text: &str) -> Result<Self, HexError> {
        // In lowercase only, so that bytes have one spelling.
        if text.bytes().any(|digit| digit.is_ascii_uppercase()) {
            return Err(HexError);
        }
        let mut bytes = [0; N];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| HexError)?;
        Ok(Self(bytes))
    }
}

impl<const N: usize> Serialize for Hex<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Hex<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_read_back_as_they_were_printed() {
        let bytes = Hex([0, 1, 0x0f, 0xf0, 0xff]);
        assert_eq!(bytes.to_string(), "00010ff0ff");
        assert_eq!("00010ff0ff".parse(), Ok(bytes));
        for text in ["", "00010ff0f", "00010FF0FF", "00010ff0fg", "é0010ff0f"] {
            assert_eq!(text.parse::<Hex<5>>(), Err(HexError), "{text}");
        }
    }
}
