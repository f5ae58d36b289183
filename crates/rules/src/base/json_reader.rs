//! Compact JSON reader for the browser, where code size counts on each first load.
//!
//! `serde_json` generates code for every type to read it from a list and to describe errors. The
//! browser only reads what its own server wrote and reports no details. Here one function for all
//! types parses the text into a tree, structs are read from objects only, and every failure is
//! [`Unreadable`]. Optional fields must be marked `serde(default)`, even those of type `Option`;
//! `alias` is not supported.

mod node;
mod parse;

pub use node::Unreadable;

use std::vec;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use self::node::Node;
use self::parse::parse_tree;

/// Deserializes a value from JSON text.
///
/// # Errors
/// [`Unreadable`] if the text is not JSON or does not fit the type.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    T::deserialize(&parse_tree(text)?)
}

impl Node {
    /// Returns the node as an integer; object keys are parsed from text.
    fn whole(&self) -> Result<i64, Unreadable> {
        match self {
            Self::Integer(number) => Ok(*number),
            Self::Text(text) => text.parse().map_err(|_| Unreadable),
            _ => Err(Unreadable),
        }
    }

    /// Returns the node as a string slice.
    fn text(&self) -> Result<&str, Unreadable> {
        match self {
            Self::Text(text) => Ok(text),
            _ => Err(Unreadable),
        }
    }

    /// Returns the node as list access for serde.
    fn list(&self) -> Result<ListItems<'_>, Unreadable> {
        match self {
            Self::List(list) => Ok(ListItems(list)),
            _ => Err(Unreadable),
        }
    }

    /// Returns the node as map access for serde.
    fn object(&self) -> Result<ObjectEntries<'_>, Unreadable> {
        match self {
            Self::Object(object) => Ok(ObjectEntries(object, &Self::Null)),
            _ => Err(Unreadable),
        }
    }

    /// Collects the values of these fields in order, ignoring unknown fields; a duplicate field is
    /// an error.
    fn struct_fields(&self, fields: &[&str]) -> Result<StructFields<'_>, Unreadable> {
        let Self::Object(object) = self else {
            return Err(Unreadable);
        };
        let mut places = Vec::with_capacity(fields.len());
        for field in fields {
            let mut named = object
                .iter()
                .filter(|(key, _)| matches!(key, Self::Text(key) if key == field));
            places.push(named.next().map(|(_, value)| value));
            if named.next().is_some() {
                return Err(Unreadable);
            }
        }
        Ok(StructFields(places.into_iter()))
    }

    /// Returns the node as an enum variant, which JSON writes as a string or as an object of one
    /// entry.
    fn as_variant(&self) -> Result<EnumVariant<'_>, Unreadable> {
        match self {
            Self::Text(_) => Ok(EnumVariant(self, &Self::Null)),
            Self::Object(object) => match object.as_slice() {
                [(key, value)] => Ok(EnumVariant(key, value)),
                _ => Err(Unreadable),
            },
            _ => Err(Unreadable),
        }
    }
}

/// Generates deserializer methods that share one visitor call and one accessor.
macro_rules! reads {
    ($($name:ident)* => $visit:ident $get:ident) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            visitor.$visit(self.$get()?)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for &Node {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Node::Null => visitor.visit_unit(),
            Node::Bool(yes) => visitor.visit_bool(*yes),
            Node::Integer(number) => visitor.visit_i64(*number),
            Node::Float(number) => visitor.visit_f64(*number),
            Node::Text(text) => visitor.visit_str(text),
            Node::List(list) => visitor.visit_seq(ListItems(list)),
            Node::Object(object) => visitor.visit_map(ObjectEntries(object, &Node::Null)),
        }
    }

    reads!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 => visit_i64 whole);
    reads!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 => visit_i64 whole);
    reads!(deserialize_str deserialize_string deserialize_identifier => visit_str text);
    reads!(deserialize_seq => visit_seq list);
    reads!(deserialize_map => visit_map object);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Node::Bool(yes) => visitor.visit_bool(*yes),
            _ => Err(Unreadable),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Node::Float(number) => visitor.visit_f64(*number),
            Node::Integer(number) => visitor.visit_f64(*number as f64),
            _ => Err(Unreadable),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Node::Null => visitor.visit_none(),
            some => visitor.visit_some(some),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.list()?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.list()?)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.struct_fields(fields)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(self.as_variant()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 f32 char bytes byte_buf unit unit_struct }
}

/// Remaining items of a JSON list that is being deserialized.
struct ListItems<'a>(&'a [Node]);

impl<'de> SeqAccess<'de> for ListItems<'_> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unreadable> {
        let Some((first, rest)) = self.0.split_first() else {
            return Ok(None);
        };
        self.0 = rest;
        seed.deserialize(first).map(Some)
    }
}

/// Remaining field values of a struct; `None` is a missing field, which takes its default.
///
/// Structs are read by position instead of by name, so that their types need no code for names.
struct StructFields<'a>(vec::IntoIter<Option<&'a Node>>);

impl<'de> SeqAccess<'de> for StructFields<'_> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unreadable> {
        let place = self.0.next().flatten();
        place.map(|node| seed.deserialize(node)).transpose()
    }
}

