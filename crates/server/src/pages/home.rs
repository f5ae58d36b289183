//! Front page: the reader's tables, a try-out, and the form to join a table.

use app::page::{DemoOffer, Home, OwnTable, Page, SeatedPerson, Trouble, Typed};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::print_page;
use crate::App;
use crate::auth::browser::Browser;
use crate::http::error::HttpError;

/// Handles `GET /`, the front page, where a table is created or joined.
pub(crate) async fn show(
    State(app): State<App>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let home = Home {
        tables: tables_of_browser(&app, &browser).await?,
        demos: demo_offer(&app),
        ..Home::default()
    };
    let is_known = !home.tables.is_empty();
    let mut response = print_page(&app, &headers, StatusCode::OK, &Page::Home(home));
    if is_known {
        browser.renew_key_cookie(&mut response);
    }
    Ok(response)
}

/// Lists the tables where this browser has a seat.
async fn tables_of_browser(app: &App, browser: &Browser) -> Result<Vec<OwnTable>, HttpError> {
    let Some(hash) = browser.key_hash() else {
        return Ok(Vec::new());
    };
    let now = app.clock.now();
    let sittings = app.store.list_seats_of_browser(hash).await?.into_iter();
    let yours = sittings.map(|sitting| OwnTable {
        table: sitting.seat.table,
        title: sitting.table_name,
        system: sitting.system,
        ago_ms: now.saturating_sub(sitting.seat.seen_at),
        seat: SeatedPerson {
            name: sitting.seat.name,
            role: sitting.seat.role,
        },
    });
    Ok(yours.collect())
}

/// Returns whether and how this server offers demo tables.
fn demo_offer(app: &App) -> DemoOffer {
    match app.options.demos {
        true => DemoOffer::Offered,
        false => DemoOffer::Off,
    }
}

/// Shows the front page with what is wrong with an invitation code that was typed.
pub(super) async fn print_trouble(
    app: &App,
    browser: &Browser,
    headers: &HeaderMap,
    trouble: Trouble,
    typed: Typed,
) -> Result<Response, HttpError> {
    let home = Home {
        tables: tables_of_browser(app, browser).await?,
        trouble: Some(trouble),
        typed,
        demos: demo_offer(app),
    };
    let page = Page::Home(home);
    Ok(print_page(app, headers, trouble_status(trouble), &page))
}

/// Shows the front page to an address that made too many demo tables.
pub(super) async fn print_too_many_demos(
    app: &App,
    browser: &Browser,
    headers: &HeaderMap,
) -> Result<Response, HttpError> {
    let home = Home {
        tables: tables_of_browser(app, browser).await?,
        demos: DemoOffer::TooMany,
        ..Home::default()
    };
    let status = StatusCode::TOO_MANY_REQUESTS;
    Ok(print_page(app, headers, status, &Page::Home(home)))
}

/// Returns the HTTP status of the page for a problem with a form.
pub(super) const fn trouble_status(trouble: Trouble) -> StatusCode {
    match trouble {
        Trouble::TooFast => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
