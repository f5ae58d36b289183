//! The code of a refusal: the one word of what it is written down as. Everything else that serde
//! could write is left out, because browsers link this.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{self, Impossible, SerializeStruct, Serializer};

/// The code that an error is written down with: its variant, or the variant under `error`.
#[must_use]
pub(super) fn code<E: Serialize>(error: &E) -> Option<String> {
    error.serialize(Code).ok()
}

/// It has no code.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("no code")]
struct NoCode;

impl ser::Error for NoCode {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

struct Code;

/// What is no code.
macro_rules! no_code {
    ($($name:ident($($ty:ty),*);)*) => {$(
        fn $name(self, $(_: $ty),*) -> Result<String, NoCode> {
            Err(NoCode)
        }
    )*};
}

/// What cannot even be begun.
macro_rules! no_list {
    ($($name:ident($($ty:ty),*) -> $part:ident;)*) => {$(
        type $part = Impossible<String, NoCode>;
        fn $name(self, $(_: $ty),*) -> Result<Self::$part, NoCode> {
            Err(NoCode)
        }
    )*};
}

impl Serializer for Code {
    type Ok = String;
    type Error = NoCode;
    type SerializeStruct = Tagged;

    no_code! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
    }

    no_list! {
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple(usize) -> SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_map(Option<usize>) -> SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }

    fn serialize_str(self, word: &str) -> Result<String, NoCode> {
        Ok(word.to_owned())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<String, NoCode> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, NoCode> {
        Err(NoCode)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<String, NoCode> {
        Err(NoCode)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        inner: &T,
    ) -> Result<String, NoCode> {
        inner.serialize(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Tagged, NoCode> {
        Ok(Tagged(None))
    }
}

/// The fields of a variant, of which only `error` counts.
struct Tagged(Option<String>);

impl SerializeStruct for Tagged {
    type Ok = String;
    type Error = NoCode;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), NoCode> {
        if key == "error" {
            self.0 = Some(value.serialize(Code)?);
        }
        Ok(())
    }

    fn end(self) -> Result<String, NoCode> {
        self.0.ok_or(NoCode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    #[serde(tag = "error", rename_all = "snake_case")]
    enum Tagged {
        NoDice,
        TooFar { yards: i32, word: &'static str },
    }

    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Plain {
        NoCharacter,
        Holds(u8),
    }

    /// As `serde_json` writes it.
    fn same<E: Serialize>(error: &E) {
        let written = serde_json::to_value(error).unwrap();
        let expected = written.get("error").unwrap_or(&written);
        assert_eq!(code(error).as_deref(), expected.as_str());
    }

    #[test]
    fn a_code_is_the_word_that_is_written_down() {
        same(&Tagged::NoDice);
        same(&Tagged::TooFar {
            yards: 3,
            word: "far",
        });
        same(&Plain::NoCharacter);
        same(&Plain::Holds(2));
        assert_eq!(code(&Tagged::NoDice).as_deref(), Some("no_dice"));
        assert_eq!(code(&Plain::NoCharacter).as_deref(), Some("no_character"));
    }
}
