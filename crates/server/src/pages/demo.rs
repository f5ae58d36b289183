//! Demo tables: temporary tables in the middle of a fight.

use rules::messages::served as msg;
use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Redirect, Response};
use rules::base::id::TableId;
use rules::base::text::Name;
use rules::encounter::demo;
use rules::ruleset::SystemId;

use super::{expect_cookie, home, redirect_seated};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::Household;
use crate::auth::token::Token;
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, NewTable, StoreError};

/// Lifetime of a demo, in milliseconds.
const LIFE_MS: u64 = 24 * 60 * 60 * 1000;
/// Query of a demo table's address that asks for the slip above it.
pub(super) const TRY_OUT: &str = "tryout";
/// Time between two searches for old demo tables to delete.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Handles `GET /demo`, which creates a demo table with the default rule system.
pub(crate) async fn make_default(
    State(app): State<App>,
    household: Household,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    make_demo(app, household, browser, headers, SystemId::FIRST).await
}

/// Handles `GET /demo/{system}`, which creates a demo table with that rule system.
pub(crate) async fn make_of_system(
    State(app): State<App>,
    Path(system): Path<String>,
    household: Household,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let system = SystemId::from_key(&system).ok_or(HttpError::NoSuchPage)?;
    make_demo(app, household, browser, headers, system).await
}

/// Handles `POST /demo`, the try-out of the front page with the default rule system.
pub(crate) async fn try_default(
    State(app): State<App>,
    household: Household,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    try_out(app, household, browser, headers, SystemId::FIRST).await
}

/// Handles `POST /demo/{system}`, the try-out of the front page with that rule system.
pub(crate) async fn try_of_system(
    State(app): State<App>,
    Path(system): Path<String>,
    household: Household,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let system = SystemId::from_key(&system).ok_or(HttpError::NoSuchPage)?;
    try_out(app, household, browser, headers, system).await
}

/// Creates a demo table and redirects to it, with the slip that says how to open it on a phone.
async fn try_out(
    app: App,
    Household(address): Household,
    browser: Browser,
    headers: HeaderMap,
    system: SystemId,
) -> Result<Response, HttpError> {
    if app.options.demos && !app.rates.allow_demo(address) {
        return home::print_too_many_demos(&app, &browser, &headers).await;
    }
    let (table, key) = create_demo(&app, address, &browser, system).await?;
    let mut response = Redirect::to(&format!("/t/{table}?{TRY_OUT}")).into_response();
    browser.set_key_cookie(&mut response, &key);
    Ok(response)
}

/// Handles `HEAD` requests to the demo's addresses without creating a table.
pub(crate) async fn answer_head() -> StatusCode {
    StatusCode::OK
}

/// Creates a demo table and redirects to it, unless the address has made too many.
async fn make_demo(
    app: App,
    Household(address): Household,
    browser: Browser,
    headers: HeaderMap,
    system: SystemId,
) -> Result<Response, HttpError> {
    // A browser that only prefetches gets no table.
    let ahead = ["sec-purpose", "purpose"].iter().any(|name| {
        let value = headers.get(*name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.contains("prefetch"))
    });
    if ahead {
        return Err(HttpError::Prefetch);
    }
    if app.options.demos && !app.rates.allow_demo(address) {
        return Err(HttpError::TooManyFromAddress);
    }
    let (table, key) = create_demo(&app, address, &browser, system).await?;
    Ok(redirect_seated(&browser, table, &key))
}

/// Creates a demo table, and returns its id with the key of its storyteller's browser.
async fn create_demo(
    app: &App,
    address: IpAddr,
    browser: &Browser,
    system: SystemId,
) -> Result<(TableId, Token), HttpError> {
    if !app.options.demos {
        return Err(HttpError::NoSuchPage);
    }
    let now = app.clock.now();
    let mut dice = app.chance.dice(app.chance.new_command_id());
    let rehearsed = demo::build_encounter(system, now, || app.chance.new_command_id(), &mut *dice);
    let (_, mut records) = rehearsed.map_err(|_| HttpError::Broken)?;
    // The log is dated as having just happened: it must not lie in the future.
    let last = records.last().map_or(now, |record| record.at);
    for record in &mut records {
        record.at = record.at.saturating_sub(last.saturating_sub(now));
    }
    let key = browser.key_or_new(app);
    let id = app.chance.new_table_id();
    let new = NewTable {
        name: msg::A_DEMONSTRATION.get().into(),
        demo: true,
        encounter: EncounterInfo::new_current(
            app.chance.new_encounter_id(),
            id,
            Name::new(system.rules().lists().demo_script.title).map_err(|_| HttpError::Broken)?,
            system,
        ),
        storyteller: Name::new(msg::STORYTELLER.get()).map_err(|_| HttpError::Broken)?,
        browser: key.hash(),
        at: now,
        records,
    };
    app.store.create_table(new).await?;
    tracing::info!(table.id = %id, system = system.key(), "a demonstration was made");
    expect_cookie(app, browser, address, &format!("/demo/{}", system.key()));
    Ok((id, key))
}

/// Deletes expired demo tables, after ending their rooms, and returns their number.
///
/// # Errors
///
/// [`StoreError`] where the store fails.
pub async fn sweep_demos(app: &App) -> Result<usize, StoreError> {
    let old = app
        .store
        .demos_created_before(app.clock.now().saturating_sub(LIFE_MS))
        .await?;
    for table in &old {
        for scene in app.store.encounters(*table).await? {
            app.rooms.end_room(scene.id).await;
        }
        app.store.delete_table(*table).await?;
        app.rooms.cluster().announce_table_change(*table);
    }
    Ok(old.len())
}

/// Deletes expired demo tables at intervals until the server shuts down.
pub(crate) async fn keep_sweeping(app: App) {
    loop {
        match sweep_demos(&app).await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "old demonstrations were deleted"),
            Err(error) => tracing::warn!(%error, "old demonstrations could not be deleted"),
        }
        tokio::select! {
            () = tokio::time::sleep(SWEEP_INTERVAL) => {}
            () = app.shutdown.cancelled() => return,
        }
    }
}
