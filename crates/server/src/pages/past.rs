//! Pages about the past: the replay of an encounter, the changes of a combatant, and the whole log.
//!
//! Made from [`rules::encounter::replay::past`]: what a class of viewers was shown, step by step.

use app::pages::past::changes::{ChangesPage, TrackedValue};
use app::pages::past::course::ReplayPosition;
use app::pages::past::log::Log;
use app::pages::past::replay::Replay;
use app::pages::past::{MAX_FIND, PastPage};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::base::id::SeatId;
use rules::encounter::{Class, View};
use rules::messages::serialize_as_words;
use rules::messages::served as msg;
use serde::Deserialize;

use super::Reader;
use super::log_reader;
use crate::auth::seats::CombatantPath;
use crate::http::error::HttpError;
use crate::past_cache::{self, LoadedPast};
use crate::store::EncounterStage;

/// Style sheet that only these pages use, so that no table waits for it.
const STYLE: &str = "/past.css";
/// Script that only these pages use.
const SCRIPT: &str = "/past.js";

/// URL query of the pages of an encounter's past, which are the log, the replay and the changes.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct PastQuery {
    /// Step to show; the newest if empty.
    #[serde(default)]
    at: String,
    /// Seat whose view is wanted, for those who run the table.
    #[serde(default, rename = "as")]
    eyes: String,
    /// Text to find in the log.
    #[serde(default)]
    find: String,
    /// Page of the log; the first has the newest lines.
    #[serde(default)]
    page: String,
    /// Value of a combatant that the page is about.
    #[serde(default)]
    of: String,
    /// Health box that the page is about.
    #[serde(default, rename = "box")]
    of_box: String,
}

/// Returns the common content of the pages of an encounter's past, and the history it was read
/// from.
async fn open_past<'a>(
    reader: &'a Reader,
    asked: &PastQuery,
) -> Result<(PastPage<'a>, LoadedPast), HttpError> {
    let Reader { app, at, scene, .. } = reader;
    let seat = &at.seat;
    if !app.rates.allow_replay(at.table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    let read = app.past_cache.load(scene, &*app.store, &app.recaps).await?;
    let (class, eyes) = match asked.eyes.as_str() {
        "" => (Class::of(seat.role), None),
        // Only those who run the table may view it as another seat.
        _ if !seat.role.can_run_table() => return Err(HttpError::NotHere),
        eyes => {
            let eyes = SeatId(eyes.parse().map_err(|_| HttpError::NotHere)?);
            let class = read.past()?.class_of(eyes).ok_or(HttpError::NotHere)?;
            (class, Some(eyes))
        }
    };
    let is_past = scene.stage != EncounterStage::Current;
    let look = PastPage {
        table: at.table.id,
        name: &at.table.name,
        scene: scene.id,
        scene_title: is_past.then(|| scene.current_title().as_str()),
        class,
        reader: eyes.unwrap_or(seat.id),
        viewed_as: eyes,
        can_run_table: reader.can_run_table(),
        is_beside_table: reader.is_beside_table(),
        script: app.site.versioned_path(SCRIPT),
        damaged: read.is_damaged().then_some(log_reader::DAMAGED.get()),
    };
    Ok((look, read))
}

/// Returns the requested step of the history, or the nearest there is; `None` for an empty history.
fn resolve_step(
    read: &LoadedPast,
    class: Class,
    asked: &PastQuery,
) -> Result<Option<u32>, HttpError> {
    let bounds = read.past()?.step_range(class);
    Ok(bounds.map(|(first, last)| match asked.at.parse::<u32>() {
        Ok(at) => at.clamp(first, last),
        Err(_) => last,
    }))
}

/// Handles `GET /t/{table}/replay`, the page that replays an encounter step by step.
pub(crate) async fn replay(
    reader: Reader,
    asked: Result<Form<PastQuery>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = open_past(&reader, &asked).await?;
    let number = resolve_step(&read, look.class, &asked)?;
    let then = match number {
        None => None,
        Some(number) => {
            let course = ReplayPosition::new(read.past()?, &look, number);
            let at = (look.class, number);
            let then =
                past_cache::encounter_at(read, at, &reader.scene, &*reader.app.store).await?;
            Some((course, View::of(&then, look.class)))
        }
    };
    let page = Replay {
        look: &look,
        at: then.as_ref().map(|(course, view)| (course, view)),
    };
    let title = msg::replay_coterie(&look.name);
    Ok(reader.print_page((StatusCode::OK, &title), (STYLE, &page)))
}

/// Handles `GET /t/{table}/replay.json`, the view at one step of the replay, as the class was sent it.
pub(crate) async fn view(
    reader: Reader,
    asked: Result<Form<PastQuery>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = open_past(&reader, &asked).await?;
    let number = resolve_step(&read, look.class, &asked)?.ok_or(HttpError::NotHere)?;
    let at = (look.class, number);
    let then = past_cache::encounter_at(read, at, &reader.scene, &*reader.app.store).await?;
    let view = View::of(&then, look.class);
    let text =
        serialize_as_words(|| serde_json::to_string(&view)).map_err(|_| HttpError::Broken)?;
    let mut response = ([(header::CONTENT_TYPE, "application/json")], text).into_response();
    reader.renew_cookie(&mut response);
    Ok(response)
}

/// Handles `GET /t/{table}/log`, the page with the encounter's log by pages, or the lines found in it.
pub(crate) async fn log(
    reader: Reader,
    asked: Result<Form<PastQuery>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = open_past(&reader, &asked).await?;
    let find: String = asked.find.trim().chars().take(MAX_FIND).collect();
    let page = Log {
        look: &look,
        past: read.past()?,
        find: &find,
        page: asked.page.parse().unwrap_or(1),
    };
    let title = msg::the_log_coterie(&look.name);
    Ok(reader.print_page((StatusCode::OK, &title), (STYLE, &page)))
}

/// Handles `GET /t/{table}/c/{combatant}/past`, the page of the changes to a combatant, with time
/// and person.
pub(crate) async fn changes(
    reader: Reader,
    CombatantPath { combatant }: CombatantPath,
    asked: Result<Form<PastQuery>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = open_past(&reader, &asked).await?;
    let past = read.past()?;
    let name = past
        .last_known_name(look.class, combatant)
        .ok_or(HttpError::NotHere)?;
    let page = ChangesPage {
        look: &look,
        past,
        id: combatant,
        name,
        which: TrackedValue::from_query(&asked.of, &asked.of_box),
        page: asked.page.parse().unwrap_or(1),
    };
    let title = msg::who_did_this_coterie(&name);
    Ok(reader.print_page((StatusCode::OK, &title), (STYLE, &page)))
}
