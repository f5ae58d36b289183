//! Reader of a page beside the table: the seat, and the encounter that the page is about.

use app::pages::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::encounter::Command;
use rules::wire::NotDoneReason;

use super::{form_command, part};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{TableSeat, record_visit};
use crate::http::error::HttpError;
use crate::room::SeatSnapshot;
use crate::store::{EncounterInfo, EncounterStage};

/// A valid seat whose browser requests a page about an encounter, or has sent a form on one.
pub(crate) struct Reader {
    pub(crate) app: App,
    pub(crate) at: TableSeat,
    /// The encounter: the one the address names with `scene=`, otherwise the current one.
    pub(crate) scene: EncounterInfo,
    pub(crate) headers: HeaderMap,
    browser: Browser,
    query: String,
}

impl FromRequestParts<App> for Reader {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, HttpError> {
        let at = TableSeat::from_request_parts(parts, app).await?;
        let Ok(browser) = Browser::from_request_parts(parts, app).await;
        let scene = form_command::requested_scene(app, &at, &parts.uri).await?;
        record_visit(app, &at.seat);
        Ok(Self {
            app: app.clone(),
            at,
            scene,
            headers: parts.headers.clone(),
            browser,
            query: parts.uri.query().unwrap_or_default().to_owned(),
        })
    }
}

impl Reader {
    /// Returns the current view of the seat.
    pub(crate) async fn seat_snapshot(&self) -> Result<SeatSnapshot, HttpError> {
        let seat = self.at.seat.clone();
        let picture = self
            .app
            .rooms
            .seat_snapshot(self.scene.clone(), seat)
            .await?;
        Ok(picture)
    }

    /// Sends commands of the seat to the encounter, and stops at the first refusal.
    pub(crate) async fn give_commands(
        &self,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<Result<(), NotDoneReason>, HttpError> {
        form_command::give_commands(&self.app, &self.scene, &self.at.seat, commands).await
    }

    /// Whether the seat can run the table.
    pub(crate) const fn can_run_table(&self) -> bool {
        self.at.seat.role.can_run_table()
    }

    /// Whether the page opens beside the table, where it needs no header and no link back.
    pub(crate) fn is_beside_table(&self) -> bool {
        part::is_part(&self.headers)
    }

    /// Returns the value of a query parameter, or an empty text. Names and values are plain words.
    pub(crate) fn query_value(&self, name: &str) -> &str {
        let mut parts = self
            .query
            .split('&')
            .filter_map(|part| part.split_once('='));
        let said = parts.find_map(|(key, value)| (key == name).then_some(value));
        said.unwrap_or_default()
    }

    /// Whether the query has this word as a parameter without a value.
    pub(crate) fn has_query_word(&self, word: &str) -> bool {
        self.query.split('&').any(|part| part == word)
    }

    /// Extends the life of the browser's cookie with a response that is no page.
    pub(crate) fn renew_cookie(&self, response: &mut Response) {
        self.browser.renew_key_cookie(response);
    }

    /// Returns the query that names the encounter in an address, where it is not the current one.
    pub(crate) fn scene_query(&self) -> String {
        match self.scene.stage {
            EncounterStage::Current => String::new(),
            EncounterStage::Prepared | EncounterStage::Over => format!("?scene={}", self.scene.id),
        }
    }

    /// Renders a page for this reader; see [`form_command::print_page`].
    pub(crate) fn print_page(&self, head: (StatusCode, &str), body: (&str, &dyn Body)) -> Response {
        form_command::print_page(&self.app, &self.headers, &self.browser, head, body)
    }
}
