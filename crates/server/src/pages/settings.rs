//! Settings page of a table: the house rules, to read for everyone at the table and to change for those who run it.

use app::page::DeviceSwitch;
use app::pages::settings::{COUNTDOWN, FOE_ODDS, Settings, Trouble};
use app::pages::{Typed, encoded, with};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::encounter::{Class, Command, Countdown, Refusal, SECONDS, TableSetting, Then};
use rules::messages::served as msg;
use rules::settings::{SettingKind, SettingSpec, Value};
use rules::text::whole;
use rules::wire::Why;
use serde::Deserialize;
use serde_json::Value as Json;

use super::Reader;
use super::deed;
use crate::auth::browser::is_secure;
use crate::auth::cookie;
use crate::guides;
use crate::http::error::HttpError;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/settings.css";
/// Most bytes of a search text.
const MAX_FIND: usize = 60;

/// Query of the page: the text to find among the settings.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Sought {
    #[serde(default)]
    find: String,
}

/// Change that a form of the page requests, by its `key`.
#[derive(Debug, Deserialize)]
#[serde(tag = "key", rename_all = "snake_case")]
enum Asked {
    /// Sets the title of the scene.
    Title { value: String },
    /// Sets whether players see the odds against foes.
    FoeOdds { value: Odds },
    /// Sets how long questions wait, and what happens on timeout.
    Countdown {
        value: String,
        seconds: String,
        #[serde(default)]
        was: String,
    },
    /// Sets another table setting by its own name, or a house rule; holds its value when the form was printed as
    /// well.
    #[serde(untagged)]
    Other {
        key: String,
        value: String,
        #[serde(default)]
        was: String,
    },
}

/// Whether players see odds.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Odds {
    Shown,
    Concealed,
}

/// `GET /t/{table}/settings`: shows the page of the current encounter, or of the one that `scene=` names.
pub(crate) async fn show(
    reader: Reader,
    sought: Result<Form<Sought>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(Sought { find }) = sought.map_err(|_| HttpError::Unreadable)?;
    print(&reader, StatusCode::OK, &find, None).await
}

/// `POST /t/{table}/settings`: changes one setting.
pub(crate) async fn turn(
    reader: Reader,
    form: Result<Form<Typed>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(typed) = form.map_err(|_| HttpError::Unreadable)?;
    let specs = reader.scene.system.rules().settings();
    let asked: Option<Asked> = typed.read();
    let command = asked.and_then(|asked| asked.command(specs));
    let command = command.ok_or(HttpError::Unreadable)?;
    let (key, find) = (typed.get("key"), typed.get("find"));
    let why = match reader.give([command]).await? {
        // Another seat may have set the same value just now.
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            return Ok(deed::done(&back(&reader, key, find)));
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
        Why::Refused(Refusal::Overtaken) => msg::ANOTHER_CHANGED_THIS_WHILE_THE.get().to_owned(),
        Why::Refused(Refusal::OutOfBounds) => {
            msg::a_question_waits_to_seconds(&SECONDS.start(), &SECONDS.end())
        }
        why => why.to_string(),
    };
    let field = match key {
        COUNTDOWN => "seconds",
        _ => "value",
    };
    let trouble = Trouble {
        key: key.to_owned(),
        typed: typed.get(field).to_owned(),
        words: app::words::sentence(&words),
    };
    print(&reader, status, find, Some(trouble)).await
}

/// Renders the page.
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
        on_device: DeviceSwitch::ALL.map(|switch| (switch, cookie::is_on(&reader.headers, switch))),
        // Browsers send `Sec-Fetch-Site` only over connections they trust: HTTPS, and their own machine.
        secure: is_secure(&reader.app, &reader.headers)
            || reader.headers.contains_key("sec-fetch-site"),
        trouble,
        guide: guides::words,
    };
    let title = msg::table_settings_coterie(&table.name);
    Ok(reader.print((status, &title), (STYLE, &page)))
}

/// Parses the countdown as it was when the form was printed.
fn seen(told: &str) -> Option<Countdown> {
    let (seconds, word) = told.split_once(' ')?;
    let (seconds, then) = (seconds.parse().ok()?, then(word)?);
    Some(Countdown { seconds, then })
}

/// Parses the timeout action by its name.
fn then(word: &str) -> Option<Then> {
    serde_json::from_value(Json::from(word)).ok()
}

impl Asked {
    /// Returns the command that the form means; `None` when it is not one of this page.
    fn command(self, specs: &[SettingSpec]) -> Option<Command> {
        let set = |to, was| Command::SetTable { to, was };
        Some(match self {
            Self::Title { value } => Command::Title { title: value },
            Self::FoeOdds { value } => set(TableSetting::FoeOdds(value == Odds::Shown), None),
            Self::Countdown {
                value,
                seconds,
                was,
            } => {
                // A text that is no number is refused like a number out of range.
                let seconds = whole(&seconds).and_then(|it| it.try_into().ok());
                let seconds = seconds.unwrap_or(0);
                let to = match value.as_str() {
                    "off" => None,
                    word => Some(Countdown {
                        seconds,
                        then: then(word)?,
                    }),
                };
                let was = TableSetting::Countdown(seen(&was));
                set(TableSetting::Countdown(to), Some(was))
            }
            // The JSON of this setting differs from the form's text.
            Self::Other { key, .. } if key == FOE_ODDS => return None,
            Self::Other { key, value, was } => {
                // The form holds the value of a table setting as JSON.
                let json = serde_json::from_str(&value).unwrap_or_else(|_| Json::from(&*value));
                let named = Json::from_iter([(key.clone(), json)]);
                if let Ok(to) = serde_json::from_value(named) {
                    return Some(set(to, None));
                }
                let spec = specs.iter().find(|spec| spec.key == key)?;
                let was = (!was.is_empty()).then(|| read(spec, &was));
                let value = read(spec, &value);
                Command::Set { key, value, was }
            }
        })
    }
}

/// Parses a typed value. A text that the setting cannot hold is taken for a name, which the rules refuse with the
/// right message.
fn read(spec: &SettingSpec, typed: &str) -> Value {
    let typed = typed.trim();
    let named = || Value::Named(typed.to_owned().into());
    match spec.kind {
        SettingKind::YesNo(_) => typed.parse().map_or_else(|_| named(), Value::Yes),
        SettingKind::Number { .. } => whole(typed).map_or_else(named, Value::Number),
        SettingKind::Choice(..) => named(),
    }
}

/// Returns the address of a setting on the page.
fn back(reader: &Reader, key: &str, find: &str) -> String {
    let path = format!("/t/{}/settings{}", reader.at.table.id, reader.scene_query());
    let path = match find.is_empty() {
        true => path,
        false => with(&path, "find", &encoded(find)),
    };
    format!("{path}#set-{}", encoded(key))
}
