//! The two steps in which a table is started, and the table that comes of them.

use app::page::{Page, Start, StartStep, Trouble, Typed};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::base::text::Name;
use rules::ruleset::SystemId;
use serde::Deserialize;

use super::home::trouble_status;
use super::{expect_cookie, parse_name, parse_own_name, print_page, redirect_seated};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::Household;
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, NewTable};

/// Form that creates a table, with its name, the storyteller's name and the rule system.
#[derive(Debug, Deserialize)]
pub(crate) struct NewTableForm {
    #[serde(default)]
    table: String,
    #[serde(default)]
    name: String,
    /// Key of the rule system; the default one if missing.
    system: Option<String>,
}

impl NewTableForm {
    /// Returns the rule system that the form for a new table requests.
    fn system(&self) -> Result<SystemId, Trouble> {
        match &self.system {
            None => Ok(SystemId::FIRST),
            Some(key) => SystemId::from_key(key).ok_or(Trouble::System),
        }
    }

    /// Returns the typed names of table and storyteller, to be shown again.
    fn into_typed(self) -> Typed {
        Typed {
            table: self.table,
            name: self.name,
            ..Typed::default()
        }
    }

    /// Parses the form that creates a table, with the table's name, the person's name, and the rule system.
    fn parse(&self) -> Result<(Name, Name, SystemId), Trouble> {
        Ok((
            parse_name(&self.table)?,
            parse_own_name(&self.name)?,
            self.system()?,
        ))
    }
}

/// Handles `GET /start`, the first step of starting a table.
pub(crate) async fn show(State(app): State<App>, headers: HeaderMap) -> Response {
    let start = Start {
        step: StartStep::Names,
        typed: Typed::default(),
        trouble: None,
    };
    print_start(&app, &headers, start)
}

/// Handles `POST /start`, which shows the second step of starting a table, or the first one again
/// with what is wrong.
pub(crate) async fn choose_rules(
    State(app): State<App>,
    headers: HeaderMap,
    form: Result<Form<NewTableForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let (step, trouble) = match form.parse() {
        Ok(_) => (StartStep::Rules, None),
        Err(trouble) => (StartStep::Names, Some(trouble)),
    };
    let start = Start {
        step,
        typed: form.into_typed(),
        trouble,
    };
    Ok(print_start(&app, &headers, start))
}

/// Renders the page of one of the two steps by which a table is started.
fn print_start(app: &App, headers: &HeaderMap, start: Start) -> Response {
    let status = start.trouble.map_or(StatusCode::OK, trouble_status);
    print_page(app, headers, status, &Page::Start(start))
}

/// Handles `POST /tables`, which creates a table, its first encounter, and the storyteller's seat.
pub(crate) async fn create_table(
    State(app): State<App>,
    Household(address): Household,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<NewTableForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let made = match form.parse() {
        Ok(made) if app.rates.allow_table(address) => Ok(made),
        Ok(_) => Err(Trouble::TooFast),
        Err(trouble) => Err(trouble),
    };
    let (table, storyteller, system) = match made {
        Ok(made) => made,
        Err(trouble) => {
            // What is wrong with a name is mended where it was typed.
            let step = match trouble {
                Trouble::Name(_) => StartStep::Names,
                _ => StartStep::Rules,
            };
            let start = Start {
                step,
                typed: form.into_typed(),
                trouble: Some(trouble),
            };
            return Ok(print_start(&app, &headers, start));
        }
    };
    let key = browser.key_or_new(&app);
    let id = app.chance.new_table_id();
    let new = NewTable {
        name: table.to_string(),
        demo: false,
        encounter: EncounterInfo::new_current(app.chance.new_encounter_id(), id, table, system),
        storyteller,
        browser: key.hash(),
        at: app.clock.now(),
        records: Vec::new(),
    };
    app.store.create_table(new).await?;
    tracing::info!(table.id = %id, system = system.key(), "a table was made");
    expect_cookie(&app, &browser, address, "/start");
    Ok(redirect_seated(&browser, id, &key))
}
