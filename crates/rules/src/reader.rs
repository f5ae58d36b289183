//! Compact JSON reader for the browser, where code size counts on each first load.
//!
//! `serde_json` generates code for every type to read it from a list and to describe errors. The
//! browser only reads what its own server wrote and reports no details. Here one function for all
//! types parses the text into a tree, structs are read from objects only, and every failure is
//! [`Unreadable`]. Optional fields must be marked `serde(default)`, even those of type `Option`;
//! `alias` is not supported.

use std::fmt;
use std::vec;

use serde::de::{
    self, DeserializeOwned, DeserializeSeed, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// Maximum nesting depth of lists and objects.
const DEEPEST: usize = 128;

/// Error for text that is not JSON, or not of the requested type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// Deserializes a value from JSON text.
///
/// # Errors
/// [`Unreadable`] if the text is not JSON or does not fit the type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    T::deserialize(&tree(text)?)
}

/// Parsed JSON value in the tree.
enum Node {
    Null,
    Yes(bool),
    Whole(i64),
    Real(f64),
    Text(String),
    List(Vec<Node>),
    /// Object entries; keys are [`Node::Text`], so that keys and values are read alike.
    Object(Vec<(Node, Node)>),
}

/// Parses the whole text into a tree.
fn tree(text: &str) -> Result<Node, Unreadable> {
    let mut cursor = Cursor { text, at: 0 };
    let node = cursor.value(DEEPEST)?;
    match cursor.peek() {
        None => Ok(node),
        Some(_) => Err(Unreadable),
    }
}

