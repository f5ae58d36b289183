//! Parser for `view!` blocks: finds the nested ranges of a file and the token that each is anchored to.

use super::lexer::{Token, TokenKind, tokenize};

/// Kind of a range of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RangeKind {
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
pub(super) struct TokenRange {
    pub(super) kind: RangeKind,
    /// Anchor of the range: its contents are indented relative to the line of this token.
    pub(super) anchor: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Tokens at which nodes or attributes begin.
    pub(super) parts: Vec<usize>,
}

/// A file as tokens and ranges, with outer ranges before inner ones.
#[derive(Debug)]
pub(super) struct Shape<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) ranges: Vec<TokenRange>,
}

/// Tags without a closing tag, as in HTML.
const VOID_TAGS: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Words after which an expression continues.
const PREFIX_WORDS: [&str; 15] = [
    "as", "async", "dyn", "else", "for", "if", "in", "let", "loop", "match", "move", "mut", "ref",
    "return", "while",
];

/// Words that continue a complete expression, unless they are the name of an attribute.
const INFIX_WORDS: [&str; 3] = ["as", "else", "in"];

impl<'a> Shape<'a> {
    /// Parses a Rust file.
    pub(super) fn parse(text: &'a str) -> Self {
        let mut shape = Self {
            text,
            tokens: tokenize(text),
            ranges: Vec::new(),
        };
        let mut at = 0;
        while at < shape.tokens.len() {
            at = shape.parse_view(at).unwrap_or(at + 1);
        }
        shape
    }

    /// Returns the text of a token; empty after the last one.
    pub(super) fn token_text(&self, at: usize) -> &'a str {
        let token = self.tokens.get(at);
        token.map_or("", |token| &self.text[token.start..token.end])
    }

    /// Returns the kind of a token; `None` after the last one.
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Whether a token follows the one before it without white space.
    fn is_adjacent(&self, at: usize) -> bool {
        at > 0 && self.tokens.get(at).map(|token| token.start) == Some(self.tokens[at - 1].end)
    }

    /// Adds an empty range and returns its index.
    fn begin_range(&mut self, what: RangeKind, anchor: usize, from: usize) -> usize {
        self.ranges.push(TokenRange {
            kind: what,
            anchor,
            start: from,
            end: from,
            parts: Vec::new(),
        });
        self.ranges.len() - 1
    }

    /// Parses a `view! { … }` if one begins here. Returns the token after it, as all parsers below do.
    fn parse_view(&mut self, at: usize) -> Option<usize> {
        let is_view = self.token_text(at) == "view"
            && self.token_text(at + 1) == "!"
            && self.token_text(at + 2) == "{";
        if !is_view {
            return None;
        }
        let range = self.begin_range(RangeKind::View, at + 2, at + 3);
        let end = self.parse_nodes(range, at + 3);
        self.ranges[range].end = end;
        Some(end + 1)
    }

    /// Parses nodes up to a closing tag or bracket.
    fn parse_nodes(&mut self, range: usize, mut at: usize) -> usize {
        while let Some(kind) = self.kind(at) {
            let is_tag = self.token_text(at) == "<";
            if kind == TokenKind::Close || is_tag && self.token_text(at + 1) == "/" {
                break;
            }
            self.ranges[range].parts.push(at);
            at = match kind {
                TokenKind::Open => self.parse_code(at),
                _ if is_tag => self.parse_element(at),
                _ => at + 1,
            };
        }
        at
    }

    /// Parses an element from `<` to after its closing tag.
    fn parse_element(&mut self, open: usize) -> usize {
        let mut at = open + 1;
        let name = self.token_text(at);
        if self.token_text(at) != ">" {
            at += 1;
            while self.is_adjacent(at) && !matches!(self.token_text(at), ">" | "/") {
                at += 1;
            }
        }
        let range = self.begin_range(RangeKind::Attributes, open, open + 1);
        while self.kind(at).is_some() && !self.ends_tag(at) {
            self.ranges[range].parts.push(at);
            at = self.parse_attribute(at);
        }
        self.ranges[range].end = at;
        if self.token_text(at) == "/" {
            return at + 2;
        }
        if VOID_TAGS.contains(&name) {
            return at + 1;
        }
        let range = self.begin_range(RangeKind::Children, open, at + 1);
        let mut end = self.parse_nodes(range, at + 1);
        self.ranges[range].end = end;
        while self.kind(end).is_some() && self.token_text(end) != ">" {
            end += 1;
        }
        end + 1
    }

    /// Whether a tag ends here, with `>` or `/>`.
    fn ends_tag(&self, at: usize) -> bool {
        match self.token_text(at) {
            "/" => self.token_text(at + 1) == ">",
            // Not the end of an arrow or a comparison.
            ">" => !(self.is_adjacent(at) && matches!(self.token_text(at - 1), "-" | "=")),
            _ => false,
        }
    }

    /// Parses one attribute: a name with or without a value, or something in braces.
    fn parse_attribute(&mut self, mut at: usize) -> usize {
        match self.kind(at) {
            Some(TokenKind::Open) => return self.parse_code(at),
            Some(TokenKind::Comment) => return at + 1,
            _ => at += 1,
        }
        while self.is_adjacent(at) && self.token_text(at) != "=" && !self.ends_tag(at) {
            at += 1;
        }
        if self.token_text(at) == "=" {
            at = self.parse_value(at + 1);
        }
        at
    }

    /// Parses the value of an attribute: an expression, which ends where two complete parts would follow each other
    /// without an operator.
    fn parse_value(&mut self, mut at: usize) -> usize {
        let mut whole = false;
        while let Some(kind) = self.kind(at) {
            if self.ends_tag(at) {
                break;
            }
            let word = self.token_text(at);
            let and_on = INFIX_WORDS.contains(&word) && self.token_text(at + 1) != "=";
            match kind {
                TokenKind::Word | TokenKind::Literal if whole && !and_on => break,
                TokenKind::Open
                    if whole
                        && self.token_text(at + 1) == "."
                        && self.token_text(at + 2) == "." =>
                {
                    break;
                }
                TokenKind::Comment => at += 1,
                TokenKind::Open => {
                    at = self.parse_code(at);
                    whole = true;
                }
                TokenKind::Punctuation if word == "<" && self.token_text(at - 1) == ":" => {
                    at = self.skip_generics(at);
                    whole = true;
                }
                TokenKind::Punctuation => {
                    at += 1;
                    // Of all operators, only `?` completes an expression.
                    whole = word == "?";
                }
                _ => match self.parse_view(at) {
                    Some(after) => (at, whole) = (after, true),
                    None => (at, whole) = (at + 1, !PREFIX_WORDS.contains(&word)),
                },
            }
        }
        at
    }

    /// Skips from `<` to after the `>` of `::<…>`.
    fn skip_generics(&self, mut at: usize) -> usize {
        let mut depth = 0_usize;
        while self.kind(at).is_some() {
            match self.token_text(at) {
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
    fn parse_code(&mut self, open: usize) -> usize {
        let range = self.begin_range(RangeKind::Code, open, open + 1);
        let mut at = open + 1;
        while let Some(kind) = self.kind(at) {
            at = match kind {
                TokenKind::Close => break,
                TokenKind::Open => self.parse_code(at),
                _ => self.parse_view(at).unwrap_or(at + 1),
            };
        }
        self.ranges[range].end = at;
        at + 1
    }
}
