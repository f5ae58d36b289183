//! Proposals page: players propose and retract, those who run the table accept or decline.

mod form;

use app::pages::proposals::Proposals;
use app::pages::with_query;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::base::id::CombatantId;
use rules::messages::served as msg;

use self::form::ProposalForm;
use super::Reader;
use super::form_command;
use crate::http::error::HttpError;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/proposals.css";

/// Handles `GET /t/{table}/proposals`, the page of the proposals; `of=` names the combatant that a proposal is to be
/// about.
pub(crate) async fn show(reader: Reader) -> Result<Response, HttpError> {
    print_proposals(&reader, StatusCode::OK, None).await
}

/// Handles `POST /t/{table}/proposals`, which makes, accepts or declines a proposal as a form of the page says.
pub(crate) async fn submit(
    reader: Reader,
    form: Result<Form<ProposalForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    let rules = reader.scene.system.rules();
    let command = asked.into_command(rules, requested_combatant(&reader)?)?;
    match reader.give_commands([command]).await? {
        Ok(()) => Ok(form_command::redirect_after(&page_path(&reader))),
        Err(why) => {
            let words = app::words::to_sentence(&why.to_string());
            print_proposals(&reader, form_command::status_of(&why), Some(words)).await
        }
    }
}

/// Parses the combatant that the page's address names with `of=`, if any.
fn requested_combatant(reader: &Reader) -> Result<Option<CombatantId>, HttpError> {
    match reader.query_value("of") {
        "" => Ok(None),
        id => id.parse().map(Some).map_err(|_| HttpError::NotHere),
    }
}

/// Returns the address of the page as it was requested.
fn page_path(reader: &Reader) -> String {
    let path = format!(
        "/t/{}/proposals{}",
        reader.at.table.id,
        reader.scene_query()
    );
    match requested_combatant(reader) {
        Ok(Some(id)) => with_query(&path, "of", &id.to_string()),
        Ok(None) | Err(_) => path,
    }
}

/// Renders the page of the proposals, with the reason if a form was refused.
async fn print_proposals(
    reader: &Reader,
    status: StatusCode,
    trouble: Option<String>,
) -> Result<Response, HttpError> {
    let (table, seat) = (&reader.at.table, &reader.at.seat);
    let picture = reader.seat_snapshot().await?;
    let view = &picture.view;
    let of = match requested_combatant(reader)? {
        Some(id) => Some(&**view.rows.get(&id).ok_or(HttpError::NotHere)?),
        None => None,
    };
    let page = Proposals {
        table: table.id,
        name: &table.name,
        path: page_path(reader),
        scene: reader.scene_query(),
        you: (seat.id, seat.role),
        view,
        waits: match reader.can_run_table() {
            true => &view.proposals,
            false => &picture.proposed,
        },
        of,
        trouble,
    };
    let title = msg::proposals_coterie(&table.name);
    Ok(reader.print_page((status, &title), (STYLE, &page)))
}
