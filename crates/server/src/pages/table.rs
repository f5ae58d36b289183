//! Page of the table itself.

use app::page::{Opening, Page};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;

use super::{deed, links, print};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{AtTable, note_seen};
use crate::http::error::HttpError;
use crate::store::Standing;

/// `GET /t/{table}`: shows the current encounter, with the view that the socket continues from; with `?scene=` a
/// prepared one, for those who run the table.
pub(crate) async fn show(
    State(app): State<App>,
    AtTable { table, seat }: AtTable,
    browser: Browser,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let who = AtTable { table, seat };
    let scene = deed::named(&app, &who, &uri).await?;
    let needs_way_back = links::needs_way_back(&app, &who).await?;
    let AtTable { table, seat } = who;
    if scene.standing == Standing::Over {
        return Ok(super::to_table(table.id));
    }
    let unseen = scene.standing == Standing::Prepared;
    let encounter = scene.id;
    let you = seat.id;
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
        unseen,
    };
    let page = Page::Table(Box::new(opening));
    let mut response = print(&app, &headers, StatusCode::OK, &page);
    browser.renew(&mut response);
    Ok(response)
}
