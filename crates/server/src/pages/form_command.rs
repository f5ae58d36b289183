//! Commands given by forms, and pages that show their result.

use app::pages::Body;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rules::base::id::EncounterId;
use rules::encounter::Command;
use rules::wire::NotDoneReason;

use crate::App;
use crate::auth::browser::Browser;
use crate::auth::cookie;
use crate::auth::seats::{TableSeat, current_scene};
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, Seat};

/// Returns the encounter that a page is about, which its address names with `scene=`, or else the
/// current one. Its reader must be allowed to know of it.
pub(crate) async fn requested_scene(
    app: &App,
    who: &TableSeat,
    uri: &Uri,
) -> Result<EncounterInfo, HttpError> {
    let mut parts = uri.query().unwrap_or_default().split('&');
    let Some(named) = parts.find_map(|part| part.strip_prefix("scene=")) else {
        return current_scene(app, who.table.id).await;
    };
    let id: EncounterId = named.parse().map_err(|_| HttpError::NotHere)?;
    let found = app.store.encounter(id).await?;
    let here =
        |scene: &EncounterInfo| scene.table == who.table.id && scene.is_visible_to(&who.seat);
    found.filter(here).ok_or(HttpError::NotHere)
}

/// Sends commands of a seat to an encounter, each after the one before is committed, and stops at
/// the first refusal.
pub(crate) async fn give_commands(
    app: &App,
    scene: &EncounterInfo,
    seat: &Seat,
    commands: impl IntoIterator<Item = Command>,
) -> Result<Result<(), NotDoneReason>, HttpError> {
    for command in commands {
        if let Err(why) = app.rooms.send_command(scene, seat, command).await? {
            return Ok(Err(why));
        }
    }
    Ok(Ok(()))
}

/// Renders a page with the reader's theme. `style` is the path of its own style sheet, so that no table waits for it.
pub(crate) fn print_page(
    app: &App,
    headers: &HeaderMap,
    browser: &Browser,
    (status, title): (StatusCode, &str),
    (style, body): (&str, &dyn Body),
) -> Response {
    let (theme, style) = (cookie::read_theme(headers), app.site.versioned_path(style));
    let print = super::page_renderer(headers);
    let page = print(title, theme, app.site.parts(), &style, &body.to_html());
    let mut response = (status, Html(page)).into_response();
    browser.renew_key_cookie(&mut response);
    response
}

/// Redirects a browser after its form's commands were committed.
pub(crate) fn redirect_after(path: &str) -> Response {
    Redirect::to(path).into_response()
}

/// Returns the HTTP status of the page that states why a command was refused.
pub(crate) fn status_of(why: &NotDoneReason) -> StatusCode {
    match why {
        NotDoneReason::Refused(_) | NotDoneReason::Damaged => StatusCode::CONFLICT,
        NotDoneReason::TooFast | NotDoneReason::Full { .. } => StatusCode::TOO_MANY_REQUESTS,
        NotDoneReason::NotKept => StatusCode::SERVICE_UNAVAILABLE,
    }
}
