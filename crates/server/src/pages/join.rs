//! Joining a table by a link or a spoken code.

use app::page::{Join, Page, Trouble, Typed};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use rules::base::confusables::impersonates_storyteller;
use rules::base::seat::Role;
use serde::Deserialize;

use super::{
    KEY_GIVEN, check_key_returned, home, parse_own_name, print_page, redirect_seated,
    redirect_to_table, with_new_key,
};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::invite::{Invite, normalize_code};
use crate::auth::seats::{Household, sit_down};
use crate::http::error::HttpError;
use crate::http::limits::{MAX_SEATS, max_seats};
use crate::store::{NewSeat, SeatOutcome, Table};

/// Form of a person who takes a seat at a table.
#[derive(Debug, Deserialize)]
pub(crate) struct JoinForm {
    #[serde(default)]
    name: String,
}

/// Form in which a guest types the spoken code of an invitation to a table.
#[derive(Debug, Deserialize)]
pub(crate) struct CodeForm {
    #[serde(default)]
    code: String,
}

/// Returns the invitation and the table of a link that is still valid.
pub(super) async fn find_invited(app: &App, token: &str) -> Result<(Invite, Table), HttpError> {
    let invite = Invite::read(&app.secret, token).ok_or(HttpError::NotHere)?;
    let table = app.store.table(invite.table).await?;
    let table = table.filter(|table| table.generation == invite.generation);
    Ok((invite, table.ok_or(HttpError::NotHere)?))
}

/// Handles `GET /join/{token}`, the page of an invitation, which redirects a browser that has a seat.
pub(crate) async fn show(
    State(app): State<App>,
    Path(token): Path<String>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (invite, table) = find_invited(&app, &token).await?;
    if browser.find_seat(&app, table.id).await?.is_some() {
        return Ok(redirect_to_table(table.id));
    }
    let join = Join {
        action: format!("/join/{token}?{KEY_GIVEN}"),
        table: table.name,
        role: invite.role,
        trouble: table.locked.then_some(Trouble::Locked),
        name: String::new(),
        screen: false,
    };
    let page = print_page(&app, &headers, StatusCode::OK, &Page::Join(join));
    Ok(with_new_key(&app, &browser, page))
}

/// Handles `POST /join/{token}`, which gives a guest with an invitation a seat at the table.
pub(crate) async fn take_seat(
    State(app): State<App>,
    Path(token): Path<String>,
    Household(address): Household,
    browser: Browser,
    uri: Uri,
    headers: HeaderMap,
    form: Result<Form<JoinForm>, FormRejection>,
) -> Result<Response, HttpError> {
    check_key_returned(&uri, &browser)?;
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let (invite, table) = find_invited(&app, &token).await?;
    if browser.find_seat(&app, table.id).await?.is_some() {
        return Ok(redirect_to_table(table.id));
    }
    let key = browser.key_or_new(&app);
    let made = match parse_own_name(&form.name) {
        Err(trouble) => Err(trouble),
        Ok(name) if impersonates_storyteller(&name, invite.role) => Err(Trouble::Storyteller),
        Ok(_) if table.locked => Err(Trouble::Locked),
        Ok(_) if !app.rates.allow_seat(address, table.id) => Err(Trouble::TooFast),
        Ok(name) => {
            let new = NewSeat {
                table: table.id,
                role: invite.role,
                name,
                browser: key.hash(),
                at: app.clock.now(),
                max_seats: MAX_SEATS,
                max_of_role: max_seats(invite.role),
            };
            match sit_down(&app, new).await? {
                SeatOutcome::Seated(seat) => Ok(seat),
                SeatOutcome::Full => Err(Trouble::Full),
                SeatOutcome::NameTaken => Err(Trouble::Taken),
                SeatOutcome::Locked => Err(Trouble::Locked),
            }
        }
    };
    match made {
        Ok(id) => {
            tracing::info!(table.id = %table.id, seat = id.0, "somebody sat down");
            Ok(redirect_seated(&browser, table.id, &key))
        }
        Err(trouble) => {
            let status = match trouble {
                Trouble::TooFast => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            };
            let join = Join {
                action: format!("/join/{token}"),
                table: table.name,
                role: invite.role,
                trouble: Some(trouble),
                name: form.name,
                screen: false,
            };
            Ok(print_page(&app, &headers, status, &Page::Join(join)))
        }
    }
}

/// Handles `POST /code`, which redirects from a spoken code to its invitation link.
pub(crate) async fn redirect_code(
    State(app): State<App>,
    Household(address): Household,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<CodeForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(form) = form.map_err(|_| HttpError::Unreadable)?;
    let found = if app.rates.allow_code(address) {
        let now = app.clock.now();
        let table = app
            .store
            .table_by_code(&normalize_code(&form.code), now)
            .await?;
        table.ok_or(Trouble::Code)
    } else {
        Err(Trouble::TooFast)
    };
    match found {
        Ok(table) => {
            let invite = Invite {
                table: table.id,
                role: Role::Player,
                generation: table.generation,
            };
            let path = invite.path(&app.secret).ok_or(HttpError::NotHere)?;
            Ok(Redirect::to(&path).into_response())
        }
        Err(trouble) => {
            let typed = Typed {
                code: form.code,
                ..Typed::default()
            };
            home::print_trouble(&app, &browser, &headers, trouble, typed).await
        }
    }
}
