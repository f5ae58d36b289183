//! Everybody at the table: who they are, the ways to invite others, to sit down with another device, to take a seat away,
//! the storyteller's way back, and a copy to keep.

mod copies;
mod html;

use app::page::{Invitation, Passing};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use rules::encounter::Command;
use rules::encounter::view::SeatView;
use rules::id::{SeatId, TableId};
use rules::seat::{Role, may_hand_over};
use serde::Deserialize;

use super::reader::Reader;
use super::{deed, invite, links};
use crate::error::HttpError;
use crate::limits::MAX_DELAY;
use crate::room::Request;
use crate::seats::AtTable;
use crate::store::{Scene, Seat};

/// The sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/people.css";
/// Puts a button that copies beside each link; the links are there without it.
const COPY: &str = "/copy.js";

/// What a form on the page asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Wish {
    /// A link that moves a seat to another device.
    Move,
    /// A seat is taken away.
    Unseat,
    /// A seat may watch and do nothing.
    Mute,
    /// A muted seat may play again.
    Unmute,
    /// Another seat becomes the storyteller's.
    HandOver,
    /// The table takes nobody new.
    Lock,
    /// The table takes guests again.
    Unlock,
    /// Spectators see what happens so many seconds later.
    Delay,
    /// New links and a new code for all; the old ones stop.
    Renew,
    /// A new way back for the storyteller; the last one stops.
    Recover,
}

/// A form on the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    wish: Wish,
    /// Whose seat it is about.
    seat: Option<SeatId>,
    /// How many seconds later spectators see what happens.
    #[serde(default)]
    seconds: String,
}

/// A link that was made just now, which is shown once.
enum Made {
    /// For a seat on another device.
    Move(SeatId, Passing),
    /// For the storyteller who is forgotten by their browser.
    WayBack(Passing),
}

/// Who the reader is at the table.
struct You {
    seat: SeatId,
    role: Role,
    /// Whether the table is a throw-away demonstration, whose seats do not move.
    demo: bool,
}

/// All that the page is made of.
struct Page<'a> {
    table: TableId,
    name: &'a str,
    you: You,
    seats: &'a [SeatView],
    /// Whether the table takes nobody new.
    locked: bool,
    /// By how many seconds later spectators see what happens.
    delay: u32,
    /// Those who are at the table right now.
    here: &'a [SeatId],
    /// The ways to invite others, for those who run the table.
    invitation: Option<Invitation>,
    made: Option<Made>,
    /// Why a form was not done.
    trouble: Option<String>,
    /// Where the script that copies lies.
    script: String,
    /// The encounters that the reader may know of.
    scenes: Vec<Scene>,
}

/// `GET /t/{table}/people`: the page.
pub(crate) async fn show(reader: Reader, method: Method) -> Result<Response, HttpError> {
    let (app, at) = (&reader.app, &reader.at);
    // A storyteller who has no way back yet is shown one without asking: once.
    let made = match method == Method::GET && links::needs_way_back(app, at).await? {
        true => Some(Made::WayBack(
            links::way_back(app, &reader.headers, at).await?,
        )),
        false => None,
    };
    print(&reader, StatusCode::OK, made, None).await
}

/// `POST /t/{table}/people`: a form on it.
pub(crate) async fn act(
    reader: Reader,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(Asked {
        wish,
        seat,
        seconds,
    }) = form.map_err(|_| HttpError::Unreadable)?;
    let (app, at, headers) = (&reader.app, &reader.at, &reader.headers);
    let named = || seat.ok_or(HttpError::Unreadable);
    let here = format!("/t/{}/people", at.table.id);
    match wish {
        Wish::Move => {
            let seat = named()?;
            let passing = links::for_another_device(app, headers, at, seat).await?;
            let made = Made::Move(seat, passing);
            print(&reader, StatusCode::OK, Some(made), None).await
        }
        Wish::Recover => {
            let passing = links::way_back(app, headers, at).await?;
            let made = Made::WayBack(passing);
            print(&reader, StatusCode::OK, Some(made), None).await
        }
        Wish::Renew => {
            invite::stop(app, at).await?;
            Ok(deed::done(&here))
        }
        Wish::Lock | Wish::Unlock => {
            lock(&reader, wish == Wish::Lock).await?;
            Ok(deed::done(&here))
        }
        Wish::Delay => {
            let done = delay(&reader, &seconds).await?;
            match done {
                Ok(()) => Ok(deed::done(&here)),
                Err(words) => {
                    let status = StatusCode::UNPROCESSABLE_ENTITY;
                    print(&reader, status, None, Some(words)).await
                }
            }
        }
        Wish::HandOver => {
            hand_over(&reader, named()?).await?;
            Ok(deed::done(&here))
        }
        Wish::Unseat => give(&reader, Command::Unseat { seat: named()? }).await,
        Wish::Mute | Wish::Unmute => {
            let (seat, muted) = (named()?, wish == Wish::Mute);
            give(&reader, Command::Mute { seat, muted }).await
        }
    }
}

/// The table takes nobody new, or takes guests again: for those who run it.
async fn lock(reader: &Reader, locked: bool) -> Result<(), HttpError> {
    if !reader.runs() {
        return Err(HttpError::NotHere);
    }
    Ok(reader.app.store.lock(reader.at.table.id, locked).await?)
}

/// Spectators see what happens so many seconds later: for those who run the table. Otherwise a sentence that
/// says what it can be.
async fn delay(reader: &Reader, seconds: &str) -> Result<Result<(), String>, HttpError> {
    if !reader.runs() {
        return Err(HttpError::NotHere);
    }
    let seconds = rules::text::whole(seconds).and_then(|it| it.try_into().ok());
    let Some(seconds) = seconds.filter(|it| *it <= MAX_DELAY) else {
        let words = format!("Spectators see the table 0 to {MAX_DELAY} seconds later.");
        return Ok(Err(words));
    };
    let table = reader.at.table.id;
    reader.app.store.delay(table, seconds).await?;
    reader.app.rooms.delayed(table, seconds).await;
    Ok(Ok(()))
}

/// Another seat becomes the storyteller's.
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
    let scene = deed::scene(app, table).await?;
    let handed = |answer| Request::HandedOver {
        seats: Box::new([from.clone(), to.clone()]),
        answer,
    };
    app.rooms.ask(&scene, handed).await?;
    Ok(())
}

/// Gives a command of the table, and shows what came of it.
async fn give(reader: &Reader, command: Command) -> Result<Response, HttpError> {
    match reader.give([command]).await? {
        Ok(()) => Ok(deed::done(&format!("/t/{}/people", reader.at.table.id))),
        Err(why) => {
            let words = app::words::sentence(&why.to_string());
            print(reader, deed::status(&why), None, Some(words)).await
        }
    }
}

/// Everybody who has a seat: those whom the table keeps, as the encounter has them, and those whom it alone has.
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
    let page = Page {
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
        here: &picture.here,
        invitation,
        made,
        trouble,
        script: reader.app.site.versioned(COPY),
        scenes,
    };
    let title = format!("At the table · {} · Coterie", table.name);
    Ok(reader.print((status, &title), (STYLE, &html::body(&page))))
}
