//! Page of the table itself.

use app::page::{Opening, Page, TryOut};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse as _, Response};
use rules::base::seat::Role;

use super::{demo, form_command, links, print_html};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::invite::Invite;
use crate::auth::seats::{TableSeat, record_visit};
use crate::http::error::HttpError;
use crate::http::{compression, site_url};
use crate::qr;
use crate::store::{EncounterStage, Table};

/// Handles `GET /t/{table}`, the live table at its current encounter, with the view that the socket continues from.
/// With `?scene=` shows a prepared encounter, for those who run the table; with `?tryout` the slip of a demonstration.
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
    let is_try_out = table.demo && seat.role.can_run_table() && uri.query() == Some(demo::TRY_OUT);
    let slip = is_try_out.then(|| try_out_slip(&app, &table, &headers));
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
    let mut html = print_html(&app, &headers, &page);
    if let Some(slip) = slip {
        html = app::print::with_try_out(&html, app.site.parts(), slip);
    }
    let mut response = (StatusCode::OK, Html(html)).into_response();
    compression::mark_page(&mut response, &page);
    browser.renew_key_cookie(&mut response);
    Ok(response)
}

/// Returns the slip that leads from a demo table to a phone, with the players' link, or that this
/// computer's network is closed.
fn try_out_slip(app: &App, table: &Table, headers: &HeaderMap) -> TryOut {
    let invite = Invite {
        table: table.id,
        role: Role::Player,
        generation: table.generation,
    };
    let can_open_network = app.options.is_personal && app.network.way().is_none();
    let path = invite.path(&app.secret).filter(|_| !can_open_network);
    let site = site_url::from_request(app, headers);
    TryOut {
        table: table.id,
        qr: path.and_then(|path| qr::draw_qr(&format!("{site}{path}"))),
        can_open_network,
    }
}
