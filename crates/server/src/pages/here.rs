//! Page for the person at this computer: the way in, and the switch that lets phones in the room join.

use app::pages::here::{Here, KEEP_FIELD, NETWORK_FIELD, OPEN, PhoneLink};
use app::pages::{Body as _, FormFields};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse as _, Redirect, Response};
use rules::messages::pages as msg;

use super::page_renderer;
use crate::App;
use crate::auth::cookie;
use crate::auth::seats::Household;
use crate::http::error::HttpError;
use crate::http::site_url::is_loopback_host;
use crate::network::{self, NetworkWay};
use crate::program::{format_way, print_text};
use crate::qr::draw_qr;

/// Path of the page.
const PATH: &str = "/here";
/// Path of the style sheet of pages with forms.
const STYLE: &str = "/people.css";

/// Handles `GET /here`, the page for the person at this computer, which no other device finds.
pub(crate) async fn show(
    State(app): State<App>,
    household: Household,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    require_own_browser(&app, household, &headers)?;
    Ok(print_here(&app, &headers, false))
}

/// Handles `POST /here`, which opens the network for phones in the room, or closes it.
pub(crate) async fn submit(
    State(app): State<App>,
    household: Household,
    headers: HeaderMap,
    form: Result<Form<FormFields>, FormRejection>,
) -> Result<Response, HttpError> {
    require_own_browser(&app, household, &headers)?;
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let opens = form.has_value(NETWORK_FIELD, OPEN);
    let keeps = opens && form.find(KEEP_FIELD).is_some();
    if let Err(error) = network::set_opens_at_start(&app.options.data, keeps) {
        tracing::warn!(%error, "whether the network opens at the next start is not kept");
    }
    if !opens {
        app.network.close();
        return Ok(Redirect::to(PATH).into_response());
    }
    let was_open = app.network.way().is_some();
    match app.network.open().await {
        Some(way) => {
            if !was_open {
                print_text(&format_way(&way, crate::program::is_terminal()));
            }
            Ok(Redirect::to(PATH).into_response())
        }
        None => Ok(print_here(&app, &headers, true)),
    }
}

/// Checks that a request comes from a browser on this computer that uses an address of this
/// computer.
fn require_own_browser(
    app: &App,
    Household(address): Household,
    headers: &HeaderMap,
) -> Result<(), HttpError> {
    let host = headers.get(header::HOST);
    let host: Option<Authority> = host.and_then(|host| host.to_str().ok()?.parse().ok());
    let is_here = address.is_loopback() && host.is_some_and(|host| is_loopback_host(&host));
    match app.options.is_personal && is_here {
        true => Ok(()),
        false => Err(HttpError::NoSuchPage),
    }
}

/// Renders the page for the person at this computer.
fn print_here(app: &App, headers: &HeaderMap, has_no_network: bool) -> Response {
    let way = app.network.way();
    let links = way.as_ref().map(phone_links).unwrap_or_default();
    let folder = std::path::absolute(&app.options.data);
    let folder = folder.unwrap_or_else(|_| app.options.data.clone());
    let page = Here {
        links: &links,
        can_close: way.is_some_and(|way| way.can_close),
        stays_open: network::opens_at_start(&app.options.data),
        has_no_network,
        folder: &folder.display().to_string(),
    };
    let print = page_renderer(headers);
    let (theme, style) = (cookie::read_theme(headers), app.site.versioned_path(STYLE));
    let title = msg::COTERIE.get();
    let printed = print(title, theme, app.site.parts(), &style, &page.to_html());
    Html(printed).into_response()
}

/// Returns the links for a phone to the start page and to a demo table.
fn phone_links(way: &NetworkWay) -> Vec<PhoneLink> {
    let links = way.urls.iter().enumerate().map(|(nth, url)| PhoneLink {
        url: url.clone(),
        qr: (nth == 0).then(|| draw_qr(url)).flatten(),
        demo_qr: (nth == 0)
            .then(|| draw_qr(&format!("{url}/demo")))
            .flatten(),
    });
    links.collect()
}
