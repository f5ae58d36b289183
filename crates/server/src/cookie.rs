//! The cookies: one for each seat, and how the page is to look.

use app::page::Theme;
use axum::http::{HeaderMap, HeaderValue, header};
use rules::id::TableId;

use crate::token::Token;

/// How long a browser keeps a seat: as long as browsers allow.
const SEAT_LIFE: u32 = 400 * 24 * 60 * 60;
/// How long it keeps a seat at a demonstration.
pub(crate) const DEMO_LIFE: u32 = 24 * 60 * 60;

/// The name of the cookie of a seat. `__Host-` makes the browser insist on https and on no
/// other host having set it.
fn seat_name(table: TableId, secure: bool) -> String {
    if secure {
        format!("__Host-seat-{table}")
    } else {
        format!("seat-{table}")
    }
}

/// The value of a cookie.
fn read<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

/// The token of this browser's seat at a table.
pub(crate) fn seat(headers: &HeaderMap, table: TableId, secure: bool) -> Option<Token> {
    Token::read(read(headers, &seat_name(table, secure))?)
}

/// The header that gives a browser its seat.
pub(crate) fn give_seat(table: TableId, token: &Token, secure: bool, demo: bool) -> HeaderValue {
    let name = seat_name(table, secure);
    let life = if demo { DEMO_LIFE } else { SEAT_LIFE };
    let secure = if secure { "; Secure" } else { "" };
    let text = token.text();
    value(format!(
        "{name}={text}; Path=/; Max-Age={life}; HttpOnly; SameSite=Lax{secure}"
    ))
}

/// How the page is to look.
pub(crate) fn theme(headers: &HeaderMap) -> Theme {
    read(headers, "theme").map_or_else(Theme::default, Theme::of)
}

/// The header that remembers how the page is to look. The page itself reads and sets it too.
pub(crate) fn keep_theme(theme: Theme, secure: bool) -> HeaderValue {
    let word = theme.word();
    let secure = if secure { "; Secure" } else { "" };
    value(format!(
        "theme={word}; Path=/; Max-Age={SEAT_LIFE}; SameSite=Lax{secure}"
    ))
}

/// # Panics
/// Never: these are letters, digits and signs of our own.
fn value(text: String) -> HeaderValue {
    HeaderValue::from_str(&text).expect("a plain header")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SystemChance;

    #[test]
    fn a_seat_comes_back_from_its_cookie() {
        let (table, token) = (TableId(7), Token::mint(&SystemChance));
        for secure in [false, true] {
            let given = give_seat(table, &token, secure, false);
            let given = given.to_str().unwrap_or_default();
            assert!(given.contains("HttpOnly") && given.contains("SameSite=Lax"));
            assert_eq!(
                given.contains("Secure") && given.starts_with("__Host-"),
                secure
            );
            let pair = given.split(';').next().unwrap_or_default();
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, value(format!("theme=dark; {pair}; x=y")));
            assert_eq!(seat(&headers, table, secure), Some(token));
            assert_eq!(seat(&headers, table, !secure), None);
            assert_eq!(seat(&headers, TableId(8), secure), None);
            assert_eq!(theme(&headers), Theme::Dark);
        }
    }
}
