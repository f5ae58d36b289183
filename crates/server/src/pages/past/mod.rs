//! What was: the replay of an encounter, what changed a combatant, and the whole log.
//!
//! All of it comes from [`rules::encounter::past`]: what a class of viewers was shown, step by step.
//! [`replay`], [`log`] and [`who`] are the pages; [`bar`], [`row`], [`exchange`] and [`line`] are parts of them.

mod bar;
mod exchange;
mod line;
mod log;
mod replay;
mod row;
mod who;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::encounter::{Class, View};
use rules::id::{EncounterId, SeatId};
use serde::Deserialize;

use super::course;
use super::deed::encoded;
use super::reader::Reader;
use crate::error::HttpError;
use crate::past::{self, Read};
use crate::seats::{AtTable, OfCombatant};
use crate::store::{Scene, Standing};

/// The sheet and the script that only these pages use, so that no table waits for them.
const STYLE: &str = "/past.css";
const SCRIPT: &str = "/past.js";
/// The longest text that is looked for.
const MAX_FIND: usize = 60;

/// What the address of one of these pages asks for.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    /// A step; the newest without it.
    #[serde(default)]
    at: String,
    /// The seat whose view is wanted, for those who run the table.
    #[serde(default, rename = "as")]
    eyes: String,
    /// What is looked for in the log.
    #[serde(default)]
    find: String,
    /// The page of the log, the newest lines first.
    #[serde(default)]
    page: String,
    /// What of a combatant is asked about.
    #[serde(default)]
    of: String,
    /// Which box of their health.
    #[serde(default, rename = "box")]
    of_box: String,
}

/// Who looks at which encounter, and as whom.
struct Look<'a> {
    who: &'a AtTable,
    scene: &'a Scene,
    /// The class whose past is shown.
    class: Class,
    /// The seat through whose eyes one looks who runs the table.
    eyes: Option<SeatId>,
    beside: bool,
}

impl Look<'_> {
    /// The encounter, where the table is not at it.
    fn past(&self) -> Option<EncounterId> {
        (self.scene.standing != Standing::Current).then_some(self.scene.id)
    }

    fn runs(&self) -> bool {
        self.who.seat.role.runs_the_table()
    }

    /// The address of one of these pages with the same encounter and the same eyes, and behind it
    /// what is not empty of `more`, as HTML has it.
    fn address(&self, page: &str, more: &[(&str, &str)]) -> String {
        let id = self.who.table.id;
        let scene = self.past().map(|id| id.to_string()).unwrap_or_default();
        let eyes = self.eyes.map(|SeatId(seat)| seat.to_string());
        let eyes = eyes.unwrap_or_default();
        let own = [("scene", scene.as_str()), ("as", eyes.as_str())];
        let all = own
            .iter()
            .chain(more)
            .filter(|(_, value)| !value.is_empty());
        let query: Vec<String> = all
            .map(|(name, value)| format!("{name}={}", encoded(value)))
            .collect();
        match query.is_empty() {
            true => format!("/t/{id}/{page}"),
            false => format!("/t/{id}/{page}?{}", query.join("&amp;")),
        }
    }

    /// The fields of a form that keep the encounter and the eyes.
    fn fields(&self) -> String {
        let hidden = |name: &str, value: String| {
            format!("<input type=\"hidden\" name=\"{name}\" value=\"{value}\">")
        };
        let scene = self.past().map(|id| hidden("scene", id.to_string()));
        let eyes = self.eyes.map(|SeatId(seat)| hidden("as", seat.to_string()));
        scene.into_iter().chain(eyes).collect()
    }
}

