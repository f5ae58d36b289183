//! Cookies: the key of this browser, and its display settings.

use ::cookie::time::Duration;
use ::cookie::{Cookie, CookieBuilder, SameSite};
use app::page::{DeviceSwitch, Theme};
use axum::http::{HeaderMap, HeaderValue, header};
use rules::base::id::TableId;

use crate::auth::token::Token;

/// Time for which a browser keeps a cookie: the longest that browsers allow, counted from its last visit.
const MAX_AGE: Duration = Duration::days(400);

/// Returns the full name of a cookie, with the prefix for secure ones. With the `__Host-` prefix a browser insists on
/// HTTPS and on no other host having set the cookie.
fn prefixed_name(name: &str, secure: bool) -> String {
    let guard = if secure { "__Host-" } else { "" };
    format!("{guard}{name}")
}

/// Returns all cookies of a request.
fn request_cookies(headers: &HeaderMap) -> impl Iterator<Item = Cookie<'_>> {
    let lines = headers.get_all(header::COOKIE).iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(Cookie::split_parse)
        .flatten()
}

/// Returns the value of a request's cookie by its name; `None` if it was not sent.
fn read_cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let found = request_cookies(headers).find(|cookie| cookie.name() == name);
    found.map(|cookie| cookie.value().to_owned())
}

/// Begins a cookie with the attributes that all cookies of this site have.
fn build_cookie<'c>(name: String, value: String, secure: bool) -> CookieBuilder<'c> {
    Cookie::build((name, value))
        .path("/")
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(MAX_AGE)
}

/// Formats a cookie as a header value.
///
/// # Panics
///
/// Never: names and values consist of letters, digits and signs of our own.
fn to_header(cookie: CookieBuilder<'_>) -> HeaderValue {
    let text = cookie.build().to_string();
    HeaderValue::from_str(&text).expect("a plain header")
}

/// Reads the browser's key from the cookie of a request.
pub(crate) fn read_key(headers: &HeaderMap, secure: bool) -> Option<Token> {
    Token::read(&read_cookie(headers, &prefixed_name("coterie", secure))?)
}

/// Returns the header that sets the cookie with the browser's key.
pub(crate) fn key_header(key: &Token, secure: bool) -> HeaderValue {
    to_header(build_cookie(prefixed_name("coterie", secure), key.to_text(), secure).http_only(true))
}

/// Prefix of the first release's cookies, one for each seat.
const OLD_SEAT_PREFIX: &str = "seat-";

/// Reads the cookies of the first release, which hold the tables and the tokens of the seats.
pub(crate) fn read_old_seats(headers: &HeaderMap, secure: bool) -> Vec<(TableId, Token)> {
    let start = prefixed_name(OLD_SEAT_PREFIX, secure);
    let read = |cookie: Cookie<'_>| {
        let table = cookie.name().strip_prefix(&start)?.parse().ok()?;
        Some((table, Token::read(cookie.value())?))
    };
    request_cookies(headers).filter_map(read).collect()
}

/// Returns the header that removes a cookie of the first release.
pub(crate) fn expire_old_seat(table: TableId, secure: bool) -> HeaderValue {
    let name = prefixed_name(&format!("{OLD_SEAT_PREFIX}{table}"), secure);
    to_header(build_cookie(name, String::new(), secure).max_age(Duration::ZERO))
}

/// Reads the color theme from the cookie of a request.
pub(crate) fn read_theme(headers: &HeaderMap) -> Theme {
    read_cookie(headers, "theme").map_or_else(Theme::default, |word| Theme::of(&word))
}

/// Whether a setting of the browser, stored in a cookie, is on.
pub(crate) fn is_switch_on(headers: &HeaderMap, switch: DeviceSwitch) -> bool {
    read_cookie(headers, switch.word()).map_or(switch.is_on_at_first(), |word| word == "on")
}

/// Returns the header that sets the cookie of a browser's setting. The table's page reads the
/// cookie, too.
pub(crate) fn switch_header(switch: DeviceSwitch, on: bool, secure: bool) -> HeaderValue {
    let word = if on { "on" } else { "off" };
    to_header(build_cookie(switch.word().into(), word.into(), secure))
}

/// Returns the header that sets the cookie of the color theme.
pub(crate) fn theme_header(theme: Theme, secure: bool) -> HeaderValue {
    to_header(build_cookie("theme".into(), theme.word().into(), secure))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::SystemChance;

    fn sent(cookies: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let line = HeaderValue::from_str(cookies).expect("a header");
        headers.insert(header::COOKIE, line);
        headers
    }

    #[test]
    fn a_key_comes_back_from_its_cookie() {
        let token = Token::mint(&SystemChance);
        for secure in [false, true] {
            let given = key_header(&token, secure);
            let given = given.to_str().unwrap_or_default();
            for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"] {
                assert!(given.contains(part), "{given}");
            }
            assert!(!given.contains("Domain"));
            let guarded = given.contains("Secure") && given.starts_with("__Host-");
            assert_eq!(guarded, secure);
            let pair = given.split(';').next().unwrap_or_default();
            let headers = sent(&format!("theme=dark; {pair}; x=y"));
            assert_eq!(read_key(&headers, secure), Some(token));
            assert_eq!(read_key(&headers, !secure), None);
            assert_eq!(read_theme(&headers), Theme::Dark);
        }
    }

    #[test]
    fn cookies_of_the_first_release_are_read_and_taken_away() {
        let (table, token) = (TableId(7), Token::mint(&SystemChance));
        let text = token.to_text();
        let headers = sent(&format!(
            "a=b; seat-{table}={text}; seat-7={text}; seat-{table}=x"
        ));
        assert_eq!(read_old_seats(&headers, false), [(table, token)]);
        assert_eq!(read_old_seats(&headers, true), []);
        let guarded = sent(&format!("__Host-seat-{table}={text}"));
        assert_eq!(read_old_seats(&guarded, true), [(table, token)]);
        let gone = expire_old_seat(table, false);
        let gone = gone.to_str().unwrap_or_default();
        assert!(gone.starts_with(&format!("seat-{table}=;")) && gone.contains("Max-Age=0"));
    }
}
