//! The table itself.

use app::page::{Opening, Page};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::seat::Role;

use super::{deed, print};
use crate::App;
use crate::browser::Browser;
use crate::error::HttpError;
use crate::seats::{AtTable, note_seen};
use crate::store::PassKind;

/// `GET /t/{table}`: the picture the socket goes on from.
pub(crate) async fn show(
    State(app): State<App>,
    AtTable { table, seat }: AtTable,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let scene = deed::scene(&app, table.id).await?;
    let encounter = scene.id;
    let you = seat.id;
    let has_way_back = || app.store.has_pass(table.id, you, PassKind::Recovery);
    let needs_way_back = seat.role == Role::Storyteller && !table.demo && !has_way_back().await?;
    note_seen(&app, &seat);
    let picture = app.rooms.picture(scene, seat).await?;
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
    };
    let page = Page::Table(Box::new(opening));
    let mut response = print(&app, &headers, StatusCode::OK, &page);
    browser.renew(&mut response);
    Ok(response)
}
