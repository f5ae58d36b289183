//! Lexer for Rust text: tokens with their positions, in no more detail than the formatting of `view!` blocks needs.

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// An opening bracket: `(`, `[` or `{`.
    Open,
    /// A closing bracket: `)`, `]` or `}`.
    Close,
    /// A quoted literal of any kind.
    Literal,
    Comment,
    /// A name, a keyword or a number.
    Word,
    /// Any other single character.
    Punctuation,
}

/// A token: its byte range in the text, and its first and last line (both from 0).
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) line: usize,
    pub(super) last_line: usize,
}

/// Splits a text into tokens. Text that does not compile is split somehow.
pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 0);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            line += usize::from(first == '\n');
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = first_token(&text[at..], first);
        let last = line + text[at..at + length].matches('\n').count();
        tokens.push(Token {
            kind,
            start: at,
            end: at + length,
            line,
            last_line: last,
        });
        (at, line) = (at + length, last);
    }
    tokens
}

/// Returns the kind and the length of the first token of a text.
fn first_token(text: &str, first: char) -> (TokenKind, usize) {
    match first {
        '(' | '[' | '{' => (TokenKind::Open, 1),
        ')' | ']' | '}' => (TokenKind::Close, 1),
        '"' => (TokenKind::Literal, quoted_len(text, '"')),
        '\'' => char_or_lifetime(text),
        '/' if text.starts_with("//") => {
            (TokenKind::Comment, text.find('\n').unwrap_or(text.len()))
        }
        '/' if text.starts_with("/*") => (TokenKind::Comment, block_comment_len(text)),
        _ if first.is_alphanumeric() || first == '_' => {
            let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
            let word = end.unwrap_or(text.len());
            match prefixed_literal_len(text, word) {
                Some(length) => (TokenKind::Literal, length),
                None => (TokenKind::Word, word),
            }
        }
        _ => (TokenKind::Punctuation, first.len_utf8()),
    }
}

/// Returns the length of a literal that begins after `word` bytes of prefix, such as `br#"…"#`; `None` if there is
/// none.
fn prefixed_literal_len(text: &str, word: usize) -> Option<usize> {
    let (prefix, rest) = text.split_at(word);
    if matches!(prefix, "b" | "c") && rest.starts_with('"') {
        return Some(word + quoted_len(rest, '"'));
    }
    if prefix == "b" && rest.starts_with('\'') {
        return Some(word + quoted_len(rest, '\''));
    }
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    if !matches!(prefix, "r" | "br" | "cr") || !rest[hashes..].starts_with('"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let inside = word + hashes + 1;
    let length = text[inside..].find(&end);
    Some(length.map_or(text.len(), |length| inside + length + end.len()))
}

/// Returns the token that begins with an apostrophe: a character literal, or the apostrophe of a lifetime or label.
fn char_or_lifetime(text: &str) -> (TokenKind, usize) {
    let mut inside = text.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), _) | (_, Some('\'')) => (TokenKind::Literal, quoted_len(text, '\'')),
        _ => (TokenKind::Punctuation, 1),
    }
}

/// Returns the length of a literal that begins with its quote.
fn quoted_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a block comment, which may nest.
fn block_comment_len(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_comments_are_one_token_each() {
        let text = r####"a "b\"c" 'd' '\'' 'e: br#"f"g"# r"h" b'i' // j "k
            /* l /* m */ n */ o1.5 “p”"####;
        let found = tokenize(text);
        let words: Vec<&str> = found.iter().map(|t| &text[t.start..t.end]).collect();
        let expected = [
            "a",
            r#""b\"c""#,
            "'d'",
            r"'\''",
            "'",
            "e",
            ":",
            r##"br#"f"g"#"##,
            r#"r"h""#,
            "b'i'",
            "// j \"k",
            "/* l /* m */ n */",
            "o1",
            ".",
            "5",
            "“",
            "p",
            "”",
        ];
        assert_eq!(words, expected);
        assert_eq!(found[10].kind, TokenKind::Comment);
        assert_eq!((found[11].line, found[11].last_line), (1, 1));
    }
}
