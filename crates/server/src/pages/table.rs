//! The table itself.

use app::page::{Opening, Page};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::print;
use crate::App;
use crate::error::HttpError;
use crate::seats::AtTable;

/// `GET /t/{table}`: the picture the socket goes on from.
pub(crate) async fn show(
    State(app): State<App>,
    AtTable { table, seat }: AtTable,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let scenes = app.store.scenes(table.id).await?;
    let scene = scenes.into_iter().next().ok_or(HttpError::NotHere)?;
    let encounter = scene.id;
    let you = seat.id;
    let picture = app.halls.picture(scene, seat).await?;
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
    };
    let page = Page::Table(Box::new(opening));
    Ok(print(&app, &headers, StatusCode::OK, &page))
}
