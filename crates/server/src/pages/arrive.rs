//! Moving a seat to this browser, by a link that works once. Viewing it does not use it up: programs that show a
//! preview of a link view it as well.

use app::page::{Arrive, Page, SeatedPerson};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::base::id::TableId;

use super::{expect_cookie, print_page, redirect_seated, redirect_to_table};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{Household, give_up_seat};
use crate::auth::token::{Token, TokenHash};
use crate::http::error::HttpError;
use crate::store::{PassOutcome, Seat};

/// Returns the seat of a valid one-time link, and the hash of the link's token.
async fn find_pass(app: &App, token: &str) -> Result<(TokenHash, Seat), HttpError> {
    let hash = Token::read(token).ok_or(HttpError::NotHere)?.hash();
    let seat = app.store.seat_of_pass(hash, app.clock.now()).await?;
    Ok((hash, seat.ok_or(HttpError::NotHere)?))
}

/// Handles `GET /seat/{token}`, the page of a one-time link, which shows whose seat it is and the button.
pub(crate) async fn show(
    State(app): State<App>,
    Path(token): Path<String>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (_, seat) = find_pass(&app, &token).await?;
    let here = browser.find_seat(&app, seat.table).await?;
    if here.as_ref().is_some_and(|here| here.id == seat.id) {
        return Ok(redirect_to_table(seat.table));
    }
    print_question(&app, &headers, StatusCode::OK, &token, seat, here).await
}

/// Handles `POST /seat/{token}`, which moves the seat of a one-time link to this browser. The seat it had at the table
/// ends.
pub(crate) async fn take_seat(
    State(app): State<App>,
    Path(token): Path<String>,
    browser: Browser,
    Household(address): Household,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (hash, seat) = find_pass(&app, &token).await?;
    let here = browser.find_seat(&app, seat.table).await?;
    if here.as_ref().is_some_and(|here| here.id == seat.id) {
        return Ok(redirect_to_table(seat.table));
    }
    let table = app.store.table(seat.table).await?;
    let table = table.ok_or(HttpError::NotHere)?;
    let key = browser.key_or_new(&app);
    let mover = app.clone();
    // Runs to the end even if the browser disconnects: sockets of the previous browser must be closed.
    let moving = app.tasks.spawn(async move {
        let now = mover.clock.now();
        let moved = mover.store.redeem_pass(hash, key.hash(), now).await?;
        if let PassOutcome::Moved { seat, instead_of } = &moved {
            mover
                .rooms
                .notify_seat_moved(&mover.store.encounters(seat.table).await?, seat)
                .await;
            if let Some(before) = instead_of {
                give_up_seat(&mover, before).await?;
            }
        }
        Ok::<_, HttpError>(moved)
    });
    let moved = moving.await.map_err(|_| HttpError::Broken)??;
    match moved {
        PassOutcome::Moved { seat, .. } => {
            tracing::info!(table.id = %table.id, seat = seat.id.0, "a seat moved to another browser");
            expect_cookie(&app, &browser, address, "/");
            Ok(redirect_seated(&browser, table.id, &key))
        }
        PassOutcome::InvalidPass => Err(HttpError::NotHere),
        PassOutcome::SeatCannotLeave => {
            let status = StatusCode::UNPROCESSABLE_ENTITY;
            print_question(&app, &headers, status, &token, seat, here).await
        }
    }
}

/// Renders the page of a one-time link with the button that takes the seat; `here` is the seat that
/// this browser has already.
async fn print_question(
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
        seat: to_seated_person(seat),
        instead_of: here.map(to_seated_person),
    };
    Ok(print_page(app, headers, status, &Page::Arrive(arrive)))
}

/// Converts a stored seat to the person shown on the page.
fn to_seated_person(seat: Seat) -> SeatedPerson {
    SeatedPerson {
        name: seat.name,
        role: seat.role,
    }
}
