//! Moving a seat to this browser, by a link that works once. Viewing it does not use it up: programs that show a
//! preview of a link view it as well.

use app::page::{Arrive, Page, Standing};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::id::TableId;

use super::{expect, print, seated, to_table};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{Household, gone_from};
use crate::auth::token::{Token, TokenHash};
use crate::http::error::HttpError;
use crate::store::{Moved, Seat};

/// Returns the seat of a valid link, and the hash of its token.
async fn pass(app: &App, token: &str) -> Result<(TokenHash, Seat), HttpError> {
    let hash = Token::read(token).ok_or(HttpError::NotHere)?.hash();
    let seat = app.store.seat_of_pass(hash, app.clock.now()).await?;
    Ok((hash, seat.ok_or(HttpError::NotHere)?))
}

/// `GET /seat/{token}`: shows whose seat it is, and the button.
pub(crate) async fn show(
    State(app): State<App>,
    Path(token): Path<String>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (_, seat) = pass(&app, &token).await?;
    let here = browser.seat(&app, seat.table).await?;
    if here.as_ref().is_some_and(|here| here.id == seat.id) {
        return Ok(to_table(seat.table));
    }
    ask(&app, &headers, StatusCode::OK, &token, seat, here).await
}

/// `POST /seat/{token}`: moves the seat to this browser; the seat it had at the table ends.
pub(crate) async fn sit(
    State(app): State<App>,
    Path(token): Path<String>,
    browser: Browser,
    Household(address): Household,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (hash, seat) = pass(&app, &token).await?;
    let here = browser.seat(&app, seat.table).await?;
    if here.as_ref().is_some_and(|here| here.id == seat.id) {
        return Ok(to_table(seat.table));
    }
    let table = app.store.table(seat.table).await?;
    let table = table.ok_or(HttpError::NotHere)?;
    let key = browser.key_or_new(&app);
    let mover = app.clone();
    // Runs to the end even if the browser disconnects: sockets of the previous browser must be closed.
    let moving = app.tasks.spawn(async move {
        let now = mover.clock.now();
        let moved = mover.store.use_pass(hash, key.hash(), now).await?;
        if let Moved::Here { seat, instead_of } = &moved {
            mover
                .rooms
                .moved(&mover.store.scenes(seat.table).await?, seat)
                .await;
            if let Some(before) = instead_of {
                gone_from(&mover, before).await?;
            }
        }
        Ok::<_, HttpError>(moved)
    });
    let moved = moving.await.map_err(|_| HttpError::Broken)??;
    match moved {
        Moved::Here { seat, .. } => {
            tracing::info!(table.id = %table.id, seat = seat.id.0, "a seat moved to another browser");
            expect(&app, &browser, address, "/");
            Ok(seated(&browser, table.id, &key))
        }
        Moved::NoPass => Err(HttpError::NotHere),
        Moved::Bound => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            ask(&app, &headers, status, &token, seat, here).await
        }
    }
}

/// Renders the page with the button.
async fn ask(
    app: &App,
    headers: &HeaderMap,
    status: StatusCode,
    token: &str,
    seat: Seat,
    here: Option<Seat>,
) -> Result<Response, HttpError> {
    let id: TableId = seat.table;
    let table = app.store.table(id).await?.ok_or(HttpError::NotHere)?;
    let arrive = Arrive {
        action: format!("/seat/{token}"),
        id,
        table: table.name,
        seat: standing(seat),
        instead_of: here.map(standing),
    };
    Ok(print(app, headers, status, &Page::Arrive(arrive)))
}

/// Converts a seat for the page.
fn standing(seat: Seat) -> Standing {
    Standing {
        name: seat.name,
        role: seat.role,
    }
}
