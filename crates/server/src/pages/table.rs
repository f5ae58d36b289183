//! Page of the table itself.

use app::page::{Opening, Page};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;

use super::{form_command, links, print_page};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{TableSeat, record_visit};
use crate::http::error::HttpError;
use crate::store::EncounterStage;

/// Handles `GET /t/{table}`, the live table at its current encounter, with the view that the socket continues from.
/// With `?scene=` shows a prepared encounter, for those who run the table.
pub(crate) async fn show(
    State(app): State<App>,
    TableSeat { table, seat }: TableSeat,
    browser: Browser,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let who = TableSeat { table, seat };
    let scene = form_command::requested_scene(&app, &who, &uri).await?;
    let needs_way_back = links::needs_recovery_link(&app, &who).await?;
    let TableSeat { table, seat } = who;
    if scene.stage == EncounterStage::Over {
        return Ok(super::redirect_to_table(table.id));
    }
    let unseen = scene.stage == EncounterStage::Prepared;
    let encounter = scene.id;
    let you = seat.id;
    record_visit(&app, &seat);
    let picture = app.rooms.seat_snapshot(scene, seat).await?;
    let opening = Opening {
        table: table.id,
        table_name: table.name,
        encounter,
        you,
        class: picture.class,
        epoch: picture.epoch,
        seq: picture.seq,
        view: picture.view,
        demo: table.demo,
        needs_way_back,
        unseen,
    };
    let page = Page::Table(Box::new(opening));
    let mut response = print_page(&app, &headers, StatusCode::OK, &page);
    browser.renew_key_cookie(&mut response);
    Ok(response)
}
