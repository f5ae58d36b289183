//! Extractors for the seat that sends a request, so that no handler can forget the check.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use rules::base::id::{CombatantId, EncounterId, TableId};
use serde::Deserialize;

use crate::App;
use crate::auth::browser::Browser;
use crate::http::error::HttpError;
use crate::http::rate::household_address;
use crate::room::Request;
use crate::store::{
    EncounterInfo, EncounterStage, NewSeat, RevokedSeat, Seat, SeatOutcome, StoreError, Table,
};

/// A valid seat of the requesting browser at the table that the request's path names.
#[derive(Debug)]
pub(crate) struct TableSeat {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
}

/// Table that a request's path names, whatever else is in it.
#[derive(Deserialize)]
struct TablePath {
    table: TableId,
}

impl FromRequestParts<App> for TableSeat {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let Path(TablePath { table: id }) = Path::from_request_parts(parts, app)
            .await
            .map_err(|_| HttpError::NotHere)?;
        let Ok(browser) = Browser::from_request_parts(parts, app).await;
        let seat = browser.find_seat(app, id).await?;
        let Ok(Household(household)) = Household::from_request_parts(parts, app).await;
        if browser.key_hash().is_some() {
            app.newcomers.mark_returned(household);
        } else if let Some(again) = app.newcomers.take_retry_path(household) {
            return Err(HttpError::NoCookie(again));
        }
        let seat = seat.ok_or(HttpError::NotHere)?;
        make_known(app, &seat).await?;
        let table = app.store.table(id).await?.ok_or(HttpError::NotHere)?;
        Ok(Self { table, seat })
    }
}

/// Combatant that a request's path names, whatever else is in it; it need not exist.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct CombatantPath {
    pub(crate) combatant: CombatantId,
}

impl FromRequestParts<App> for CombatantPath {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let path = Path::from_request_parts(parts, app).await;
        let Path(named) = path.map_err(|_| HttpError::NotHere)?;
        Ok(named)
    }
}

/// A valid seat of the requesting browser at the table of the encounter in the request's path.
#[derive(Debug)]
pub(crate) struct SceneSeat {
    pub(crate) scene: EncounterInfo,
    pub(crate) seat: Seat,
}

impl FromRequestParts<App> for SceneSeat {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let Path(id) = Path::<EncounterId>::from_request_parts(parts, app)
            .await
            .map_err(|_| HttpError::NotHere)?;
        let scene = app.store.encounter(id).await?.ok_or(HttpError::NotHere)?;
        let Ok(browser) = Browser::from_request_parts(parts, app).await;
        let seat = browser.find_seat(app, scene.table).await?;
        let seat = seat.ok_or(HttpError::NotHere)?;
        if !scene.is_visible_to(&seat) {
            return Err(HttpError::NotHere);
        }
        // The table's current encounter must know the seat.
        if scene.stage != EncounterStage::Current {
            make_known(app, &seat).await?;
        }
        Ok(Self { scene, seat })
    }
}

/// Returns the current encounter of a table.
pub(crate) async fn current_scene(app: &App, table: TableId) -> Result<EncounterInfo, HttpError> {
    let scenes = app.store.encounters(table).await?;
    scenes.into_iter().next().ok_or(HttpError::NotHere)
}

/// Attempts to make a seat known to its table, which may move to another encounter just then.
const MAX_ATTEMPTS: usize = 3;

/// Adds a seat to the table's current encounter, without which nothing is read or done in it.
///
/// # Errors
///
/// [`HttpError`] where the seat cannot be made known now.
pub(crate) async fn make_known(app: &App, seat: &Seat) -> Result<(), HttpError> {
    if app.rooms.is_seat_known(seat) {
        return Ok(());
    }
    let sit = |answer| Request::Sit {
        seat: seat.clone(),
        answer,
    };
    for _ in 0..MAX_ATTEMPTS {
        let scene = current_scene(app, seat.table).await?;
        if app.rooms.send_request(&scene, sit).await?.0 {
            app.rooms.mark_seat_known(seat);
            return Ok(());
        }
    }
    Err(HttpError::NoRoom)
}

/// Creates a seat and makes it known to the table; otherwise the seat is revoked again.
///
/// # Errors
///
/// [`HttpError`] where the seat can be neither stored nor made known.
pub(crate) async fn sit_down(app: &App, new: NewSeat) -> Result<SeatOutcome, HttpError> {
    let (sitter, table) = (app.clone(), new.table);
    // Runs to the end even if the browser disconnects: there is no seat that the table does not know.
    let sitting = app.tasks.spawn(async move {
        let sat = sitter.store.create_seat(new).await?;
        let SeatOutcome::Seated(id) = sat else {
            return Ok(sat);
        };
        let seat = sitter.store.seat(table, id).await?;
        let seat = seat.ok_or(HttpError::Broken)?;
        if let Err(error) = make_known(&sitter, &seat).await {
            let revoked = RevokedSeat { seat: id, by: None };
            let now = sitter.clock.now();
            sitter.store.revoke_seat(table, revoked, now).await?;
            sitter.rooms.cluster().announce_table_change(table);
            return Err(error);
        }
        Ok(sat)
    });
    sitting.await.map_err(|_| HttpError::Broken)?
}

/// Ends a seat that its owner gives up, for good.
pub(crate) async fn give_up_seat(app: &App, seat: &Seat) -> Result<(), HttpError> {
    // Encounters that are prepared or over learn of it when they are next opened.
    let scenes = app.store.encounters(seat.table).await?.into_iter();
    for scene in scenes.filter(|scene| scene.stage == EncounterStage::Current) {
        let rise = |answer| Request::LeaveSeat {
            seat: seat.id,
            answer,
        };
        app.rooms.send_request(&scene, rise).await?;
    }
    // Covers a seat whose browser never opened an encounter.
    let revoked = RevokedSeat {
        seat: seat.id,
        by: Some(seat.id),
    };
    let now = app.clock.now();
    app.store.revoke_seat(seat.table, revoked, now).await?;
    app.rooms.cluster().announce_table_change(seat.table);
    Ok(())
}

/// Age, in milliseconds, from which the time of a seat's last visit is written anew.
const VISIT_INTERVAL_MS: u64 = 60 * 1000;

/// Records the visit of a seat, without waiting.
pub(crate) fn record_visit(app: &App, seat: &Seat) {
    let now = app.clock.now();
    if now < seat.seen_at + VISIT_INTERVAL_MS {
        return;
    }
    let (store, table, id) = (Arc::clone(&app.store), seat.table, seat.id);
    app.tasks.spawn(async move {
        if let Err(error) = store.record_visit(table, id, now).await
            && !matches!(error, StoreError::NotKept)
        {
            tracing::warn!(%error, "a visit could not be noted");
        }
    });
}

/// IP address for which the limits per household count; set by the listener for every request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Household(pub(crate) IpAddr);

/// Returns the IP address of a request's household, which is the peer's, or the one a trusted proxy names.
pub(crate) fn household_of(headers: &HeaderMap, peer: IpAddr, trust_proxy: bool) -> IpAddr {
    let forwarded = || {
        let lines = headers.get_all("x-forwarded-for");
        let last = lines.iter().next_back()?.to_str().ok()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let address = if trust_proxy { forwarded() } else { None };
    household_address(address.unwrap_or(peer))
}

impl FromRequestParts<App> for Household {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Self::Rejection> {
        let known = parts.extensions.get::<Self>().copied();
        Ok(known.unwrap_or(Self(Ipv4Addr::UNSPECIFIED.into())))
    }
}
