//! Invitations: links and spoken codes, for those who run the table.

use app::page::Invitation;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rules::base::id::TableId;
use rules::base::seat::Role;

use super::links::json_response;
use crate::App;
use crate::auth::invite::{CODE_LIFE_MS, Invite, new_code};
use crate::auth::seats::TableSeat;
use crate::http::error::HttpError;
use crate::http::site_url;
use crate::qr;
use crate::store::{InviteCode, StoreError, Table};

/// Remaining lifetime, in milliseconds, below which a code is replaced when it is requested.
const MIN_CODE_LIFE_MS: u64 = 60 * 60 * 1000;
/// Attempts to find an unused code, of sixteen million.
const MAX_ATTEMPTS: u32 = 8;

/// Handles `POST /t/{table}/invite`, which returns the invitation links and the spoken code.
pub(crate) async fn make(
    State(app): State<App>,
    who: TableSeat,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    json_response(&invitation(&app, &who, &headers).await?)
}

/// Handles `POST /t/{table}/invite/renew`, which revokes the invitation links and the code, and returns new ones.
pub(crate) async fn renew(
    State(app): State<App>,
    who: TableSeat,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    revoke_invites(&app, &who).await?;
    json_response(&invitation(&app, &who, &headers).await?)
}

/// Revokes every invitation link and code of the table.
pub(super) async fn revoke_invites(app: &App, who: &TableSeat) -> Result<(), HttpError> {
    check_can_run_table(who)?;
    app.store.revoke_invites(who.table.id).await?;
    Ok(())
}

/// Checks that the seat can run the table.
fn check_can_run_table(who: &TableSeat) -> Result<(), HttpError> {
    if who.seat.role.can_run_table() {
        Ok(())
    } else {
        Err(HttpError::NotHere)
    }
}

/// Returns the table's valid invitation links and code, for those who run the table. Replaces a
/// code that expires soon.
pub(super) async fn invitation(
    app: &App,
    who: &TableSeat,
    headers: &HeaderMap,
) -> Result<Invitation, HttpError> {
    check_can_run_table(who)?;
    let id = who.table.id;
    let table = app.store.table(id).await?.ok_or(HttpError::NotHere)?;
    let code = current_code(app, id).await?;
    let link = |role| invited_link(app, headers, &table, role);
    let minutes = code.expires_at.saturating_sub(app.clock.now()) / 60_000;
    let (site, player) = link(Role::Player)?;
    let (_, spectator) = link(Role::Spectator)?;
    Ok(Invitation {
        qr: qr::draw_qr(&format!("{site}{player}")),
        screen: screen_link("", &spectator),
        site,
        player,
        spectator,
        co_storyteller: link(Role::CoStoryteller)?.1,
        code: code.words,
        code_minutes: u32::try_from(minutes).unwrap_or(u32::MAX),
    })
}

/// Returns the address of the site, and the path of the invitation link that gives a seat of this
/// role.
pub(super) fn invited_link(
    app: &App,
    headers: &HeaderMap,
    table: &Table,
    role: Role,
) -> Result<(String, String), HttpError> {
    let invite = Invite {
        table: table.id,
        role,
        generation: table.generation,
    };
    let path = invite.path(&app.secret).ok_or(HttpError::NotHere)?;
    Ok((site_url::from_request(app, headers), path))
}

/// Returns the link for a table screen, which has the same signed token as that for spectators.
pub(super) fn screen_link(site: &str, spectator: &str) -> String {
    format!("{site}{}", spectator.replacen("/join/", "/screen/", 1))
}

/// Returns the invitation code of a table to say aloud. Replaces a code that expires soon.
pub(super) async fn current_code(app: &App, id: TableId) -> Result<InviteCode, HttpError> {
    let table = app.store.table(id).await?.ok_or(HttpError::NotHere)?;
    let now = app.clock.now();
    let worth = |code: &InviteCode| code.expires_at > now + MIN_CODE_LIFE_MS;
    match table.code.filter(worth) {
        Some(code) => Ok(code),
        None => fresh_code(app, id, now).await,
    }
}

/// Draws an unused invitation code and stores it for the table.
async fn fresh_code(app: &App, table: TableId, now: u64) -> Result<InviteCode, HttpError> {
    let mut tries = 0;
    loop {
        let code = InviteCode {
            words: new_code(&*app.chance),
            expires_at: now + CODE_LIFE_MS,
        };
        tries += 1;
        match app.store.set_invite_code(table, code.clone()).await {
            Ok(()) => return Ok(code),
            Err(StoreError::Conflict) if tries < MAX_ATTEMPTS => {}
            Err(error) => return Err(error.into()),
        }
    }
}
