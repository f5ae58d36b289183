//! Who is asking, as extractors, so that it cannot be forgotten.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::{FromRequestParts, Path};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use rules::id::{EncounterId, TableId};

use crate::App;
use crate::cookie;
use crate::error::HttpError;
use crate::rate::household;
use crate::store::{Scene, Seat, StoreError, Table};

/// Somebody with a live seat at the table in the path.
#[derive(Debug)]
pub(crate) struct AtTable {
    pub(crate) table: Table,
    pub(crate) seat: Seat,
}

impl FromRequestParts<App> for AtTable {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let Path(id) = Path::<TableId>::from_request_parts(parts, app)
            .await
            .map_err(|_| HttpError::NotHere)?;
        let seat = seat_of(app, &parts.headers, id).await?;
        let seat = seat.ok_or(HttpError::NotHere)?;
        let table = app.store.table(id).await?.ok_or(HttpError::NotHere)?;
        Ok(Self { table, seat })
    }
}

/// Somebody with a live seat at the table of the encounter in the path.
#[derive(Debug)]
pub(crate) struct InScene {
    pub(crate) scene: Scene,
    pub(crate) seat: Seat,
}

impl FromRequestParts<App> for InScene {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let Path(id) = Path::<EncounterId>::from_request_parts(parts, app)
            .await
            .map_err(|_| HttpError::NotHere)?;
        let scene = app.store.scene(id).await?.ok_or(HttpError::NotHere)?;
        let seat = seat_of(app, &parts.headers, scene.table).await?;
        let seat = seat.ok_or(HttpError::NotHere)?;
        Ok(Self { scene, seat })
    }
}

/// The live seat of this browser at a table.
pub(crate) async fn seat_of(
    app: &App,
    headers: &HeaderMap,
    table: TableId,
) -> Result<Option<Seat>, StoreError> {
    match cookie::seat(headers, table, is_secure(app, headers)) {
        Some(token) => app.store.seat_of_token(table, token.hash()).await,
        None => Ok(None),
    }
}

/// Whether the browser came by https, as far as can be known.
pub(crate) fn is_secure(app: &App, headers: &HeaderMap) -> bool {
    let forwarded = || {
        let scheme = headers.get("x-forwarded-proto")?.to_str().ok()?;
        Some(scheme.eq_ignore_ascii_case("https"))
    };
    app.settings.is_https() || (app.settings.trust_proxy && forwarded() == Some(true))
}

/// Whom limits per address count for; put into every request by the door.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Household(pub(crate) IpAddr);

/// Whose request it is: the other end's, or whose a trusted proxy says.
pub(crate) fn household_of(headers: &HeaderMap, peer: IpAddr, trust_proxy: bool) -> IpAddr {
    let forwarded = || {
        let lines = headers.get_all("x-forwarded-for");
        let last = lines.iter().next_back()?.to_str().ok()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let address = if trust_proxy { forwarded() } else { None };
    household(address.unwrap_or(peer))
}

impl FromRequestParts<App> for Household {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Self::Rejection> {
        let known = parts.extensions.get::<Self>().copied();
        Ok(known.unwrap_or(Self(Ipv4Addr::UNSPECIFIED.into())))
    }
}
