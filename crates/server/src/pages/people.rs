//! People page: everybody at the table, invitations, links to another device, revoking a seat, the storyteller's
//! recovery link, and downloads.

use app::pages::people::{FileLink, Made, People, You};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use rules::encounter::Command;
use rules::encounter::view::SeatView;
use rules::id::SeatId;
use rules::messages::served as msg;
use rules::seat::may_hand_over;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::Reader;
use super::{archive, deed, invite, links, scene_name};
use crate::auth::seats::{self, AtTable};
use crate::http::error::HttpError;
use crate::http::limits::MAX_DELAY;
use crate::room::Request;
use crate::store::Seat;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/people.css";
/// Script that adds a copy button to each link; the links work without it.
const COPY: &str = "/copy.js";

/// Action that a form of the page requests.
#[derive(Debug, Deserialize)]
#[serde(tag = "wish", rename_all = "snake_case")]
pub(crate) enum Asked {
    /// Creates a link that moves a seat to another device.
    Move {
        #[serde(deserialize_with = "seat")]
        seat: SeatId,
    },
    /// Revokes a seat.
    Unseat {
        #[serde(deserialize_with = "seat")]
        seat: SeatId,
    },
    /// Mutes a seat: it may watch and do nothing.
    Mute {
        #[serde(deserialize_with = "seat")]
        seat: SeatId,
    },
    /// Lets a muted seat play again.
    Unmute {
        #[serde(deserialize_with = "seat")]
        seat: SeatId,
    },
    /// Makes another seat the storyteller's.
    HandOver {
        #[serde(deserialize_with = "seat")]
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
fn seat<'de, D: Deserializer<'de>>(from: D) -> Result<SeatId, D::Error> {
    let number = String::deserialize(from)?;
    number.parse().map(SeatId).map_err(D::Error::custom)
}

/// `GET /t/{table}/people`: shows the page.
pub(crate) async fn show(reader: Reader, method: Method) -> Result<Response, HttpError> {
    let (app, at) = (&reader.app, &reader.at);
    // A storyteller without a recovery link is shown one unasked, once.
    let made = match method == Method::GET && links::needs_way_back(app, at).await? {
        true => Some(Made::WayBack(
            links::way_back(app, &reader.headers, at).await?,
        )),
        false => None,
    };
    print(&reader, StatusCode::OK, made, None).await
}

/// `POST /t/{table}/people`: applies a form of the page.
pub(crate) async fn act(
    reader: Reader,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    let (app, at, headers) = (&reader.app, &reader.at, &reader.headers);
    let here = format!("/t/{}/people", at.table.id);
    match asked {
        Asked::Move { seat } => {
            let passing = links::for_another_device(app, headers, at, seat).await?;
            let made = Made::Move(seat, passing);
            print(&reader, StatusCode::OK, Some(made), None).await
        }
        Asked::Recover => {
            let passing = links::way_back(app, headers, at).await?;
            let made = Made::WayBack(passing);
            print(&reader, StatusCode::OK, Some(made), None).await
        }
        Asked::Renew => {
            invite::stop(app, at).await?;
            Ok(deed::done(&here))
        }
        Asked::Lock => {
            lock(&reader, true).await?;
            Ok(deed::done(&here))
        }
        Asked::Unlock => {
            lock(&reader, false).await?;
            Ok(deed::done(&here))
        }
        Asked::Delay { seconds } => {
            let done = delay(&reader, &seconds).await?;
            match done {
                Ok(()) => Ok(deed::done(&here)),
                Err(words) => {
                    let status = StatusCode::UNPROCESSABLE_ENTITY;
                    print(&reader, status, None, Some(words)).await
                }
            }
        }
        Asked::HandOver { seat } => {
            hand_over(&reader, seat).await?;
            Ok(deed::done(&here))
        }
        Asked::Unseat { seat } => give(&reader, Command::Unseat { seat }).await,
        Asked::Mute { seat } => give(&reader, Command::Mute { seat, muted: true }).await,
        Asked::Unmute { seat } => give(&reader, Command::Mute { seat, muted: false }).await,
    }
}

/// Closes or opens the table to new guests, for those who run it.
async fn lock(reader: &Reader, locked: bool) -> Result<(), HttpError> {
    if !reader.runs() {
        return Err(HttpError::NotHere);
    }
    Ok(reader.app.store.lock(reader.at.table.id, locked).await?)
}

/// Sets the delay, in seconds, of the spectators' view, for those who run the table. The inner error is the sentence
/// with the allowed range.
async fn delay(reader: &Reader, seconds: &str) -> Result<Result<(), String>, HttpError> {
    if !reader.runs() {
        return Err(HttpError::NotHere);
    }
    let seconds = rules::text::whole(seconds).and_then(|it| it.try_into().ok());
    let Some(seconds) = seconds.filter(|it| *it <= MAX_DELAY) else {
        let words = msg::spectators_see_the_table_0(&MAX_DELAY);
        return Ok(Err(words));
    };
    let table = reader.at.table.id;
    reader.app.store.delay(table, seconds).await?;
    reader.app.rooms.delayed(table, seconds).await;
    Ok(Ok(()))
}

/// Makes another seat the storyteller's.
async fn hand_over(reader: &Reader, to: SeatId) -> Result<(), HttpError> {
    let (app, who) = (&reader.app, &reader.at);
    let table = who.table.id;
    let other = app.store.seat(table, to).await?;
    let other = other.ok_or(HttpError::NotHere)?;
    if !may_hand_over((who.seat.id, who.seat.role), (to, other.role)) {
        return Err(HttpError::NotHere);
    }
    if !app.store.hand_over(table, who.seat.id, to).await? {
        return Err(HttpError::NotHere);
    }
    tracing::info!(table.id = %table, from = who.seat.id.0, to = to.0, "the storytelling was handed over");
    let from = app.store.seat(table, who.seat.id).await?;
    let seats = from.zip(app.store.seat(table, to).await?);
    let (from, to) = seats.ok_or(HttpError::NotHere)?;
    let scene = seats::scene(app, table).await?;
    let handed = |answer| Request::HandedOver {
        seats: Box::new([from.clone(), to.clone()]),
        answer,
    };
    app.rooms.ask(&scene, handed).await?;
    Ok(())
}

/// Gives a command and shows its result.
async fn give(reader: &Reader, command: Command) -> Result<Response, HttpError> {
    match reader.give([command]).await? {
        Ok(()) => Ok(deed::done(&format!("/t/{}/people", reader.at.table.id))),
        Err(why) => {
            let words = app::words::sentence(&why.to_string());
            print(reader, deed::status(&why), None, Some(words)).await
        }
    }
}

/// Returns all seats: those the encounter knows, and those only the store has.
fn seats(kept: &[Seat], seen: &[SeatView]) -> Vec<SeatView> {
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

/// Renders the page.
async fn print(
    reader: &Reader,
    status: StatusCode,
    made: Option<Made>,
    trouble: Option<String>,
) -> Result<Response, HttpError> {
    let AtTable { table, seat } = &reader.at;
    let picture = reader.picture().await?;
    let invitation = match reader.runs() {
        true => Some(invite::invitation(&reader.app, &reader.at, &reader.headers).await?),
        false => None,
    };
    let seats = seats(
        &reader.app.store.seats(table.id).await?,
        &picture.view.seats,
    );
    let mut scenes = reader.app.store.scenes(table.id).await?;
    scenes.retain(|scene| scene.is_open_to(seat));
    let files = archive::paths(table.id);
    let page = People {
        table: table.id,
        name: &table.name,
        you: You {
            seat: seat.id,
            role: seat.role,
            demo: table.demo,
        },
        seats: &seats,
        locked: table.locked,
        delay: table.delay,
        most_delay: MAX_DELAY,
        here: &picture.here,
        invitation,
        made,
        trouble,
        script: reader.app.site.versioned(COPY),
        files: files
            .map(|(path, title, says)| FileLink { path, title, says })
            .into(),
        scenes: scenes.iter().map(scene_name).collect(),
    };
    let title = msg::at_the_table_coterie(&table.name);
    Ok(reader.print((status, &title), (STYLE, &page)))
}
