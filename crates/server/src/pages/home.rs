//! The front door.

use app::page::{Home, Page, Trouble, Typed};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::system::SystemId;
use serde::Deserialize;

use super::{name, print, seated};
use crate::App;
use crate::error::HttpError;
use crate::seats::Household;
use crate::store::{NewTable, Scene};
use crate::token::Token;

/// The form that makes a table.
#[derive(Debug, Deserialize)]
pub(crate) struct Making {
    #[serde(default)]
    table: String,
    #[serde(default)]
    name: String,
}

/// `GET /`.
pub(crate) async fn show(State(app): State<App>, headers: HeaderMap) -> Response {
    print(&app, &headers, StatusCode::OK, &Page::Home(Home::default()))
}

/// The front door with what went wrong at it.
pub(super) fn again(app: &App, headers: &HeaderMap, trouble: Trouble, typed: Typed) -> Response {
    let status = match trouble {
        Trouble::TooFast => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let home = Home {
        trouble: Some(trouble),
        typed,
    };
    print(app, headers, status, &Page::Home(home))
}

/// `POST /tables`: a table, its first encounter, and the storyteller's seat.
pub(crate) async fn make(
    State(app): State<App>,
    Household(address): Household,
    headers: HeaderMap,
    form: Result<Form<Making>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let names = name(&form.table).and_then(|table| Ok((table, name(&form.name)?)));
    let made = match names {
        Ok(names) if app.rates.tables(address) => Ok(names),
        Ok(_) => Err(Trouble::TooFast),
        Err(trouble) => Err(trouble),
    };
    let (table, storyteller) = match made {
        Ok(names) => names,
        Err(trouble) => {
            let typed = Typed {
                table: form.table,
                name: form.name,
                ..Typed::default()
            };
            return Ok(again(&app, &headers, trouble, typed));
        }
    };
    let token = Token::mint(&*app.chance);
    let id = app.chance.table();
    let new = NewTable {
        name: table.to_string(),
        demo: false,
        scene: Scene {
            id: app.chance.encounter(),
            table: id,
            title: table,
            system: SystemId::Chronicle,
        },
        storyteller: storyteller.to_string(),
        token: token.hash(),
        at: app.clock.now(),
        records: Vec::new(),
    };
    app.store.make_table(new).await?;
    tracing::info!(table.id = %id, "a table was made");
    Ok(seated(&app, &headers, id, &token, false))
}
