//! Page of all components, and sample tables in each state.

use app::page::Opening;
use app::pages::Body as _;
use app::pages::style::{SampleState, StylePage};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse as _, Response};
use rules::base::id::{EncounterId, TableId};
use rules::encounter::samples::{PLAYER, Sample};
use rules::encounter::{Class, PrivateView, View, demo};
use rules::messages::style as msg;
use rules::wire::RoomEpoch;

use super::page_renderer;
use crate::App;
use crate::auth::cookie;
use crate::http::error::HttpError;

/// Path of the style sheet of the page.
const STYLE: &str = "/components.css";

/// Handles `GET /style`, the page of all components.
pub(crate) async fn show(State(app): State<App>, headers: HeaderMap) -> Response {
    let print = page_renderer(&headers);
    let style = app.site.versioned_path(STYLE);
    let theme = cookie::read_theme(&headers);
    let title = msg::COMPONENTS.get();
    Html(print(
        title,
        theme,
        app.site.parts(),
        &style,
        &StylePage.to_html(),
    ))
    .into_response()
}

/// Handles `GET /style/{sample}/{reader}/{state}`, a sample table that is only looked at.
pub(crate) async fn show_sample(
    State(app): State<App>,
    Path((sample, reader, state)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let sample = Sample::from_key(&sample).ok_or(HttpError::NoSuchPage)?;
    let state = SampleState::from_key(&state).ok_or(HttpError::NoSuchPage)?;
    let (class, you) = match reader.as_str() {
        "storyteller" => (Class::Storyteller, demo::STORYTELLER),
        "player" => (Class::Table, PLAYER),
        _ => return Err(HttpError::NoSuchPage),
    };
    let encounter = sample.build().map_err(|_| HttpError::Broken)?;
    let view = View::of(&encounter, class);
    let private = PrivateView::of(&encounter, you);
    let opening = Opening {
        table: TableId(0),
        table_name: view.title.clone(),
        encounter: EncounterId(0),
        you,
        class,
        epoch: RoomEpoch(0),
        seq: 0,
        view,
        demo: false,
        needs_way_back: false,
        unseen: false,
    };
    let theme = cookie::read_theme(&headers);
    let printed = app::print::sample_page((&opening, private), state, theme, app.site.parts());
    Ok(Html(printed).into_response())
}