/// Parser position in the text.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    /// Returns the next byte without skipping white space.
    fn raw(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.raw() {
            self.at += 1;
        }
        self.raw()
    }

    /// Skips white space and consumes `byte` if it is next; returns whether it was.
    fn take(&mut self, byte: u8) -> bool {
        let is = self.peek() == Some(byte);
        self.at += usize::from(is);
        is
    }

    /// Consumes `byte` or fails.
    fn demand(&mut self, byte: u8) -> Result<(), Unreadable> {
        if self.take(byte) {
            Ok(())
        } else {
            Err(Unreadable)
        }
    }

    /// Consumes the literal `word` and returns `node` for it.
    fn word(&mut self, word: &str, node: Node) -> Result<Node, Unreadable> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            return Err(Unreadable);
        }
        self.at += word.len();
        Ok(node)
    }

    /// Parses a value of any type, at most `depth` levels deep.
    fn value(&mut self, depth: usize) -> Result<Node, Unreadable> {
        let depth = depth.checked_sub(1).ok_or(Unreadable)?;
        match self.peek().ok_or(Unreadable)? {
            b'n' => self.word("null", Node::Null),
            b't' => self.word("true", Node::Yes(true)),
            b'f' => self.word("false", Node::Yes(false)),
            b'"' => self.string().map(Node::Text),
            b'[' => {
                self.at += 1;
                let mut list = Vec::new();
                if !self.take(b']') {
                    loop {
                        list.push(self.value(depth)?);
                        if self.take(b']') {
                            break;
                        }
                        self.demand(b',')?;
                    }
                }
                Ok(Node::List(list))
            }
            b'{' => {
                self.at += 1;
                let mut object = Vec::new();
                if !self.take(b'}') {
                    loop {
                        self.peek();
                        let key = Node::Text(self.string()?);
                        self.demand(b':')?;
                        object.push((key, self.value(depth)?));
                        if self.take(b'}') {
                            break;
                        }
                        self.demand(b',')?;
                    }
                }
                Ok(Node::Object(object))
            }
            _ => self.number(),
        }
    }

    /// Parses a quoted string; the cursor is at the opening quote.
    fn string(&mut self) -> Result<String, Unreadable> {
        if self.raw() != Some(b'"') {
            return Err(Unreadable);
        }
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.raw(), None | Some(b'"' | b'\\' | 0..0x20)) {
                self.at += 1;
            }
            out.push_str(self.text.get(start..self.at).ok_or(Unreadable)?);
            let end = self.raw();
            self.at += 1;
            match end {
                Some(b'"') => return Ok(out),
                Some(b'\\') => out.push(self.escaped()?),
                _ => return Err(Unreadable),
            }
        }
    }

    /// Parses an escape sequence; the cursor is after the backslash.
    fn escaped(&mut self) -> Result<char, Unreadable> {
        let byte = self.raw().ok_or(Unreadable)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                // A surrogate pair encodes one character.
                let code = if (0xd800..0xdc00).contains(&first) {
                    self.word("\\u", Node::Null)?;
                    let second = self.hex()?.wrapping_sub(0xdc00);
                    if second >= 0x400 {
                        return Err(Unreadable);
                    }
                    0x1_0000 + ((first - 0xd800) << 10) + second
                } else {
                    first
                };
                char::from_u32(code).ok_or(Unreadable)?
            }
            _ => return Err(Unreadable),
        })
    }

    /// Parses four hexadecimal digits.
    fn hex(&mut self) -> Result<u32, Unreadable> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.raw().and_then(|byte| char::from(byte).to_digit(16));
            code = code << 4 | digit.ok_or(Unreadable)?;
            self.at += 1;
        }
        Ok(code)
    }

    /// Appends decimal digits to the number `onto` and returns how many there were, at least one.
    fn digits(&mut self, onto: &mut u64) -> Result<i32, Unreadable> {
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = self.raw() {
            let next = onto.checked_mul(10);
            let next = next.and_then(|next| next.checked_add(u64::from(digit - b'0')));
            *onto = next.ok_or(Unreadable)?;
            self.at += 1;
            count += 1;
        }
        if count == 0 {
            Err(Unreadable)
        } else {
            Ok(count)
        }
    }

    /// Consumes a minus sign; returns whether there was one.
    fn sign(&mut self) -> bool {
        let minus = self.raw() == Some(b'-');
        self.at += usize::from(minus);
        minus
    }

    /// Parses a number of at most nineteen digits.
    fn number(&mut self) -> Result<Node, Unreadable> {
        let minus = self.sign();
        let leading_zero = self.raw() == Some(b'0');
        let mut digits = 0;
        if self.digits(&mut digits)? > 1 && leading_zero {
            return Err(Unreadable);
        }
        let mut tens = 0;
        let fraction = self.raw() == Some(b'.');
        if fraction {
            self.at += 1;
            tens -= self.digits(&mut digits)?;
        }
        let power = matches!(self.raw(), Some(b'e' | b'E'));
        if power {
            self.at += 1;
            let down = self.sign();
            self.at += usize::from(!down && self.raw() == Some(b'+'));
            let mut by = 0;
            self.digits(&mut by)?;
            let by = i32::try_from(by).map_err(|_| Unreadable)?;
            tens += if down { -by } else { by };
        }
        // Like other JSON parsers, reads −0 as a float.
        let is_minus_zero = minus && digits == 0;
        if !(fraction || power || is_minus_zero) {
            let whole = i64::try_from(digits).map_err(|_| Unreadable)?;
            return Ok(Node::Whole(if minus { -whole } else { whole }));
        }
        let real = digits as f64;
        let scale = 10_f64.powi(tens.abs());
        let real = if tens < 0 { real / scale } else { real * scale };
        Ok(Node::Real(if minus { -real } else { real }))
    }
}

impl Node {
    /// Returns the node as an integer; object keys are parsed from text.
    fn whole(&self) -> Result<i64, Unreadable> {
        match self {
            Self::Whole(number) => Ok(*number),
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
    fn list(&self) -> Result<Items<'_>, Unreadable> {
        match self {
            Self::List(list) => Ok(Items(list)),
            _ => Err(Unreadable),
        }
    }

    /// Returns the node as map access for serde.
    fn object(&self) -> Result<Fields<'_>, Unreadable> {
        match self {
            Self::Object(object) => Ok(Fields(object, &Self::Null)),
            _ => Err(Unreadable),
        }
    }

