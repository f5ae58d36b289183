//! The table's settings: what it plays another way than the rules are written, to read for everybody
//! at the table and to turn for those who run it.

use app::pages::settings::{COUNTDOWN, FOE_ODDS, Settings, TITLE, Trouble};
use app::pages::{encoded, with};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::encounter::{Class, Command, Countdown, Refusal, SECONDS, TableSetting, Then};
use rules::settings::{SettingKind, SettingSpec, Value};
use rules::text::whole;
use rules::wire::Why;
use serde::Deserialize;
use serde_json::Value as Json;

use super::deed;
use super::reader::Reader;
use crate::cookie;
use crate::error::HttpError;
use crate::guides;

/// The sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/settings.css";
/// The longest text that is looked for.
const MAX_FIND: usize = 60;

/// What the reader looks for among the settings.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Sought {
    #[serde(default)]
    find: String,
}

/// What a form on the page asks for.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    /// The key of a house rule, or of what all systems have.
    #[serde(default)]
    key: String,
    /// What it is to be.
    #[serde(default)]
    value: String,
    /// How many seconds a question waits.
    #[serde(default)]
    seconds: String,
    /// What it was on the page with the form.
    #[serde(default)]
    was: String,
    /// What was looked for there.
    #[serde(default)]
    find: String,
}

/// `GET /t/{table}/settings`: the page, of the encounter that is played or of one that `scene=` names.
pub(crate) async fn show(
    reader: Reader,
    sought: Result<Form<Sought>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(Sought { find }) = sought.map_err(|_| HttpError::Unreadable)?;
    print(&reader, StatusCode::OK, &find, None).await
}

/// `POST /t/{table}/settings`: one of them is turned.
pub(crate) async fn turn(
    reader: Reader,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    let specs = reader.scene.system.rules().settings();
    let command = command(specs, &asked).ok_or(HttpError::Unreadable)?;
    let why = match reader.give([command]).await? {
        // What another has just set to the same is as it was wanted.
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            return Ok(deed::done(&back(&reader, &asked)));
        }
        Err(why) => why,
    };
    let status = match why {
        Why::Refused(Refusal::Setting(_) | Refusal::OutOfBounds | Refusal::Text(_)) => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        _ => deed::status(&why),
    };
    let words = match why {
        Why::Refused(Refusal::Overtaken) => {
            "Another changed this while the page was open: it is shown as it is now".to_owned()
        }
        Why::Refused(Refusal::OutOfBounds) => {
            format!(
                "a question waits {} to {} seconds",
                SECONDS.start(),
                SECONDS.end()
            )
        }
        why => why.to_string(),
    };
    let typed = match asked.key.as_str() {
        COUNTDOWN => asked.seconds,
        _ => asked.value,
    };
    let trouble = Trouble {
        key: asked.key,
        typed,
        words: app::words::sentence(&words),
    };
    print(&reader, status, &asked.find, Some(trouble)).await
}

async fn print(
    reader: &Reader,
    status: StatusCode,
    find: &str,
    trouble: Option<Trouble>,
) -> Result<Response, HttpError> {
    let picture = reader.picture().await?;
    let table = &reader.at.table;
    let page = Settings {
        table: table.id,
        scene: reader.scene_query(),
        name: &table.name,
        view: &picture.view,
        runs: picture.class == Class::Storyteller,
        beside: reader.beside(),
        find: find
            .get(..find.floor_char_boundary(MAX_FIND))
            .unwrap_or_default(),
        theme: cookie::theme(&reader.headers),
        bell: cookie::bell(&reader.headers),
        trouble,
        guide: guides::words,
    };
    let title = format!("Table settings · {} · Coterie", table.name);
    Ok(reader.print((status, &title), (STYLE, &page)))
}

/// How long questions waited, as a form says what its sender saw.
fn seen(told: &str) -> Option<Countdown> {
    let (seconds, then) = told.split_once(' ')?;
    let then = match then {
        "storyteller" => Then::Storyteller,
        "first" => Then::First,
        _ => return None,
    };
    let seconds = seconds.parse().ok()?;
    Some(Countdown { seconds, then })
}

/// The command that a form means; `None` when it is none of this page's.
fn command(specs: &[SettingSpec], asked: &Asked) -> Option<Command> {
    let set = |to, was| Command::SetTable { to, was };
    if asked.key == FOE_ODDS {
        let shown = match asked.value.as_str() {
            "shown" => true,
            "concealed" => false,
            _ => return None,
        };
        return Some(set(TableSetting::FoeOdds(shown), None));
    }
    if asked.key == TITLE {
        let title = asked.value.clone();
        return Some(Command::Title { title });
    }
    if asked.key == COUNTDOWN {
        let then = match asked.value.as_str() {
            "off" => None,
            "storyteller" => Some(Then::Storyteller),
            "first" => Some(Then::First),
            _ => return None,
        };
        // What is no number of seconds is refused as one that cannot be.
        let seconds = whole(&asked.seconds)
            .and_then(|it| it.try_into().ok())
            .unwrap_or(0);
        let to = then.map(|then| Countdown { seconds, then });
        let was = TableSetting::Countdown(seen(&asked.was));
        return Some(set(TableSetting::Countdown(to), Some(was)));
    }
    // Any other setting of the table has its own name, and its value as it travels.
    let value: Json =
        serde_json::from_str(&asked.value).unwrap_or_else(|_| Json::String(asked.value.clone()));
    let named = Json::from_iter([(asked.key.clone(), value)]);
    if let Ok(to) = serde_json::from_value(named) {
        return Some(set(to, None));
    }
    let spec = specs.iter().find(|spec| spec.key == asked.key)?;
    let was = (!asked.was.is_empty()).then(|| read(spec, &asked.was));
    Some(Command::Set {
        key: asked.key.clone(),
        value: read(spec, &asked.value),
        was,
    })
}

/// A value as it was typed. What it cannot be is taken for a name, which the rules refuse with the
/// right words.
fn read(spec: &SettingSpec, typed: &str) -> Value {
    let typed = typed.trim();
    let named = || Value::Named(typed.to_owned().into());
    match spec.kind {
        SettingKind::YesNo(_) => typed.parse().map_or_else(|_| named(), Value::Yes),
        SettingKind::Number { .. } => whole(typed).map_or_else(named, Value::Number),
        SettingKind::Choice(..) => named(),
    }
}

/// The way back to a setting on the page.
fn back(reader: &Reader, asked: &Asked) -> String {
    let path = format!("/t/{}/settings{}", reader.at.table.id, reader.scene_query());
    let path = match asked.find.is_empty() {
        true => path,
        false => with(&path, "find", &encoded(&asked.find)),
    };
    format!("{path}#set-{}", encoded(&asked.key))
}
