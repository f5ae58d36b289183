//! Lines of a description, and where a part of it stands.

/// A line of a description, without the blanks around it.
pub(super) struct Segment<'a> {
    /// The number of the line from 1, not counting empty ones.
    pub(super) number: u32,
    /// The line.
    pub(super) text: &'a str,
}

/// Whether a character is a quotation mark.
pub(crate) const fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

/// Splits a text at the characters that `splits` accepts outside of quotation marks. Quotation marks end with the line.
pub(crate) fn split_unquoted(text: &str, splits: impl Fn(char) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut quoted, mut start) = (false, 0);
    for (at, c) in text.char_indices() {
        quoted = c != '\n' && quoted != is_quote(c);
        if splits(c) && !quoted {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at.saturating_add(c.len_utf8());
        }
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts
}

/// Splits a description into its lines, without empty ones.
pub(super) fn split_lines(text: &str) -> Vec<Segment<'_>> {
    let lines = split_unquoted(text, |c| matches!(c, '\n' | ';' | '·'));
    let lines = lines.into_iter().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    (1..)
        .zip(lines)
        .map(|(number, text)| Segment { number, text })
        .collect()
}

/// Returns the first byte of a part of a text, and the byte after its last.
pub(crate) fn find_part(text: &str, part: &str) -> (u32, u32) {
    let part = part.trim();
    let start = part.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let number = |at: usize| u32::try_from(at.min(text.len())).unwrap_or(u32::MAX);
    (number(start), number(start.saturating_add(part.len())))
}

/// Splits a text into its last word, if that is a number, and what stands before it.
pub(crate) fn split_number(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let (before, last) = text.rsplit_once(' ').unwrap_or(("", text));
    match last.chars().all(|c| c.is_ascii_digit()) && !last.is_empty() {
        true => (before.trim(), Some(last)),
        false => (text, None),
    }
}
