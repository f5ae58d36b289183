//! Parser of JSON text into a tree.

use super::node::{Node, Unreadable};

/// Maximum nesting depth of lists and objects.
pub(super) const DEEPEST: usize = 128;

/// Parses the whole text into a tree.
pub(super) fn tree(text: &str) -> Result<Node, Unreadable> {
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
