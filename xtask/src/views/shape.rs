//! Parser for `view!` blocks: finds the nested ranges of a file and the token that each is anchored to.

use super::lex::{Kind, Token, tokens};

/// Kind of a range of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Nodes between the braces of `view! { … }`.
    View,
    /// Nodes between a tag and its closing tag.
    Children,
    /// Attributes of a tag.
    Attributes,
    /// Rust code between brackets.
    Code,
}

/// Inclusive range of tokens, the last of which is the closing one. All positions are token indexes.
#[derive(Clone, Debug)]
pub(super) struct Range {
    pub(super) what: What,
    /// Anchor of the range: its contents are indented relative to the line of this token.
    pub(super) anchor: usize,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Tokens at which nodes or attributes begin.
    pub(super) parts: Vec<usize>,
}

/// A file as tokens and ranges, with outer ranges before inner ones.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) ranges: Vec<Range>,
}

/// Tags without a closing tag, as in HTML.
const ALONE: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Words after which an expression continues.
const NOT_YET: [&str; 15] = [
    "as", "async", "dyn", "else", "for", "if", "in", "let", "loop", "match", "move", "mut", "ref",
    "return", "while",
];

/// Words that continue a complete expression, unless they are the name of an attribute.
const AND_ON: [&str; 3] = ["as", "else", "in"];

impl<'a> Shape<'a> {
    /// Parses a Rust file.
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

    /// Returns the text of a token; empty after the last one.
    pub(super) fn word(&self, at: usize) -> &'a str {
        let token = self.tokens.get(at);
        token.map_or("", |token| &self.text[token.from..token.to])
    }

    /// Returns the kind of a token; `None` after the last one.
    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether a token follows the one before it without white space.
    fn joined(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).map(|token| token.from) == Some(self.tokens[at - 1].to)
    }

    /// Adds an empty range and returns its index.
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

    /// Parses a `view! { … }` if one begins here. Returns the token after it, as all parsers below do.
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

    /// Parses nodes up to a closing tag or bracket.
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

    /// Parses an element from `<` to after its closing tag.
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

    /// Parses one attribute: a name with or without a value, or something in braces.
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

    /// Parses the value of an attribute: an expression, which ends where two complete parts would follow each other
    /// without an operator.
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
                    // Of all operators, only `?` completes an expression.
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

    /// Skips from `<` to after the `>` of `::<…>`.
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

    /// Parses Rust code from a bracket to after its closing bracket.
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
