//! The front door.

use app::page::{Home, Page, Trouble, Typed};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::system::SystemId;
use rules::text::Name;
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
    /// The key of the rule system; the first when nobody says.
    system: Option<String>,
}

impl Making {
    /// The rules it asks for.
    fn system(&self) -> Result<SystemId, Trouble> {
        match &self.system {
            None => Ok(SystemId::FIRST),
            Some(key) => SystemId::of(key).ok_or(Trouble::System),
        }
    }

    /// The names it gives and the rules it asks for, or the first thing that will not do.
    fn read(&self) -> Result<(Name, Name, SystemId), Trouble> {
        Ok((name(&self.table)?, name(&self.name)?, self.system()?))
    }
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
    let made = match form.read() {
        Ok(made) if app.rates.tables(address) => Ok(made),
        Ok(_) => Err(Trouble::TooFast),
        Err(trouble) => Err(trouble),
    };
    let (table, storyteller, system) = match made {
        Ok(made) => made,
        Err(trouble) => {
            let typed = Typed {
                table: form.table,
                name: form.name,
                system: form.system.unwrap_or_default(),
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
            system,
        },
        storyteller: storyteller.to_string(),
        token: token.hash(),
        at: app.clock.now(),
        records: Vec::new(),
    };
    app.store.make_table(new).await?;
    tracing::info!(table.id = %id, system = system.key(), "a table was made");
    Ok(seated(&app, &headers, id, &token, false))
}
