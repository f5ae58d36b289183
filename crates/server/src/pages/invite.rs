//! Invitations: links and spoken codes, for those who run the table.

use app::page::Invitation;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rules::id::TableId;
use rules::seat::Role;

use super::links::json;
use crate::App;
use crate::auth::invite::{CODE_LIFE_MS, Invite, new_code};
use crate::auth::seats::AtTable;
use crate::http::error::HttpError;
use crate::http::site_url;
use crate::qr;
use crate::store::{Code, StoreError};

/// Remaining lifetime, in milliseconds, below which a code is replaced when it is requested.
const WORTH_SAYING_MS: u64 = 60 * 60 * 1000;
/// Attempts to find an unused code, of sixteen million.
const TRIES: u32 = 8;

/// `POST /t/{table}/invite`: returns the links and the code.
pub(crate) async fn make(
    State(app): State<App>,
    who: AtTable,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    json(&invitation(&app, &who, &headers).await?)
}

/// `POST /t/{table}/invite/renew`: revokes the links and the code, and returns new ones.
pub(crate) async fn renew(
    State(app): State<App>,
    who: AtTable,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    stop(&app, &who).await?;
    json(&invitation(&app, &who, &headers).await?)
}

/// Revokes every link and code of the table.
pub(super) async fn stop(app: &App, who: &AtTable) -> Result<(), HttpError> {
    run_only(who)?;
    app.store.stop_invites(who.table.id).await?;
    Ok(())
}

/// Checks that the seat can run the table.
fn run_only(who: &AtTable) -> Result<(), HttpError> {
    if who.seat.role.runs_the_table() {
        Ok(())
    } else {
        Err(HttpError::NotHere)
    }
}

/// Returns the valid links and code, for those who run the table. Replaces a code that expires soon.
pub(super) async fn invitation(
    app: &App,
    who: &AtTable,
    headers: &HeaderMap,
) -> Result<Invitation, HttpError> {
    run_only(who)?;
    let id = who.table.id;
    let table = app.store.table(id).await?.ok_or(HttpError::NotHere)?;
    let now = app.clock.now();
    let worth = |code: &Code| code.expires_at > now + WORTH_SAYING_MS;
    let code = match table.code.filter(worth) {
        Some(code) => code,
        None => fresh_code(app, id, now).await?,
    };
    let path = |role| {
        let invite = Invite {
            table: id,
            role,
            generation: table.generation,
        };
        invite.path(&app.secret).ok_or(HttpError::NotHere)
    };
    let minutes = code.expires_at.saturating_sub(now) / 60_000;
    let player = path(Role::Player)?;
    let site = site_url::of(app, headers);
    Ok(Invitation {
        qr: qr::draw(&format!("{site}{player}")),
        site,
        player,
        spectator: path(Role::Spectator)?,
        co_storyteller: path(Role::CoStoryteller)?,
        code: code.words,
        code_minutes: u32::try_from(minutes).unwrap_or(u32::MAX),
    })
}

/// Draws an unused code and stores it for the table.
async fn fresh_code(app: &App, table: TableId, now: u64) -> Result<Code, HttpError> {
    let mut tries = 0;
    loop {
        let code = Code {
            words: new_code(&*app.chance),
            expires_at: now + CODE_LIFE_MS,
        };
        tries += 1;
        match app.store.set_code(table, code.clone()).await {
            Ok(()) => return Ok(code),
            Err(StoreError::Conflict) if tries < TRIES => {}
            Err(error) => return Err(error.into()),
        }
    }
}
