//! Proposals page: players propose and retract, those who run the table accept or decline.

mod form;

use app::pages::proposals::Proposals;
use app::pages::with;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::id::CombatantId;
use rules::messages::served as msg;

use self::form::Asked;
use super::Reader;
use super::deed;
use crate::http::error::HttpError;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/proposals.css";

/// `GET /t/{table}/proposals`: shows the page; `of=` names the combatant that a proposal is to be about.
pub(crate) async fn show(reader: Reader) -> Result<Response, HttpError> {
    print(&reader, StatusCode::OK, None).await
}

/// `POST /t/{table}/proposals`: applies a form of the page.
pub(crate) async fn act(
    reader: Reader,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    let rules = reader.scene.system.rules();
    let command = asked.command(rules, of(&reader)?)?;
    match reader.give([command]).await? {
        Ok(()) => Ok(deed::done(&path(&reader))),
        Err(why) => {
            let words = app::words::sentence(&why.to_string());
            print(&reader, deed::status(&why), Some(words)).await
        }
    }
}

/// Parses the combatant that the address names.
fn of(reader: &Reader) -> Result<Option<CombatantId>, HttpError> {
    match reader.says("of") {
        "" => Ok(None),
        id => id.parse().map(Some).map_err(|_| HttpError::NotHere),
    }
}

/// Returns the address of the page as it was requested.
fn path(reader: &Reader) -> String {
    let path = format!(
        "/t/{}/proposals{}",
        reader.at.table.id,
        reader.scene_query()
    );
    match of(reader) {
        Ok(Some(id)) => with(&path, "of", &id.to_string()),
        Ok(None) | Err(_) => path,
    }
}

/// Renders the page.
async fn print(
    reader: &Reader,
    status: StatusCode,
    trouble: Option<String>,
) -> Result<Response, HttpError> {
    let (table, seat) = (&reader.at.table, &reader.at.seat);
    let picture = reader.picture().await?;
    let view = &picture.view;
    let of = match of(reader)? {
        Some(id) => Some(&**view.rows.get(&id).ok_or(HttpError::NotHere)?),
        None => None,
    };
    let page = Proposals {
        table: table.id,
        name: &table.name,
        path: path(reader),
        scene: reader.scene_query(),
        you: (seat.id, seat.role),
        view,
        waits: match reader.runs() {
            true => &view.proposals,
            false => &picture.proposed,
        },
        of,
        trouble,
    };
    let title = msg::proposals_coterie(&table.name);
    Ok(reader.print((status, &title), (STYLE, &page)))
}
