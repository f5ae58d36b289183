//! The table screen: its link, the page that a large display shows, and the page on which storytellers choose what it
//! shows.

use app::page::{Join, Opening, Page, ScreenOffer, Trouble};
use app::pages::FormFields;
use app::pages::table_screen::{KnownClock, ScreenChoice};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use rules::base::confusables::make_distinct_name;
use rules::base::id::{ClockId, HandoutId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use rules::encounter::command::HandoutEdit;
use rules::encounter::{Command, Refusal};
use rules::messages::served as msg;
use rules::table_screen::{ScreenInvitation, ScreenLayout, TableScreen};
use rules::wire::NotDoneReason;

use super::links::json_response;
use super::{Reader, check_key_returned, form_command, invite, join, print_page, with_new_key};
use crate::App;
use crate::auth::browser::Browser;
use crate::auth::seats::{Household, sit_down};
use crate::http::error::HttpError;
use crate::http::limits::{MAX_SEATS, max_seats};
use crate::room::SeatSnapshot;
use crate::store::{EncounterStage, NewSeat, SeatOutcome};

/// Style sheet of the page on which storytellers choose.
const STYLE: &str = "/people.css";
/// Script that adds a copy button to the link.
const COPY: &str = "/copy.js";

/// Returns the address of a table's screen, its display for all players.
fn screen_path(table: TableId) -> String {
    format!("/t/{table}/screen")
}

/// Handles `GET /screen/{token}`, the page of the link for a table screen, which redirects a browser that has a seat.
pub(crate) async fn show_link(
    State(app): State<App>,
    Path(token): Path<String>,
    browser: Browser,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    let (invite, table) = join::find_invited(&app, &token).await?;
    if invite.role != Role::Spectator {
        return Err(HttpError::NotHere);
    }
    if browser.find_seat(&app, table.id).await?.is_some() {
        return Ok(Redirect::to(&screen_path(table.id)).into_response());
    }
    let trouble = table.locked.then_some(Trouble::Locked);
    let join = screen_join(&token, &table.name, trouble);
    let page = print_page(&app, &headers, StatusCode::OK, &Page::Join(join));
    Ok(with_new_key(&app, &browser, page))
}

/// Returns the content of the page on which a browser becomes a table screen.
fn screen_join(token: &str, table: &str, trouble: Option<Trouble>) -> Join {
    Join {
        action: format!("/screen/{token}?{}", super::KEY_GIVEN),
        table: table.to_owned(),
        role: Role::Spectator,
        trouble,
        name: String::new(),
        screen: true,
    }
}

/// Handles `POST /screen/{token}`, which gives a display a spectator's seat of its own.
pub(crate) async fn take_seat(
    State(app): State<App>,
    Path(token): Path<String>,
    Household(address): Household,
    browser: Browser,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, HttpError> {
    check_key_returned(&uri, &browser)?;
    let (invite, table) = join::find_invited(&app, &token).await?;
    if invite.role != Role::Spectator {
        return Err(HttpError::NotHere);
    }
    let to = Redirect::to(&screen_path(table.id));
    if browser.find_seat(&app, table.id).await?.is_some() {
        return Ok(to.into_response());
    }
    let key = browser.key_or_new(&app);
    let outcome = if table.locked {
        Err(Trouble::Locked)
    } else if !app.rates.allow_seat(address, table.id) {
        Err(Trouble::TooFast)
    } else {
        let seats = app.store.seats(table.id).await?;
        let taken: Vec<Name> = seats
            .iter()
            .filter_map(|it| Name::new(&it.name).ok())
            .collect();
        let wanted = Name::new(msg::TABLE_SCREEN.get()).map_err(|_| HttpError::Broken)?;
        let new = NewSeat {
            table: table.id,
            role: Role::Spectator,
            name: make_distinct_name(&wanted, &taken),
            browser: key.hash(),
            at: app.clock.now(),
            max_seats: MAX_SEATS,
            max_of_role: max_seats(Role::Spectator),
        };
        match sit_down(&app, new).await? {
            SeatOutcome::Seated(_) => Ok(()),
            SeatOutcome::Full => Err(Trouble::Full),
            SeatOutcome::NameTaken => Err(Trouble::Taken),
            SeatOutcome::Locked => Err(Trouble::Locked),
        }
    };
    match outcome {
        Ok(()) => {
            tracing::info!(table.id = %table.id, "a table screen was opened");
            let mut response = to.into_response();
            browser.set_key_cookie(&mut response, &key);
            Ok(response)
        }
        Err(trouble) => {
            let status = match trouble {
                Trouble::TooFast => StatusCode::TOO_MANY_REQUESTS,
                _ => StatusCode::UNPROCESSABLE_ENTITY,
            };
            let join = screen_join(&token, &table.name, Some(trouble));
            Ok(print_page(&app, &headers, status, &Page::Join(join)))
        }
    }
}

/// Handles `GET /t/{table}/screen`, which is the display for a spectator's seat, and for those who
/// run the table the page on which they choose what it shows. A player is led to the table.
pub(crate) async fn show(reader: Reader) -> Result<Response, HttpError> {
    match reader.at.seat.role {
        Role::Spectator => show_display(&reader).await,
        Role::Player => Ok(super::redirect_to_table(reader.at.table.id)),
        Role::Storyteller | Role::CoStoryteller => {
            print_choice(&reader, StatusCode::OK, None).await
        }
    }
}

/// Renders the table screen, with the view of spectators from which its socket continues.
async fn show_display(reader: &Reader) -> Result<Response, HttpError> {
    if reader.scene.stage != EncounterStage::Current {
        return Ok(Redirect::to(&screen_path(reader.at.table.id)).into_response());
    }
    let SeatSnapshot {
        class,
        epoch,
        seq,
        view,
        ..
    } = reader.seat_snapshot().await?;
    let table = &reader.at.table;
    let opening = Opening {
        table: table.id,
        table_name: table.name.clone(),
        encounter: reader.scene.id,
        you: reader.at.seat.id,
        class,
        epoch,
        seq,
        view,
        demo: table.demo,
        needs_way_back: false,
        unseen: false,
    };
    let page = Page::Screen(Box::new(opening));
    let mut response = print_page(&reader.app, &reader.headers, StatusCode::OK, &page);
    reader.renew_cookie(&mut response);
    Ok(response)
}

/// Handles `GET /t/{table}/screen/offer`, which answers with the invitation that the display shows now, or `null`.
pub(crate) async fn offer(reader: Reader) -> Result<Response, HttpError> {
    let table = &reader.at.table;
    let view = reader.seat_snapshot().await?.view;
    let set = view.screen.map(|screen| screen.into_inner().set);
    let role = set.unwrap_or_default();
    let role = role.invited_role(view.turn.round, table.locked, table.delay);
    let offer = match role {
        None => None,
        Some(role) => Some(make_offer(&reader, role).await?),
    };
    json_response(&offer)
}

/// Returns the invitation on the table screen for a role, with a QR code, and for players the words
/// to type.
async fn make_offer(reader: &Reader, role: Role) -> Result<ScreenOffer, HttpError> {
    let (site, path) = invite::invited_link(&reader.app, &reader.headers, &reader.at.table, role)?;
    let code = match role {
        Role::Player => Some(
            invite::current_code(&reader.app, reader.at.table.id)
                .await?
                .words,
        ),
        Role::Spectator | Role::Storyteller | Role::CoStoryteller => None,
    };
    let host = site.split_once("://").map_or(&site[..], |(_, host)| host);
    Ok(ScreenOffer {
        host: host.to_owned(),
        code,
        qr: crate::qr::draw_qr(&format!("{site}{path}")),
    })
}

/// Handles `POST /t/{table}/screen`, which changes what the table screen shows.
pub(crate) async fn submit(
    reader: Reader,
    form: Result<Form<FormFields>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(typed) = form.map_err(|_| HttpError::Unreadable)?;
    if !reader.at.seat.role.can_run_table() {
        return Err(HttpError::NotHere);
    }
    let now = reader.seat_snapshot().await?.view.screen;
    let now = now
        .map(|screen| screen.into_inner().set)
        .unwrap_or_default();
    let command = read_command(&typed, now).ok_or(HttpError::Unreadable)?;
    match reader.give_commands([command]).await? {
        Ok(()) | Err(NotDoneReason::Refused(Refusal::NothingToDo)) => {
            let here = format!(
                "{}{}",
                screen_path(reader.at.table.id),
                reader.scene_query()
            );
            Ok(form_command::redirect_after(&here))
        }
        Err(why) => {
            let words = app::words::to_sentence(&why.to_string());
            print_choice(&reader, form_command::status_of(&why), Some(words)).await
        }
    }
}

/// Returns the command that a form about the table screen means, given the present choice; `None`
/// if it is no form of the page.
fn read_command(typed: &FormFields, now: TableScreen) -> Option<Command> {
    let mut to = now;
    match typed.get("wish") {
        "layout" => {
            let mut all = ScreenLayout::ALL.into_iter();
            to.layout = all.find(|it| it.key() == typed.get("layout"))?;
        }
        "invitation" => {
            let mut all = ScreenInvitation::ALL.into_iter();
            to.invitation = all.find(|it| it.key() == typed.get("invitation"))?;
        }
        "clocks" if typed.has_value("which", "usual") => to.clocks = None,
        "clocks" => {
            let chosen = typed.0.iter().filter(|(field, _)| field == "clock");
            let chosen: Option<_> = chosen.map(|(_, id)| id.parse().ok().map(ClockId)).collect();
            to.clocks = Some(chosen?);
        }
        wish @ ("show" | "take") => {
            let id = HandoutId(typed.get("handout").parse().ok()?);
            let on = wish == "show";
            return Some(Command::EditHandout(HandoutEdit::Screen { id, on }));
        }
        _ => return None,
    }
    Some(Command::SetScreen(to))
}

/// Renders the page on which storytellers choose what the table screen shows, with the reason if a
/// form was refused.
async fn print_choice(
    reader: &Reader,
    status: StatusCode,
    trouble: Option<String>,
) -> Result<Response, HttpError> {
    let view = reader.seat_snapshot().await?.view;
    let table = &reader.at.table;
    let (site, path) = invite::invited_link(&reader.app, &reader.headers, table, Role::Spectator)?;
    let clocks = view.clocks.iter().flat_map(|all| all.iter());
    let clocks = clocks.map(|clock| KnownClock {
        id: clock.id,
        name: clock.name.clone(),
        hidden: clock.hidden,
    });
    let handouts = view.handouts.iter().flat_map(|all| all.iter());
    let handouts = handouts.map(|(id, it)| (id, it.name.to_string(), it.on_screen.is_some()));
    let set = view.screen.as_ref().map(|screen| screen.set.clone());
    let page = ScreenChoice {
        table: table.id,
        scene: reader.scene_query(),
        name: &table.name,
        link: invite::screen_link(&site, &path),
        set: set.unwrap_or_default(),
        clocks: clocks.collect(),
        handouts: handouts.collect(),
        has_scene: view.scene.is_some(),
        is_closed: table.locked || table.delay > 0,
        is_beside_table: reader.is_beside_table(),
        trouble,
        script: reader.app.site.versioned_path(COPY),
    };
    let title = msg::table_screen_coterie(&table.name);
    Ok(reader.print_page((status, &title), (STYLE, &page)))
}
