//! Lexer for quick-add lines: words, links between a trait and its number, separators.

/// Lexeme of a quick-add line (typed text that adds combatants), which is a word, a bracket or a
/// separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexeme<'a> {
    /// A word, a number, or a row of dots.
    Word(&'a str),
    /// An opening bracket of any kind.
    Open,
    /// A link between a trait and its number: `:`, `=`, a dash, an arrow, a bar, a tab, a closing bracket.
    Link,
    /// A separator between parts of a line: a comma or semicolon.
    Stop,
}

use crate::base::text::{is_paste_residue, to_ascii_digit, to_plain_char};

/// The times sign, as [`split_line`] writes it in all its spellings.
pub(super) const TIMES: &str = "×";

/// Returns a word in lowercase and plain letters, without punctuation around it, as words are
/// compared.
pub(super) fn fold_word(word: &str) -> String {
    let plain: String = word
        .chars()
        .map(to_plain_char)
        .flat_map(char::to_lowercase)
        .collect();
    let bare = plain.trim_matches(['"', '“', '”', '„', '«', '»', '\'']);
    bare.trim_end_matches(['.', '!', '?']).replace('_', " ")
}

/// Characters for a full dot.
const FULL_DOTS: [char; 12] = ['●', '•', '⬤', '◆', '■', '★', '⚫', '⦁', '∙', '◉', '▪', '⬛'];
/// Characters for an empty dot.
const EMPTY_DOTS: [char; 8] = ['○', '◦', '◇', '□', '☆', '⚪', '◯', '⬜'];

/// Whether a character is a full or empty dot.
pub(super) fn is_dot(c: char) -> bool {
    FULL_DOTS.contains(&c) || EMPTY_DOTS.contains(&c)
}

/// Whether a word is a lone dot, which is a bullet and no number.
pub(super) fn is_bullet(word: &str) -> bool {
    word.chars().count() == 1 && word.chars().all(is_dot)
}

/// Parses a number in a quick-add line, which is digits with an optional sign, or a row of dots, of
/// which the full ones count.
pub(super) fn parse_number(word: &str) -> Option<i32> {
    if word.starts_with(is_dot) {
        let empty = word.trim_start_matches(FULL_DOTS);
        let is_row = !word.is_empty() && empty.chars().all(|c| EMPTY_DOTS.contains(&c));
        let full = word.chars().filter(|c| FULL_DOTS.contains(c)).count();
        return is_row.then(|| i32::try_from(full).ok()).flatten();
    }
    fold_word(word).parse().ok()
}

/// Splits a line into lexemes, without a list bullet or number before it.
pub(super) fn split_line(line: &str) -> Vec<Lexeme<'_>> {
    let line = strip_list_mark(line);
    let (mut pieces, mut start) = (Vec::new(), 0);
    let mut before = ' ';
    let mut all = line.char_indices().peekable();
    while let Some((at, c)) = all.next() {
        let next = all.peek().map_or(' ', |(_, next)| *next);
        let end = at.saturating_add(c.len_utf8());
        let ends = match to_plain_char(c) {
            ' ' | '`' => Some(None),
            '\t' => Some(Some(Lexeme::Link)),
            c if c.is_whitespace() => Some(None),
            ',' | ';' => Some(Some(Lexeme::Stop)),
            '(' | '[' | '{' | '【' => Some(Some(Lexeme::Open)),
            ')' | ']' | '}' | '】' | ':' | '=' | '|' | '│' | '→' | '⇒' | '…' => {
                Some(Some(Lexeme::Link))
            }
            '.' if before == '.' || next == '.' => Some(Some(Lexeme::Link)),
            '×' | '✕' | '✖' | '⨯' | '⨉' => Some(Some(Lexeme::Word(TIMES))),
            '*' if before == '*' || next == '*' => Some(None),
            '*' if to_ascii_digit(before).is_some() || to_ascii_digit(next).is_some() => {
                Some(Some(Lexeme::Word(TIMES)))
            }
            '*' if before.is_whitespace() && next.is_whitespace() => {
                Some(Some(Lexeme::Word(TIMES)))
            }
            '*' => Some(None),
            _ if is_dot(c) != is_dot(before) && start < at => {
                push_word(line.get(start..at), &mut pieces);
                start = at;
                None
            }
            _ => None,
        };
        if let Some(piece) = ends {
            push_word(line.get(start..at), &mut pieces);
            pieces.extend(piece);
            start = end;
        }
        before = c;
    }
    push_word(line.get(start..), &mut pieces);
    pieces
}

/// Adds a word; dashes that stand alone become a link.
fn push_word<'a>(word: Option<&'a str>, pieces: &mut Vec<Lexeme<'a>>) {
    let Some(word) = word.filter(|word| !word.is_empty()) else {
        return;
    };
    let is_dash = |c: char| {
        matches!(
            c,
            '-' | '–' | '—' | '−' | '~' | '>' | '/' | '_' | '·' | '.' | '#'
        )
    };
    pieces.push(match word.chars().all(is_dash) {
        true => Lexeme::Link,
        false => Lexeme::Word(word.trim_matches('_')),
    });
}

/// Strips the marks of a list, quotation or heading from a line: `- `, `1. `, `2) `, `> `, `## `, `[x] `.
fn strip_list_mark(line: &str) -> &str {
    let mut line = line.trim();
    loop {
        let Some((head, rest)) = line.split_once(char::is_whitespace) else {
            return line;
        };
        let rest = rest.trim_start();
        let is_bullet = is_bullet(head)
            || matches!(
                head,
                "-" | "*" | "+" | "–" | "—" | "·" | "‣" | "⁃" | ">" | "[]" | "[x]" | "[X]" | "[ ]"
            )
            || (!head.is_empty() && head.chars().all(|c| c == '#'));
        let numbered = head.trim_start_matches('(');
        let numbered = numbered.strip_suffix(['.', ')', '．', '）', '、']);
        let is_numbered = numbered
            .is_some_and(|no| !no.is_empty() && no.chars().all(|c| to_ascii_digit(c).is_some()));
        if let Some(rest) = line.strip_prefix("[ ]") {
            line = rest.trim_start();
        } else if is_bullet || is_numbered {
            line = rest;
        } else {
            return line;
        }
    }
}

/// Returns the lines of a text that contain words, without invisible characters that came with a copy.
pub(super) fn nonempty_lines(text: &str) -> Vec<String> {
    let came_along = |c: char| !c.is_whitespace() && is_paste_residue(c);
    let seen: String = text.chars().filter(|c| !came_along(*c)).collect();
    let ends = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    let lines = seen.split(ends).map(str::trim);
    let said = |line: &&str| {
        split_line(line)
            .iter()
            .any(|piece| matches!(piece, Lexeme::Word(_)))
    };
    lines.filter(said).map(str::to_owned).collect()
}
