//! The table's settings: what it plays another way than the rules are written, to read for everybody
//! at the table and to turn for those who run it.

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
use crate::cookie;
use crate::error::HttpError;
use crate::guides;
use crate::seats::is_secure;

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

/// What a form on the page asks for, by its `key`.
#[derive(Debug, Deserialize)]
#[serde(tag = "key", rename_all = "snake_case")]
enum Asked {
    /// What the scene is called.
    Title { value: String },
    /// Whether players read the odds against foes.
    FoeOdds { value: Odds },
    /// How long questions wait, and what comes then.
    Countdown {
        value: String,
        seconds: String,
        #[serde(default)]
        was: String,
    },
    /// A setting of the table by its own name, or a house rule; and what it was on the page with the form.
    #[serde(untagged)]
    Other {
        key: String,
        value: String,
        #[serde(default)]
        was: String,
    },
}

/// Whether players read odds.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Odds {
    Shown,
    Concealed,
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
    form: Result<Form<Typed>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(typed) = form.map_err(|_| HttpError::Unreadable)?;
    let specs = reader.scene.system.rules().settings();
    let asked: Option<Asked> = typed.read();
    let command = asked.and_then(|asked| asked.command(specs));
    let command = command.ok_or(HttpError::Unreadable)?;
    let (key, find) = (typed.get("key"), typed.get("find"));
    let why = match reader.give([command]).await? {
        // What another has just set to the same is as it was wanted.
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
        // Browsers say where a request comes from only over lines that they trust: https, and their own machine.
        secure: is_secure(&reader.app, &reader.headers)
            || reader.headers.contains_key("sec-fetch-site"),
        trouble,
        guide: guides::words,
    };
    let title = msg::table_settings_coterie(&table.name);
    Ok(reader.print((status, &title), (STYLE, &page)))
}

/// How long questions waited, as a form says what its sender saw.
fn seen(told: &str) -> Option<Countdown> {
    let (seconds, word) = told.split_once(' ')?;
    let (seconds, then) = (seconds.parse().ok()?, then(word)?);
    Some(Countdown { seconds, then })
}

/// What comes when a question waited too long, by its word.
fn then(word: &str) -> Option<Then> {
    serde_json::from_value(Json::from(word)).ok()
}

impl Asked {
    /// The command that it means; `None` when it is none of this page's.
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
                // What is no number of seconds is refused as one that cannot be.
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
            // It travels in another form than it is written here.
            Self::Other { key, .. } if key == FOE_ODDS => return None,
            Self::Other { key, value, was } => {
                // A setting of the table has its value as it travels.
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
fn back(reader: &Reader, key: &str, find: &str) -> String {
    let path = format!("/t/{}/settings{}", reader.at.table.id, reader.scene_query());
    let path = match find.is_empty() {
        true => path,
        false => with(&path, "find", &encoded(find)),
    };
    format!("{path}#set-{}", encoded(key))
}
