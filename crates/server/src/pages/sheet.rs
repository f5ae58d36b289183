//! A combatant's sheet: what the reader may know of it, and forms for those who may change it.

use std::fmt::Write as _;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::encounter::Command;
use rules::encounter::view::Row;
use rules::id::{CombatantId, TableId};
use serde::Deserialize;

use super::deed::{self, plain};
use crate::App;
use crate::browser::Browser;
use crate::error::HttpError;
use crate::room::Picture;
use crate::seats::{AtTable, OfCombatant};

/// The sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/sheet.css";

/// What a form on the sheet asks for.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Deed {
    /// A few words of condition.
    Note {
        #[serde(default)]
        text: String,
    },
}

impl Deed {
    fn command(self, id: CombatantId) -> Command {
        match self {
            Self::Note { text } => Command::Note { id, text },
        }
    }
}

/// `GET /t/{table}/c/{combatant}`: the sheet.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    OfCombatant { combatant }: OfCombatant,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (_, picture) = deed::seen(&app, &at_table).await?;
    let row = picture.view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let body = body(at_table.table.id, row, "");
    let title = format!("{} · Coterie", row.full_name());
    Ok(deed::print(&app, &headers, &browser, (StatusCode::OK, &title), (STYLE, &body)))
}

/// `POST /t/{table}/c/{combatant}`: something is written on it.
pub(crate) async fn write(
    State(app): State<App>,
    at_table: AtTable,
    OfCombatant { combatant }: OfCombatant,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<Deed>, FormRejection>,
) -> Result<Response, HttpError> {
    let (scene, picture) = deed::seen(&app, &at_table).await?;
    let Picture { view, .. } = picture;
    let row = view.rows.get(&combatant).ok_or(HttpError::NotHere)?;
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let table = at_table.table.id;
    match deed::give(&app, &scene, &at_table.seat, [form.command(combatant)]).await? {
        Ok(()) => Ok(deed::done(&format!("/t/{table}/c/{combatant}"))),
        Err(why) => {
            let body = body(table, row, &why.to_string());
            let title = format!("{} · Coterie", row.full_name());
            Ok(deed::print(&app, &headers, &browser, (deed::status(&why), &title), (STYLE, &body)))
        }
    }
}

fn body(table: TableId, row: &Row, trouble: &str) -> String {
    let mut body = String::with_capacity(8192);
    let (name, note) = (plain(&row.full_name()), plain(row.note.as_deref().unwrap_or_default()));
    let _ = write!(
        body,
        "<main class=\"sheet-page\"><h1>{name}</h1>\
         <form method=\"post\" action=\"/t/{table}/c/{}\"><input type=\"hidden\" name=\"do\" value=\"note\">\
         <label>Condition <input name=\"text\" value=\"{note}\"></label>\
         <p role=\"alert\">{}</p><button>Write</button></form></main>",
        row.id,
        plain(trouble),
    );
    body
}
