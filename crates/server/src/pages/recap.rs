//! Recap of an encounter, as a page and as Markdown.

use app::pages::recap::RecapPage;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::base::id::EncounterId;
use rules::base::text::Name;
use rules::encounter::replay::recap::{Recap, RecapRecorder};
use rules::encounter::{Class, Encounter};
use rules::messages::served as msg;

use super::{form_command, log_reader};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{TableSeat, record_visit};
use crate::http::error::HttpError;
use crate::store::EncounterStage;

/// Style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/recap.css";

/// Encounter of the recap, where it is not the current one.
type OtherScene = Option<(EncounterId, Name)>;

/// Handles `GET /t/{table}/recap`, the page with the recap of an encounter.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: TableSeat,
    uri: Uri,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (recap, past, damaged) = build_recap(&app, &at_table, &uri).await?;
    let (table, runs) = (&at_table.table, at_table.seat.role.can_run_table());
    let body = RecapPage {
        recap: &recap,
        past: past.as_ref().map(|(id, title)| (*id, title.as_str())),
        table: table.id,
        name: &table.name,
        can_run_table: runs,
        damaged: damaged.is_some().then_some(log_reader::DAMAGED.get()),
    };
    let title = msg::after_the_fight_coterie(&table.name);
    let head = (StatusCode::OK, title.as_str());
    Ok(form_command::print_page(
        &app,
        &headers,
        &browser,
        head,
        (STYLE, &body),
    ))
}

/// Handles `GET /t/{table}/recap.md`, which returns the recap of an encounter as Markdown.
pub(crate) async fn markdown(
    State(app): State<App>,
    at_table: TableSeat,
    uri: Uri,
    browser: Browser,
) -> Result<Response, HttpError> {
    let (recap, _, damaged) = build_recap(&app, &at_table, &uri).await?;
    let kind = "text/markdown; charset=utf-8";
    let mut text = recap.to_markdown();
    if damaged.is_some() {
        text.push_str(&format!("\n{}\n", log_reader::DAMAGED));
    }
    let mut response = ([(header::CONTENT_TYPE, kind)], text).into_response();
    browser.renew_key_cookie(&mut response);
    Ok(response)
}

/// Builds the recap of what the seat's class of readers was shown, and returns the first damaged
/// record as well.
async fn build_recap(
    app: &App,
    who: &TableSeat,
    uri: &Uri,
) -> Result<(Recap, OtherScene, Option<u64>), HttpError> {
    let TableSeat { table, seat } = who;
    if !app.rates.allow_recap(table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    // Those who run the table may request the players' version.
    let mut parts = uri.query().unwrap_or_default().split('&');
    let class = match parts.any(|part| part == "players") {
        true => Class::Table,
        false => Class::of(seat.role),
    };
    let scene = form_command::requested_scene(app, who, uri).await?;
    record_visit(app, seat);
    // Reading a long log takes a core for a while: no more of them than the rooms can spare.
    let _turn = app.recaps.acquire().await?;
    let past = match scene.stage {
        EncounterStage::Current => None,
        EncounterStage::Prepared | EncounterStage::Over => {
            Some((scene.id, scene.current_title().clone()))
        }
    };
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = RecapRecorder::new(fresh, class);
    let (course, damaged) =
        log_reader::read_log(app, &scene, course, RecapRecorder::apply_record).await?;
    Ok((course.recap(), past, damaged))
}
