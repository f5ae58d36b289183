//! People page: everybody at the table, invitations, links to another device, revoking a seat, the storyteller's
//! recovery link, and downloads.

use app::pages::people::{FileLink, NewLink, PageReader, People};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use rules::base::id::SeatId;
use rules::base::seat::can_hand_over_table;
use rules::encounter::Command;
use rules::encounter::view::SeatView;
use rules::messages::served as msg;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::Reader;
use super::{archive, form_command, invite, links, scene_name};
use crate::auth::seats::{self, TableSeat};
use crate::http::error::HttpError;
use crate::http::limits::MAX_DELAY;
use crate::room::Request;
use crate::store::Seat;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/people.css";
/// Script that adds a copy button to each link; the links work without it.
const COPY: &str = "/copy.js";

/// Action that a form on the page of the table's people requests.
#[derive(Debug, Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
pub(crate) enum PeopleForm {
    /// Creates a link that moves a seat to another device.
    Move {
        #[serde(deserialize_with = "deserialize_seat")]
        seat: SeatId,
    },
    /// Revokes a seat.
    Unseat {
        #[serde(deserialize_with = "deserialize_seat")]
        seat: SeatId,
    },
    /// Mutes a seat: it may watch and do nothing.
    Mute {
        #[serde(deserialize_with = "deserialize_seat")]
        seat: SeatId,
    },
    /// Lets a muted seat play again.
    Unmute {
        #[serde(deserialize_with = "deserialize_seat")]
        seat: SeatId,
    },
    /// Makes another seat the storyteller's.
    HandOver {
        #[serde(deserialize_with = "deserialize_seat")]
        seat: SeatId,
    },
    /// Closes the table to new guests.
    Lock,
    /// Opens the table to guests again.
    Unlock,
    /// Sets the delay, in seconds, of the spectators' view.
    Delay {
        #[serde(default)]
        seconds: String,
    },
    /// Creates new invite links and a new code, and revokes the old ones.
    Renew,
    /// Creates a new recovery link for the storyteller, and revokes the last one.
    Recover,
}

/// Deserializes a seat from the text of a form.
fn deserialize_seat<'de, D: Deserializer<'de>>(from: D) -> Result<SeatId, D::Error> {
    let number = String::deserialize(from)?;
    number.parse().map(SeatId).map_err(D::Error::custom)
}

/// Handles `GET /t/{table}/people`, the page of the table's people with their seats.
pub(crate) async fn show(reader: Reader, method: Method) -> Result<Response, HttpError> {
    let (app, at) = (&reader.app, &reader.at);
    // A storyteller without a recovery link is shown one unasked, once.
    let made = match method == Method::GET && links::needs_recovery_link(app, at).await? {
        true => Some(NewLink::Recovery(
            links::make_recovery_link(app, &reader.headers, at).await?,
        )),
        false => None,
    };
    print_people(&reader, StatusCode::OK, made, None).await
}

/// Handles `POST /t/{table}/people`, which applies a form of the page of the table's people.
pub(crate) async fn act(
    reader: Reader,
    form: Result<Form<PeopleForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    let (app, at, headers) = (&reader.app, &reader.at, &reader.headers);
    let here = format!("/t/{}/people", at.table.id);
    match asked {
        PeopleForm::Move { seat } => {
            let passing = links::make_move_link(app, headers, at, seat).await?;
            let made = NewLink::Move(seat, passing);
            print_people(&reader, StatusCode::OK, Some(made), None).await
        }
        PeopleForm::Recover => {
            let passing = links::make_recovery_link(app, headers, at).await?;
            let made = NewLink::Recovery(passing);
            print_people(&reader, StatusCode::OK, Some(made), None).await
        }
        PeopleForm::Renew => {
            invite::revoke_invites(app, at).await?;
            Ok(form_command::redirect_after(&here))
        }
        PeopleForm::Lock => {
            set_locked(&reader, true).await?;
            Ok(form_command::redirect_after(&here))
        }
        PeopleForm::Unlock => {
            set_locked(&reader, false).await?;
            Ok(form_command::redirect_after(&here))
        }
        PeopleForm::Delay { seconds } => {
            let done = set_delay(&reader, &seconds).await?;
            match done {
                Ok(()) => Ok(form_command::redirect_after(&here)),
                Err(words) => {
                    let status = StatusCode::UNPROCESSABLE_ENTITY;
                    print_people(&reader, status, None, Some(words)).await
                }
            }
        }
        PeopleForm::HandOver { seat } => {
            hand_over_storytelling(&reader, seat).await?;
            Ok(form_command::redirect_after(&here))
        }
        PeopleForm::Unseat { seat } => give_command(&reader, Command::Unseat { seat }).await,
        PeopleForm::Mute { seat } => {
            give_command(&reader, Command::Mute { seat, muted: true }).await
        }
        PeopleForm::Unmute { seat } => {
            give_command(&reader, Command::Mute { seat, muted: false }).await
        }
    }
}