/// Remaining entries of an object, and the value of the key read last.
struct ObjectEntries<'a>(&'a [(Node, Node)], &'a Node);

impl<'de> MapAccess<'de> for ObjectEntries<'_> {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Unreadable> {
        let Some(((key, value), rest)) = self.0.split_first() else {
            return Ok(None);
        };
        (self.0, self.1) = (rest, value);
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, Unreadable> {
        seed.deserialize(self.1)
    }
}

/// Name of a variant and its content; a unit variant has [`Node::Null`].
struct EnumVariant<'a>(&'a Node, &'a Node);

impl<'de> EnumAccess<'de> for EnumVariant<'_> {
    type Error = Unreadable;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), Unreadable> {
        Ok((seed.deserialize(self.0)?, self))
    }
}

impl<'de> VariantAccess<'de> for EnumVariant<'_> {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        match self.1 {
            Node::Null => Ok(()),
            _ => Err(Unreadable),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, Unreadable> {
        seed.deserialize(self.1)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.1.list()?)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_seq(self.1.struct_fields(fields)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::parse::MAX_DEPTH;
    use super::*;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Shape {
        Unit,
        New(u8),
        Two(i16, Option<String>),
        Named {
            #[serde(default)]
            size: u32,
        },
    }

    /// Asserts that the text gives the same value, or an error, as with `serde_json`.
    fn assert_same_as_serde_json<T: DeserializeOwned + PartialEq + fmt::Debug>(text: &str) {
        let theirs = serde_json::from_str::<T>(text).ok();
        assert_eq!(read_json::<T>(text).ok(), theirs, "{text}");
    }

    #[test]
    fn texts_numbers_and_words_are_read_as_everybody_reads_them() {
        for text in [
            r#""""#,
            r#""a\"b\\c\/d\b\f\n\r\t""#,
            r#""\u00e9\u2014\ud83c\udfb2é—🎲""#,
            r#""\ud83c""#,
            r#""\ud83cx""#,
            r#""\ud83c\u0041""#,
            r#""\udfb2""#,
            r#""\x""#,
            r#""\u12g4""#,
            r#""é\"#,
            "\"a\nb\"",
            "\"open",
            "open",
            "",
        ] {
            assert_same_as_serde_json::<String>(text);
        }
        for text in [
            "0",
            "-0",
            "7",
            "-41",
            "007",
            "255",
            "256",
            "1.5",
            "1e2",
            "1E-2",
            "2.50e+3",
            "-",
            "1.",
            "+1",
            ".5",
            "1e",
            " \t\r\n12 ",
            "12 3",
            "9223372036854775807",
            "true",
            "null",
            "[1]",
        ] {
            assert_same_as_serde_json::<u8>(text);
            assert_same_as_serde_json::<i64>(text);
            assert_same_as_serde_json::<Option<u32>>(text);
            assert_same_as_serde_json::<bool>(text);
            assert_same_as_serde_json::<f64>(text);
        }
        for text in ["true", "false", "tru", "nul", "null", "truefalse"] {
            assert_same_as_serde_json::<Option<bool>>(text);
        }
    }

    #[test]
    fn lists_objects_and_variants_are_read_as_everybody_reads_them() {
        for text in [
            "[]",
            "[1,2]",
            "[ 1 , 2 ]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[1",
            "]",
            "{}",
        ] {
            assert_same_as_serde_json::<Vec<u8>>(text);
        }
        for text in [
            "{}",
            r#"{"1":2}"#,
            r#"{ "1" : 2 , "-3":4}"#,
            r#"{"1":2,}"#,
            r#"{1:2}"#,
            r#"{"x":2}"#,
            "[]",
        ] {
            assert_same_as_serde_json::<BTreeMap<i16, u8>>(text);
        }
        for text in [
            r#""unit""#,
            r#"{"unit":null}"#,
            r#"{"new":3}"#,
            r#"{"new":300}"#,
            r#"{"two":[-1,"x"]}"#,
            r#"{"two":[-1,null]}"#,
            r#"{"two":[-1]}"#,
            r#"{"named":{}}"#,
            r#"{"named":{"size":5}}"#,
            r#"{"named":{"size":5,"size":6}}"#,
            r#"{"new":3,"unit":null}"#,
            r#"{}"#,
            r#""other""#,
            r#""named""#,
            "7",
        ] {
            assert_same_as_serde_json::<Shape>(text);
        }
    }

    /// Unknown fields are the only difference from `serde_json`: the server never writes a field that its page does
    /// not know, and refusing such a field would need the names of all fields of all types.
    #[test]
    fn a_field_that_is_not_known_is_passed_over() {
        let text = r#"{"named":{"siez":5}}"#;
        assert!(serde_json::from_str::<Shape>(text).is_err());
        assert_eq!(
            read_json::<Shape>(text).ok(),
            Some(Shape::Named { size: 0 })
        );
    }

    #[test]
    fn what_lies_too_deep_is_not_read() {
        let nested = |deep: usize| format!("{}{}", "[".repeat(deep), "]".repeat(deep));
        assert!(parse_tree(&nested(MAX_DEPTH)).is_ok());
        assert!(parse_tree(&nested(MAX_DEPTH + 1)).is_err());
        assert!(parse_tree(&nested(100_000)).is_err());
    }
}
