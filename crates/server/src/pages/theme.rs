//! Preferences that a browser stores for all tables: the theme of the pages, and switches of this device.

use app::page::{DeviceSwitch, Theme};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::App;
use crate::auth::browser::is_secure;
use crate::auth::cookie;
use crate::http::error::HttpError;

/// Form that sets a setting of this browser, which is on or off, with the path to return to.
#[derive(Debug, Deserialize)]
pub(crate) struct SwitchForm {
    #[serde(default)]
    switch: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    back: String,
}

/// Handles `POST /device`, which stores a setting of this browser in a cookie.
pub(crate) async fn set_switch(
    State(app): State<App>,
    headers: HeaderMap,
    form: Result<Form<SwitchForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let switch = DeviceSwitch::of(&form.switch).ok_or(HttpError::Unreadable)?;
    let mut response = Redirect::to(local_path(&form.back)).into_response();
    let cookie = cookie::switch_header(switch, form.to == "on", is_secure(&app, &headers));
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// Form that sets the color theme, with the path to return to.
#[derive(Debug, Deserialize)]
pub(crate) struct ThemeForm {
    #[serde(default)]
    theme: String,
    #[serde(default)]
    back: String,
}

/// Handles `POST /theme`, which sets the color theme of this browser in a cookie.
pub(crate) async fn set_theme(
    State(app): State<App>,
    headers: HeaderMap,
    form: Result<Form<ThemeForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let mut response = Redirect::to(local_path(&form.back)).into_response();
    let cookie = cookie::theme_header(Theme::of(&form.theme), is_secure(&app, &headers));
    response.headers_mut().append(header::SET_COOKIE, cookie);
    Ok(response)
}

/// Returns the path if it is on this site, else the front page.
fn local_path(back: &str) -> &str {
    let is_path = back.starts_with('/') && !back.starts_with("//");
    let is_plain = back.bytes().all(|b| b.is_ascii_graphic() && b != b'\\');
    if is_path && is_plain { back } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::local_path;

    #[test]
    fn only_paths_on_this_site() {
        assert_eq!(local_path("/t/abc?x=1"), "/t/abc?x=1");
        for elsewhere in [
            "",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\nb",
        ] {
            assert_eq!(local_path(elsewhere), "/", "{elsewhere}");
        }
    }
}
