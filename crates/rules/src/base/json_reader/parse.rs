//! Parser of JSON text into a tree.

use super::node::{Node, Unreadable};

/// Maximum nesting depth of lists and objects.
pub(super) const MAX_DEPTH: usize = 128;

/// Parses the whole text into a tree.
pub(super) fn parse_tree(text: &str) -> Result<Node, Unreadable> {
    let mut cursor = Cursor { text, at: 0 };
    let node = cursor.parse_value(MAX_DEPTH)?;
    match cursor.peek_token() {
        None => Ok(node),
        Some(_) => Err(Unreadable),
    }
}

/// Position of the JSON parser in the text it reads.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    /// Returns the next byte without skipping white space.
    fn peek_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and returns the next byte.
    fn peek_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek_byte() {
            self.at += 1;
        }
        self.peek_byte()
    }

    /// Skips white space and consumes `byte` if it is next; returns whether it was.
    fn take_byte(&mut self, byte: u8) -> bool {
        let is = self.peek_token() == Some(byte);
        self.at += usize::from(is);
        is
    }

    /// Consumes the next byte of the JSON text, which must be `byte`.
    fn expect_byte(&mut self, byte: u8) -> Result<(), Unreadable> {
        if self.take_byte(byte) {
            Ok(())
        } else {
            Err(Unreadable)
        }
    }

    /// Consumes the literal `word` and returns `node` for it.
    fn parse_literal(&mut self, word: &str, node: Node) -> Result<Node, Unreadable> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if !rest.starts_with(word) {
            return Err(Unreadable);
        }
        self.at += word.len();
        Ok(node)
    }

    /// Parses a value of any type, at most `depth` levels deep.
    fn parse_value(&mut self, depth: usize) -> Result<Node, Unreadable> {
        let depth = depth.checked_sub(1).ok_or(Unreadable)?;
        match self.peek_token().ok_or(Unreadable)? {
            b'n' => self.parse_literal("null", Node::Null),
            b't' => self.parse_literal("true", Node::Bool(true)),
            b'f' => self.parse_literal("false", Node::Bool(false)),
            b'"' => self.parse_string().map(Node::Text),
            b'[' => {
                self.at += 1;
                let mut list = Vec::new();
                if !self.take_byte(b']') {
                    loop {
                        list.push(self.parse_value(depth)?);
                        if self.take_byte(b']') {
                            break;
                        }
                        self.expect_byte(b',')?;
                    }
                }
                Ok(Node::List(list))
            }
            b'{' => {
                self.at += 1;
                let mut object = Vec::new();
                if !self.take_byte(b'}') {
                    loop {
                        self.peek_token();
                        let key = Node::Text(self.parse_string()?);
                        self.expect_byte(b':')?;
                        object.push((key, self.parse_value(depth)?));
                        if self.take_byte(b'}') {
                            break;
                        }
                        self.expect_byte(b',')?;
                    }
                }
                Ok(Node::Object(object))
            }
            _ => self.parse_number(),
        }
    }

    /// Parses a quoted string; the cursor is at the opening quote.
    fn parse_string(&mut self) -> Result<String, Unreadable> {
        if self.peek_byte() != Some(b'"') {
            return Err(Unreadable);
        }
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while !matches!(self.peek_byte(), None | Some(b'"' | b'\\' | 0..0x20)) {
                self.at += 1;
            }
            out.push_str(self.text.get(start..self.at).ok_or(Unreadable)?);
            let end = self.peek_byte();
            self.at += 1;
            match end {
                Some(b'"') => return Ok(out),
                Some(b'\\') => out.push(self.parse_escape()?),
                _ => return Err(Unreadable),
            }
        }
    }

    /// Parses an escape sequence; the cursor is after the backslash.
    fn parse_escape(&mut self) -> Result<char, Unreadable> {
        let byte = self.peek_byte().ok_or(Unreadable)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.parse_hex4()?;
                // A surrogate pair encodes one character.
                let code = if (0xd800..0xdc00).contains(&first) {
                    self.parse_literal("\\u", Node::Null)?;
                    let second = self.parse_hex4()?.wrapping_sub(0xdc00);
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

    /// Parses the four hexadecimal digits of a JSON `\u` escape.
    fn parse_hex4(&mut self) -> Result<u32, Unreadable> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self
                .peek_byte()
                .and_then(|byte| char::from(byte).to_digit(16));
            code = code << 4 | digit.ok_or(Unreadable)?;
            self.at += 1;
        }
        Ok(code)
    }

    /// Appends decimal digits to the number `onto` and returns how many there were, at least one.
    fn parse_digits(&mut self, onto: &mut u64) -> Result<i32, Unreadable> {
        let mut count = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek_byte() {
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
    fn take_minus(&mut self) -> bool {
        let minus = self.peek_byte() == Some(b'-');
        self.at += usize::from(minus);
        minus
    }

    /// Parses a number of at most nineteen digits.
    fn parse_number(&mut self) -> Result<Node, Unreadable> {
        let minus = self.take_minus();
        let leading_zero = self.peek_byte() == Some(b'0');
        let mut digits = 0;
        if self.parse_digits(&mut digits)? > 1 && leading_zero {
            return Err(Unreadable);
        }
        let mut tens = 0;
        let fraction = self.peek_byte() == Some(b'.');
        if fraction {
            self.at += 1;
            tens -= self.parse_digits(&mut digits)?;
        }
        let power = matches!(self.peek_byte(), Some(b'e' | b'E'));
        if power {
            self.at += 1;
            let down = self.take_minus();
            self.at += usize::from(!down && self.peek_byte() == Some(b'+'));
            let mut by = 0;
            self.parse_digits(&mut by)?;
            let by = i32::try_from(by).map_err(|_| Unreadable)?;
            tens += if down { -by } else { by };
        }
        // Like other JSON parsers, reads −0 as a float.
        let is_minus_zero = minus && digits == 0;
        if !(fraction || power || is_minus_zero) {
            let whole = i64::try_from(digits).map_err(|_| Unreadable)?;
            return Ok(Node::Integer(if minus { -whole } else { whole }));
        }
        let real = digits as f64;
        let scale = 10_f64.powi(tens.abs());
        let real = if tens < 0 { real / scale } else { real * scale };
        Ok(Node::Float(if minus { -real } else { real }))
    }
}