    /// Collects the values of these fields in order, ignoring unknown fields; a duplicate field is
    /// an error.
    fn places(&self, fields: &[&str]) -> Result<Places<'_>, Unreadable> {
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
        Ok(Places(places.into_iter()))
    }

    /// Returns the node as an enum variant: a string, or an object of one entry.
    fn variant(&self) -> Result<Variant<'_>, Unreadable> {
        match self {
            Self::Text(_) => Ok(Variant(self, &Self::Null)),
            Self::Object(object) => match object.as_slice() {
                [(key, value)] => Ok(Variant(key, value)),
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
            Node::Yes(yes) => visitor.visit_bool(*yes),
            Node::Whole(number) => visitor.visit_i64(*number),
            Node::Real(number) => visitor.visit_f64(*number),
            Node::Text(text) => visitor.visit_str(text),
            Node::List(list) => visitor.visit_seq(Items(list)),
            Node::Object(object) => visitor.visit_map(Fields(object, &Node::Null)),
        }
    }

    reads!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 => visit_i64 whole);
    reads!(deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 => visit_i64 whole);
    reads!(deserialize_str deserialize_string deserialize_identifier => visit_str text);
    reads!(deserialize_seq => visit_seq list);
    reads!(deserialize_map => visit_map object);

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Node::Yes(yes) => visitor.visit_bool(*yes),
            _ => Err(Unreadable),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self {
            Node::Real(number) => visitor.visit_f64(*number),
            Node::Whole(number) => visitor.visit_f64(*number as f64),
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
        visitor.visit_seq(self.places(fields)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(self.variant()?)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 f32 char bytes byte_buf unit unit_struct }
}

/// Remaining items of a list.
struct Items<'a>(&'a [Node]);

impl<'de> SeqAccess<'de> for Items<'_> {
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
struct Places<'a>(vec::IntoIter<Option<&'a Node>>);

impl<'de> SeqAccess<'de> for Places<'_> {
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
struct Fields<'a>(&'a [(Node, Node)], &'a Node);

impl<'de> MapAccess<'de> for Fields<'_> {
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
struct Variant<'a>(&'a Node, &'a Node);

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Unreadable;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), Unreadable> {
        Ok((seed.deserialize(self.0)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
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
        visitor.visit_seq(self.1.places(fields)?)
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unreadable")
    }
}

impl std::error::Error for Unreadable {}

/// Discards the details of every error.
impl de::Error for Unreadable {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }

    fn missing_field(_: &'static str) -> Self {
        Self
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self
    }
}

#[cfg(test)]
mod tests {
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
    fn same<T: DeserializeOwned + PartialEq + fmt::Debug>(text: &str) {
        let theirs = serde_json::from_str::<T>(text).ok();
        assert_eq!(read::<T>(text).ok(), theirs, "{text}");
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
            same::<String>(text);
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
            same::<u8>(text);
            same::<i64>(text);
            same::<Option<u32>>(text);
            same::<bool>(text);
            same::<f64>(text);
        }
        for text in ["true", "false", "tru", "nul", "null", "truefalse"] {
            same::<Option<bool>>(text);
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
            same::<Vec<u8>>(text);
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
            same::<BTreeMap<i16, u8>>(text);
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
            same::<Shape>(text);
        }
    }

    /// Unknown fields are the only difference from `serde_json`: the server never writes a field that its page does
    /// not know, and refusing such a field would need the names of all fields of all types.
    #[test]
    fn a_field_that_is_not_known_is_passed_over() {
        let text = r#"{"named":{"siez":5}}"#;
        assert!(serde_json::from_str::<Shape>(text).is_err());
        assert_eq!(read::<Shape>(text).ok(), Some(Shape::Named { size: 0 }));
    }

    #[test]
    fn what_lies_too_deep_is_not_read() {
        let nested = |deep: usize| format!("{}{}", "[".repeat(deep), "]".repeat(deep));
        assert!(tree(&nested(DEEPEST)).is_ok());
        assert!(tree(&nested(DEEPEST + 1)).is_err());
        assert!(tree(&nested(100_000)).is_err());
    }
}
