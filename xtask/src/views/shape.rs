//! The shape of the `view!` blocks of a file: what stands inside what, and what hangs on which line.

use super::lex::{Kind, Token, tokens};

/// What a range of tokens is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nodes between the braces of `view! { … }`.
    View,
    /// Nodes between a tag and its closing tag.
    Children,
    /// Attributes of a tag.
    Attributes,
    /// Rust between brackets.
    Code,
}

/// Tokens `from..=to` stand inside; the last one closes. All are indices.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) what: What,
    /// The token the range hangs on: what is inside is indented from the line of this one.
    pub(super) anchor: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Where nodes or attributes begin.
    pub(super) parts: Vec<usize>,
}

/// A file cut into tokens and ranges, outer ranges before inner ones.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) ranges: Vec<Range>,
}

/// Tags that stand alone, as in HTML.
const ALONE: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Words after which something has to follow in an expression.
const NOT_YET: [&str; 15] = [
    "as", "async", "dyn", "else", "for", "if", "in", "let", "loop", "match", "move", "mut", "ref",
    "return", "while",
];

/// Words that may follow what is whole, unless they are the name of an attribute.
const AND_ON: [&str; 3] = ["as", "else", "in"];

impl<'a> Shape<'a> {
    /// Reads a file.
    pub(super) fn of(text: &'a str) -> Self {
        let mut shape = Self {
            text,
            tokens: tokens(text),
            ranges: Vec::new(),
        };
        let mut at = 0;
        while at < shape.tokens.len() {
            at = shape.view(at).unwrap_or(at + 1);
        }
        shape
    }

    /// The words of a token; nothing beyond the last one.
    pub(super) fn word(&self, at: usize) -> &'a str {
        let token = self.tokens.get(at);
        token.map_or("", |token| &self.text[token.from..token.to])
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether nothing stands between a token and the one before it.
    fn joined(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).map(|token| token.from) == Some(self.tokens[at - 1].to)
    }

    fn begin(&mut self, what: What, anchor: usize, from: usize) -> usize {
        self.ranges.push(Range {
            what,
            anchor,
            from,
            to: from,
            parts: Vec::new(),
        });
        self.ranges.len() - 1
    }

    /// A `view! { … }`, if one begins here. Answers with what comes after it, as all of these do.
    fn view(&mut self, at: usize) -> Option<usize> {
        let is_view =
            self.word(at) == "view" && self.word(at + 1) == "!" && self.word(at + 2) == "{";
        if !is_view {
            return None;
        }
        let range = self.begin(What::View, at + 2, at + 3);
        let end = self.nodes(range, at + 3);
        self.ranges[range].to = end;
        Some(end + 1)
    }

    /// Nodes up to what closes them: a closing tag or a bracket.
    fn nodes(&mut self, range: usize, mut at: usize) -> usize {
        while let Some(kind) = self.kind(at) {
            let is_tag = self.word(at) == "<";
            if kind == Kind::Close || is_tag && self.word(at + 1) == "/" {
                break;
            }
            self.ranges[range].parts.push(at);
            at = match kind {
                Kind::Open => self.code(at),
                _ if is_tag => self.element(at),
                _ => at + 1,
            };
        }
        at
    }

    /// From `<` to behind the closing tag.
    fn element(&mut self, open: usize) -> usize {
        let mut at = open + 1;
        let name = self.word(at);
        if self.word(at) != ">" {
            at += 1;
            while self.joined(at) && !matches!(self.word(at), ">" | "/") {
                at += 1;
            }
        }
        let range = self.begin(What::Attributes, open, open + 1);
        while self.kind(at).is_some() && !self.ends_tag(at) {
            self.ranges[range].parts.push(at);
            at = self.attribute(at);
        }
        self.ranges[range].to = at;
        if self.word(at) == "/" {
            return at + 2;
        }
        if ALONE.contains(&name) {
            return at + 1;
        }
        let range = self.begin(What::Children, open, at + 1);
        let mut end = self.nodes(range, at + 1);
        self.ranges[range].to = end;
        while self.kind(end).is_some() && self.word(end) != ">" {
            end += 1;
        }
        end + 1
    }

    /// Whether a tag ends here, with `>` or `/>`.
    fn ends_tag(&self, at: usize) -> bool {
        match self.word(at) {
            "/" => self.word(at + 1) == ">",
            // Not the end of an arrow or a comparison.
            ">" => !(self.joined(at) && matches!(self.word(at - 1), "-" | "=")),
            _ => false,
        }
    }

    /// One attribute: a name, perhaps with a value, or something in braces.
    fn attribute(&mut self, mut at: usize) -> usize {
        match self.kind(at) {
            Some(Kind::Open) => return self.code(at),
            Some(Kind::Comment) => return at + 1,
            _ => at += 1,
        }
        while self.joined(at) && self.word(at) != "=" && !self.ends_tag(at) {
            at += 1;
        }
        if self.word(at) == "=" {
            at = self.value(at + 1);
        }
        at
    }

    /// The value of an attribute: an expression, which ends where two of its parts would stand side by
    /// side without a sign between them.
    fn value(&mut self, mut at: usize) -> usize {
        let mut whole = false;
        while let Some(kind) = self.kind(at) {
            if self.ends_tag(at) {
                break;
            }
            let word = self.word(at);
            let and_on = AND_ON.contains(&word) && self.word(at + 1) != "=";
            match kind {
                Kind::Word | Kind::Text if whole && !and_on => break,
                Kind::Open if whole && self.word(at + 1) == "." && self.word(at + 2) == "." => {
                    break;
                }
                Kind::Comment => at += 1,
                Kind::Open => {
                    at = self.code(at);
                    whole = true;
                }
                Kind::Sign if word == "<" && self.word(at - 1) == ":" => {
                    at = self.generics(at);
                    whole = true;
                }
                Kind::Sign => {
                    at += 1;
                    // Only a question mark ends a part.
                    whole = word == "?";
                }
                _ => match self.view(at) {
                    Some(after) => (at, whole) = (after, true),
                    None => (at, whole) = (at + 1, !NOT_YET.contains(&word)),
                },
            }
        }
        at
    }

    /// From `<` to behind the `>` of `::<…>`.
    fn generics(&self, mut at: usize) -> usize {
        let mut depth = 0_usize;
        while self.kind(at).is_some() {
            match self.word(at) {
                "<" => depth += 1,
                ">" => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                break;
            }
        }
        at
    }

    /// Rust from a bracket to behind the bracket that closes it.
    fn code(&mut self, open: usize) -> usize {
        let range = self.begin(What::Code, open, open + 1);
        let mut at = open + 1;
        while let Some(kind) = self.kind(at) {
            at = match kind {
                Kind::Close => break,
                Kind::Open => self.code(at),
                _ => self.view(at).unwrap_or(at + 1),
            };
        }
        self.ranges[range].to = at;
        at + 1
    }
}
