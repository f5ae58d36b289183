//! Identifies the browser of a request: it sends one key, however many seats it holds.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use rules::base::id::TableId;

use crate::App;
use crate::auth::cookie;
use crate::auth::token::{Token, TokenHash};
use crate::http::error::HttpError;
use crate::store::{Seat, StoreError};

/// Most cookies of the first release exchanged with one response: each adds a header line, and proxies accept only so
/// many. The next visit exchanges the rest.
const MAX_EXCHANGED: usize = 24;

/// Browser that sent a request; put into every request by [`recognize`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Browser {
    /// Key that the browser sent, or is about to get in exchange for older cookies.
    key: Option<Token>,
    /// Whether the browser has sent its key, and so surely has it.
    has_sent_key: bool,
    /// Whether the request came over HTTPS.
    secure: bool,
}

impl Browser {
    /// Returns the hash under which the store knows the browser; `None` when it has never had a seat.
    pub(crate) fn key_hash(&self) -> Option<TokenHash> {
        self.key.as_ref().map(Token::hash)
    }

    /// Whether the browser sent no key, because it was never here, or keeps no cookies.
    pub(crate) const fn is_new(&self) -> bool {
        !self.has_sent_key
    }

    /// Finds the seat that the browser holds at a table; `None` if it holds none.
    pub(crate) async fn find_seat(
        &self,
        app: &App,
        table: TableId,
    ) -> Result<Option<Seat>, StoreError> {
        let Some(hash) = self.key_hash() else {
            return Ok(None);
        };
        let seat = app.store.seat_of_browser(table, hash).await?;
        if self.has_sent_key && seat.as_ref().is_some_and(|seat| seat.has_old_token) {
            app.store.forget_old_tokens(hash).await?;
        }
        Ok(seat)
    }

    /// Returns the browser's key, or a new one. Any well-formed key is accepted, known here or not,
    /// because another server on this machine, at another port, gets the same cookie and must find
    /// its seats again.
    pub(crate) fn key_or_new(&self, app: &App) -> Token {
        self.key.unwrap_or_else(|| Token::mint(&*app.chance))
    }

    /// Sets the key's cookie on a response, or extends its life.
    pub(crate) fn set_key_cookie(&self, response: &mut Response, key: &Token) {
        append_cookie(response, cookie::key_header(key, self.secure));
    }

    /// Extends the life of the cookie of the browser's key.
    pub(crate) fn renew_key_cookie(&self, response: &mut Response) {
        if let Some(key) = &self.key {
            self.set_key_cookie(response, key);
        }
    }
}

impl FromRequestParts<App> for Browser {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let known = parts.extensions.get::<Self>().copied();
        Ok(known.unwrap_or_else(|| Self::from_headers(app, &parts.headers)))
    }
}

impl Browser {
    /// Reads the browser's key from the headers of a request.
    fn from_headers(app: &App, headers: &HeaderMap) -> Self {
        let secure = is_secure(app, headers);
        let key = cookie::read_key(headers, secure);
        Self {
            key,
            has_sent_key: key.is_some(),
            secure,
        }
    }
}

/// Adds a `Set-Cookie` header to the response.
fn append_cookie(response: &mut Response, cookie: HeaderValue) {
    response.headers_mut().append(header::SET_COOKIE, cookie);
}

/// Identifies the browser (middleware), and exchanges cookies of the first release, one for each seat, for its one
/// key.
pub(crate) async fn recognize(
    State(app): State<App>,
    mut request: Request,
    next: Next,
) -> Result<Response, HttpError> {
    let mut browser = Browser::from_headers(&app, request.headers());
    let exchanged =
        exchange_old_cookies(&app, &mut browser, request.headers(), request.uri().path()).await?;
    request.extensions_mut().insert(browser);
    let mut response = next.run(request).await;
    if !exchanged.is_empty() {
        browser.renew_key_cookie(&mut response);
        for table in exchanged {
            append_cookie(
                &mut response,
                cookie::expire_old_seat(table, browser.secure),
            );
        }
    }
    Ok(response)
}

/// Assigns the seats of old cookies to the browser's key. Returns the tables whose old cookies are no longer needed;
/// the requested table is exchanged first.
async fn exchange_old_cookies(
    app: &App,
    browser: &mut Browser,
    headers: &HeaderMap,
    path: &str,
) -> Result<Vec<TableId>, HttpError> {
    let mut old = cookie::read_old_seats(headers, browser.secure);
    // Concurrent responses, and one that is lost on the way, must give the same key: it is derived from the cookies.
    old.sort_by_key(|(table, token)| (token.hash().0, *table));
    let Some((_, first)) = old.first() else {
        return Ok(Vec::new());
    };
    let key = browser
        .key
        .unwrap_or_else(|| app.secret.derive_browser_key(first));
    old.sort_by_key(|(table, _)| !path.contains(&table.to_string()));
    let old = old.iter().take(MAX_EXCHANGED);
    let old = old.map(|(table, token)| (*table, token.hash()));
    let folded = app
        .store
        .adopt_old_cookies(key.hash(), old.collect())
        .await?;
    // A key that was only derived from cookies opens nothing once the browser has sent it: those cookies have
    // expired.
    if !browser.has_sent_key && folded.matched.is_empty() {
        return Ok(Vec::new());
    }
    browser.key = Some(key);
    Ok(folded.held)
}

/// Whether the browser came by HTTPS, as far as can be known.
pub(crate) fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let forwarded = || {
        let scheme = headers.get("x-forwarded-proto")?.to_str().ok()?;
        Some(scheme.eq_ignore_ascii_case("https"))
    };
    app.options.is_https() || (app.options.trust_proxy && forwarded() == Some(true))
}