/// Who asks for what, and the past of the encounter it is about.
async fn look<'a>(reader: &'a Reader, asked: &Asked) -> Result<(Look<'a>, Read), HttpError> {
    let Reader { app, at, scene, .. } = reader;
    let seat = &at.seat;
    if !app.rates.replays(at.table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    let read = app.pasts.read(scene, &*app.store, &app.recaps).await?;
    let (class, eyes) = match asked.eyes.as_str() {
        "" => (Class::of(seat.role), None),
        // Through another's eyes look those who run the table, and nobody else.
        _ if !seat.role.runs_the_table() => return Err(HttpError::NotHere),
        eyes => {
            let eyes = SeatId(eyes.parse().map_err(|_| HttpError::NotHere)?);
            let class = read.past()?.class_of(eyes).ok_or(HttpError::NotHere)?;
            (class, Some(eyes))
        }
    };
    let look = Look {
        who: at,
        scene,
        class,
        eyes,
        beside: reader.beside(),
    };
    Ok((look, read))
}

/// Which step is meant: the one that was asked for, or the nearest there is. `None` when there is
/// nothing to look back on.
fn step(read: &Read, class: Class, asked: &Asked) -> Result<Option<u32>, HttpError> {
    let bounds = read.past()?.bounds(class);
    Ok(bounds.map(|(first, last)| match asked.at.parse::<u32>() {
        Ok(at) => at.clamp(first, last),
        Err(_) => last,
    }))
}

/// A page of the past, which says so where it ends before its time.
fn up_to_damage(is_damaged: bool, body: String) -> String {
    match is_damaged {
        true => format!("<p role=\"status\">{}</p>{body}", course::DAMAGED),
        false => body,
    }
}

/// `GET /t/{table}/replay`: the page.
pub(crate) async fn replay(
    reader: Reader,
    asked: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = look(&reader, &asked).await?;
    let number = step(&read, look.class, &asked)?;
    let is_damaged = read.is_damaged();
    let body = match number {
        None => replay::nothing(&look),
        Some(number) => {
            let course = replay::Course::of(read.past()?, look.class, number);
            let at = (look.class, number);
            let then = past::at(read, at, look.scene, &*reader.app.store).await?;
            let view = View::of(&then, look.class);
            let script = reader.app.site.versioned(SCRIPT);
            replay::body(&look, &course, &view, &script)
        }
    };
    let title = format!("Replay · {} · Coterie", reader.at.table.name);
    let body = up_to_damage(is_damaged, body);
    Ok(reader.print((StatusCode::OK, &title), (STYLE, &body)))
}

/// `GET /t/{table}/replay.json`: the view at a step, as the class was sent it.
pub(crate) async fn view(
    reader: Reader,
    asked: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = look(&reader, &asked).await?;
    let number = step(&read, look.class, &asked)?.ok_or(HttpError::NotHere)?;
    let at = (look.class, number);
    let then = past::at(read, at, look.scene, &*reader.app.store).await?;
    let view = View::of(&then, look.class);
    let text = serde_json::to_string(&view).map_err(|_| HttpError::Broken)?;
    let mut response = ([(header::CONTENT_TYPE, "application/json")], text).into_response();
    reader.renew(&mut response);
    Ok(response)
}

/// `GET /t/{table}/log`: the whole log, a page of it, or what is found in it.
pub(crate) async fn log(
    reader: Reader,
    asked: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = look(&reader, &asked).await?;
    let find: String = asked.find.trim().chars().take(MAX_FIND).collect();
    let page = asked.page.parse().unwrap_or(1);
    let script = reader.app.site.versioned(SCRIPT);
    let body = log::body(&look, read.past()?, (&find, page), &script);
    let body = up_to_damage(read.is_damaged(), body);
    let title = format!("The log · {} · Coterie", reader.at.table.name);
    Ok(reader.print((StatusCode::OK, &title), (STYLE, &body)))
}

/// `GET /t/{table}/c/{combatant}/past`: what changed a combatant, when, and whose doing it was.
pub(crate) async fn changes(
    reader: Reader,
    OfCombatant { combatant }: OfCombatant,
    asked: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = asked.map_err(|_| HttpError::Unreadable)?;
    let (look, read) = look(&reader, &asked).await?;
    let which = who::Which::of(&asked.of, &asked.of_box);
    let script = reader.app.site.versioned(SCRIPT);
    let number = asked.page.parse().unwrap_or(1);
    let of = (&which, number);
    let page = who::page(&look, read.past()?, combatant, of, &script);
    let (name, body) = page.ok_or(HttpError::NotHere)?;
    let body = up_to_damage(read.is_damaged(), body);
    let title = format!("{name}: who did this · Coterie");
    Ok(reader.print((StatusCode::OK, &title), (STYLE, &body)))
}
