//! Front page: the reader's tables, and the forms to create or join one.

use app::page::{Home, OwnTable, Page, SeatedPerson, Trouble, Typed};
use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::base::text::Name;
use rules::ruleset::SystemId;
use serde::Deserialize;

use super::{expect_cookie, parse_name, parse_own_name, print_page, redirect_seated};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::Household;
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, NewTable};

/// Form of the front page that creates a table, with its name, the storyteller's name and the rule system.
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

    /// Parses the form that creates a table, with the table's name, the person's name, and the rule system.
    fn parse(&self) -> Result<(Name, Name, SystemId), Trouble> {
        Ok((
            parse_name(&self.table)?,
            parse_own_name(&self.name)?,
            self.system()?,
        ))
    }
}

/// Handles `GET /`, the front page, where a table is created or joined.
pub(crate) async fn show(
    State(app): State<App>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let home = Home {
        tables: tables_of_browser(&app, &browser).await?,
        ..Home::default()
    };
    let is_known = !home.tables.is_empty();
    let mut response = print_page(&app, &headers, StatusCode::OK, &Page::Home(home));
    if is_known {
        browser.renew_key_cookie(&mut response);
    }
    Ok(response)
}

/// Lists the tables where this browser has a seat.
async fn tables_of_browser(app: &App, browser: &Browser) -> Result<Vec<OwnTable>, HttpError> {
    let Some(hash) = browser.key_hash() else {
        return Ok(Vec::new());
    };
    let now = app.clock.now();
    let sittings = app.store.list_seats_of_browser(hash).await?.into_iter();
    let yours = sittings.map(|sitting| OwnTable {
        table: sitting.seat.table,
        title: sitting.table_name,
        system: sitting.system,
        ago_ms: now.saturating_sub(sitting.seat.seen_at),
        seat: SeatedPerson {
            name: sitting.seat.name,
            role: sitting.seat.role,
        },
    });
    Ok(yours.collect())
}

/// Shows the front page with what is wrong with a form.
pub(super) async fn print_trouble(
    app: &App,
    browser: &Browser,
    headers: &HeaderMap,
    trouble: Trouble,
    typed: Typed,
) -> Result<Response, HttpError> {
    let status = match trouble {
        Trouble::TooFast => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let home = Home {
        tables: tables_of_browser(app, browser).await?,
        trouble: Some(trouble),
        typed,
    };
    Ok(print_page(app, headers, status, &Page::Home(home)))
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
            let typed = Typed {
                table: form.table,
                name: form.name,
                system: form.system.unwrap_or_default(),
                ..Typed::default()
            };
            return print_trouble(&app, &browser, &headers, trouble, typed).await;
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
    expect_cookie(&app, &browser, address, "/");
    Ok(redirect_seated(&browser, id, &key))
}