/// Closes or opens the table to new guests, for those who run it.
async fn set_locked(reader: &Reader, locked: bool) -> Result<(), HttpError> {
    if !reader.can_run_table() {
        return Err(HttpError::NotHere);
    }
    Ok(reader
        .app
        .store
        .set_locked(reader.at.table.id, locked)
        .await?)
}

/// Sets the delay, in seconds, of the spectators' view, for those who run the table. The inner error is the sentence
/// with the allowed range.
async fn set_delay(reader: &Reader, seconds: &str) -> Result<Result<(), String>, HttpError> {
    if !reader.can_run_table() {
        return Err(HttpError::NotHere);
    }
    let seconds = rules::base::text::parse_whole_number(seconds).and_then(|it| it.try_into().ok());
    let Some(seconds) = seconds.filter(|it| *it <= MAX_DELAY) else {
        let words = msg::spectators_see_the_table_0(&MAX_DELAY);
        return Ok(Err(words));
    };
    let table = reader.at.table.id;
    reader.app.store.set_spectator_delay(table, seconds).await?;
    reader.app.rooms.set_view_delay(table, seconds).await;
    Ok(Ok(()))
}

/// Makes the holder of another seat the table's storyteller.
async fn hand_over_storytelling(reader: &Reader, to: SeatId) -> Result<(), HttpError> {
    let (app, who) = (&reader.app, &reader.at);
    let table = who.table.id;
    let other = app.store.seat(table, to).await?;
    let other = other.ok_or(HttpError::NotHere)?;
    if !can_hand_over_table((who.seat.id, who.seat.role), (to, other.role)) {
        return Err(HttpError::NotHere);
    }
    if !app
        .store
        .hand_over_storyteller(table, who.seat.id, to)
        .await?
    {
        return Err(HttpError::NotHere);
    }
    tracing::info!(table.id = %table, from = who.seat.id.0, to = to.0, "the storytelling was handed over");
    let from = app.store.seat(table, who.seat.id).await?;
    let seats = from.zip(app.store.seat(table, to).await?);
    let (from, to) = seats.ok_or(HttpError::NotHere)?;
    let scene = seats::current_scene(app, table).await?;
    let handed = |answer| Request::HandedOver {
        seats: Box::new([from.clone(), to.clone()]),
        answer,
    };
    app.rooms.send_request(&scene, handed).await?;
    Ok(())
}

/// Sends a command to the encounter and shows the page of the people with its result.
async fn give_command(reader: &Reader, command: Command) -> Result<Response, HttpError> {
    match reader.give_commands([command]).await? {
        Ok(()) => Ok(form_command::redirect_after(&format!(
            "/t/{}/people",
            reader.at.table.id
        ))),
        Err(why) => {
            let words = app::words::to_sentence(&why.to_string());
            print_people(reader, form_command::status_of(&why), None, Some(words)).await
        }
    }
}

/// Returns all seats of the table, both those the encounter knows (`seen`) and those only the store
/// has (`kept`).
fn merge_seats(kept: &[Seat], seen: &[SeatView]) -> Vec<SeatView> {
    let unseen = |seat: &&Seat| seen.iter().all(|it| it.id != seat.id);
    let unseen = kept.iter().filter(unseen).map(|seat| SeatView {
        id: seat.id,
        name: seat.name.clone(),
        role: seat.role,
        muted: false,
        own_dice: false,
    });
    let mut all: Vec<_> = seen.iter().cloned().chain(unseen).collect();
    all.sort_by_key(|seat| seat.id);
    all
}

/// Renders the page of the table's people with their seats.
async fn print_people(
    reader: &Reader,
    status: StatusCode,
    made: Option<NewLink>,
    trouble: Option<String>,
) -> Result<Response, HttpError> {
    let TableSeat { table, seat } = &reader.at;
    let picture = reader.seat_snapshot().await?;
    let invitation = match reader.can_run_table() {
        true => Some(invite::invitation(&reader.app, &reader.at, &reader.headers).await?),
        false => None,
    };
    let seats = merge_seats(
        &reader.app.store.seats(table.id).await?,
        &picture.view.seats,
    );
    let mut scenes = reader.app.store.encounters(table.id).await?;
    scenes.retain(|scene| scene.is_visible_to(seat));
    let files = archive::download_links(table.id);
    let page = People {
        table: table.id,
        name: &table.name,
        you: PageReader {
            seat: seat.id,
            role: seat.role,
            demo: table.demo,
        },
        seats: &seats,
        locked: table.locked,
        delay: table.delay,
        most_delay: MAX_DELAY,
        connected: &picture.present,
        invitation,
        new_link: made,
        trouble,
        script: reader.app.site.versioned_path(COPY),
        files: files
            .map(|(path, title, says)| FileLink {
                path,
                title,
                description: says,
            })
            .into(),
        scenes: scenes.iter().map(scene_name).collect(),
    };
    let title = msg::at_the_table_coterie(&table.name);
    Ok(reader.print_page((status, &title), (STYLE, &page)))
}
