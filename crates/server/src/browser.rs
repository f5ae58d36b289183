//! Which browser is asking: it shows one key, however many seats it holds.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use rules::id::TableId;

use crate::App;
use crate::cookie;
use crate::error::HttpError;
use crate::seats::is_secure;
use crate::store::{Seat, StoreError};
use crate::token::{Token, TokenHash};

/// Cookies of the first release that are exchanged with one answer: each adds a line to it, and
/// proxies take only so many. The next visit exchanges the rest.
const AT_ONCE: usize = 24;

/// The browser that asks; put into every request by [`recognize`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Browser {
    /// Its key: shown, or just about to be given in exchange for older cookies.
    key: Option<Token>,
    /// Whether it has shown its key, so that it surely has it.
    shown: bool,
    /// Whether it came by https.
    secure: bool,
}

impl Browser {
    /// What the store knows the browser by; `None` when it has never had a seat.
    pub(crate) fn hash(&self) -> Option<TokenHash> {
        self.key.as_ref().map(Token::hash)
    }

    /// Whether it has shown no key: it was never here, or it keeps no cookies.
    pub(crate) const fn is_new(&self) -> bool {
        !self.shown
    }

    /// The seat it holds at a table.
    pub(crate) async fn seat(&self, app: &App, table: TableId) -> Result<Option<Seat>, StoreError> {
        let Some(hash) = self.hash() else {
            return Ok(None);
        };
        let seat = app.store.seat_of_browser(table, hash).await?;
        if self.shown && seat.as_ref().is_some_and(|seat| seat.has_old_token) {
            app.store.forget_old_tokens(hash).await?;
        }
        Ok(seat)
    }

    /// Its key, or a new one. A key is taken as it is shown, known here or not: another server on
    /// this machine, at another port, is shown the same cookie and must find its seats again.
    pub(crate) fn key_or_new(&self, app: &App) -> Token {
        self.key.unwrap_or_else(|| Token::mint(&*app.chance))
    }

    /// Gives the browser its key with an answer, or lengthens the life of the one it has.
    pub(crate) fn give(&self, response: &mut Response, key: &Token) {
        append(response, cookie::give_key(key, self.secure));
    }

    /// Lengthens the life of the key it has.
    pub(crate) fn renew(&self, response: &mut Response) {
        if let Some(key) = &self.key {
            self.give(response, key);
        }
    }
}

impl FromRequestParts<App> for Browser {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let known = parts.extensions.get::<Self>().copied();
        Ok(known.unwrap_or_else(|| Self::of(app, &parts.headers)))
    }
}

impl Browser {
    fn of(app: &App, headers: &HeaderMap) -> Self {
        let secure = is_secure(app, headers);
        let key = cookie::key(headers, secure);
        Self {
            key,
            shown: key.is_some(),
            secure,
        }
    }
}

fn append(response: &mut Response, cookie: HeaderValue) {
    response.headers_mut().append(header::SET_COOKIE, cookie);
}

/// Recognizes the browser. Cookies of the first release, one for each seat, are exchanged for the
/// one key.
pub(crate) async fn recognize(
    State(app): State<App>,
    mut request: Request,
    next: Next,
) -> Result<Response, HttpError> {
    let mut browser = Browser::of(&app, request.headers());
    let exchanged = exchange(&app, &mut browser, request.headers(), request.uri().path()).await?;
    request.extensions_mut().insert(browser);
    let mut response = next.run(request).await;
    if !exchanged.is_empty() {
        browser.renew(&mut response);
        for table in exchanged {
            append(&mut response, cookie::drop_old_seat(table, browser.secure));
        }
    }
    Ok(response)
}

/// Puts the seats of old cookies into the browser's hand. Answers with the tables whose cookies it
/// does not need any more. What is asked for comes first.
async fn exchange(
    app: &App,
    browser: &mut Browser,
    headers: &HeaderMap,
    path: &str,
) -> Result<Vec<TableId>, HttpError> {
    let mut old = cookie::old_seats(headers, browser.secure);
    // Two answers at once, or one that is lost on the way, must give the same key: it follows from
    // the cookies.
    old.sort_by_key(|(table, token)| (token.hash().0, *table));
    let Some((_, first)) = old.first() else {
        return Ok(Vec::new());
    };
    let key = browser.key.unwrap_or_else(|| app.secret.key_after(first));
    old.sort_by_key(|(table, _)| !path.contains(&table.to_string()));
    let old = old.iter().take(AT_ONCE);
    let old = old.map(|(table, token)| (*table, token.hash()));
    let folded = app.store.fold(key.hash(), old.collect()).await?;
    // A key that only follows from cookies opens nothing once it has been shown: the cookies that
    // it was given for have ended.
    if !browser.shown && folded.matched.is_empty() {
        return Ok(Vec::new());
    }
    browser.key = Some(key);
    Ok(folded.held)
}
