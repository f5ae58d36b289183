//! Lexer for Rust text: tokens with their positions, in no more detail than the formatting of `view!` blocks needs.

/// Kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An opening bracket: `(`, `[` or `{`.
    Open,
    /// A closing bracket: `)`, `]` or `}`.
    Close,
    /// A quoted literal of any kind.
    Text,
    Comment,
    /// A name, a keyword or a number.
    Word,
    /// Any other single character.
    Sign,
}

/// A token: its byte range in the text, and its first and last line (both from 0).
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) line: usize,
    pub(super) last: usize,
}

/// Splits a text into tokens. Text that does not compile is split somehow.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 0);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            line += usize::from(first == '\n');
            at += first.len_utf8();
            continue;
        }
        let (kind, length) = token(&text[at..], first);
        let last = line + text[at..at + length].matches('\n').count();
        tokens.push(Token {
            kind,
            from: at,
            to: at + length,
            line,
            last,
        });
        (at, line) = (at + length, last);
    }
    tokens
}

/// Returns the kind and the length of the first token of a text.
fn token(text: &str, first: char) -> (Kind, usize) {
    match first {
        '(' | '[' | '{' => (Kind::Open, 1),
        ')' | ']' | '}' => (Kind::Close, 1),
        '"' => (Kind::Text, quoted(text, '"')),
        '\'' => apostrophe(text),
        '/' if text.starts_with("//") => (Kind::Comment, text.find('\n').unwrap_or(text.len())),
        '/' if text.starts_with("/*") => (Kind::Comment, block(text)),
        _ if first.is_alphanumeric() || first == '_' => {
            let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
            let word = end.unwrap_or(text.len());
            match raw(text, word) {
                Some(length) => (Kind::Text, length),
                None => (Kind::Word, word),
            }
        }
        _ => (Kind::Sign, first.len_utf8()),
    }
}

/// Returns the length of a literal that begins after `word` bytes of prefix, such as `br#"…"#`; `None` if there is
/// none.
fn raw(text: &str, word: usize) -> Option<usize> {
    let (prefix, rest) = text.split_at(word);
    if matches!(prefix, "b" | "c") && rest.starts_with('"') {
        return Some(word + quoted(rest, '"'));
    }
    if prefix == "b" && rest.starts_with('\'') {
        return Some(word + quoted(rest, '\''));
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
fn apostrophe(text: &str) -> (Kind, usize) {
    let mut inside = text.chars().skip(1);
    match (inside.next(), inside.next()) {
        (Some('\\'), _) | (_, Some('\'')) => (Kind::Text, quoted(text, '\'')),
        _ => (Kind::Sign, 1),
    }
}

/// Returns the length of a literal that begins with its quote.
fn quoted(text: &str, quote: char) -> usize {
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
fn block(text: &str) -> usize {
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
        let found = tokens(text);
        let words: Vec<&str> = found.iter().map(|t| &text[t.from..t.to]).collect();
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
        assert_eq!(found[10].kind, Kind::Comment);
        assert_eq!((found[11].line, found[11].last), (1, 1));
    }
}
