//! Recap of an encounter, as a page and as Markdown.

use app::pages::recap::Recapped;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::encounter::recap::{Course, Recap};
use rules::encounter::{Class, Encounter};
use rules::id::EncounterId;
use rules::messages::served as msg;
use rules::text::Name;

use super::{course, deed};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{AtTable, note_seen};
use crate::http::error::HttpError;
use crate::store::Standing;

/// Style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/recap.css";

/// Encounter of the recap, where it is not the current one.
type Past = Option<(EncounterId, Name)>;

/// `GET /t/{table}/recap`: shows the page.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    uri: Uri,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (recap, past, damaged) = of_table(&app, &at_table, &uri).await?;
    let (table, runs) = (&at_table.table, at_table.seat.role.runs_the_table());
    let body = Recapped {
        recap: &recap,
        past: past.as_ref().map(|(id, title)| (*id, title.as_str())),
        table: table.id,
        name: &table.name,
        runs,
        damaged: damaged.is_some().then_some(course::DAMAGED.get()),
    };
    let title = msg::after_the_fight_coterie(&table.name);
    let head = (StatusCode::OK, title.as_str());
    Ok(deed::print(&app, &headers, &browser, head, (STYLE, &body)))
}

/// `GET /t/{table}/recap.md`: the same as Markdown.
pub(crate) async fn markdown(
    State(app): State<App>,
    at_table: AtTable,
    uri: Uri,
    browser: Browser,
) -> Result<Response, HttpError> {
    let (recap, _, damaged) = of_table(&app, &at_table, &uri).await?;
    let kind = "text/markdown; charset=utf-8";
    let mut text = recap.markdown();
    if damaged.is_some() {
        text.push_str(&format!("\n{}\n", course::DAMAGED));
    }
    let mut response = ([(header::CONTENT_TYPE, kind)], text).into_response();
    browser.renew(&mut response);
    Ok(response)
}

/// Builds the recap of what the seat's class was shown, and returns the first damaged record as well.
async fn of_table(
    app: &App,
    who: &AtTable,
    uri: &Uri,
) -> Result<(Recap, Past, Option<u64>), HttpError> {
    let AtTable { table, seat } = who;
    if !app.rates.recaps(table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    // Those who run the table may request the players' version.
    let mut parts = uri.query().unwrap_or_default().split('&');
    let class = match parts.any(|part| part == "players") {
        true => Class::Table,
        false => Class::of(seat.role),
    };
    let scene = deed::named(app, who, uri).await?;
    note_seen(app, seat);
    // Reading a long log takes a core for a while: no more of them than the rooms can spare.
    let _turn = app.recaps.wait().await?;
    let past = match scene.standing {
        Standing::Current => None,
        Standing::Prepared | Standing::Over => Some((scene.id, scene.name().clone())),
    };
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = Course::new(fresh, class);
    let (course, damaged) = course::follow(app, &scene, course, Course::follow).await?;
    Ok((course.recap(), past, damaged))
}
