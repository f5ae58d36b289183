//! Settings page of a table: the house rules, to read for everyone at the table and to change for those who run it.

use app::page::DeviceSwitch;
use app::pages::settings::{COUNTDOWN, FOE_ODDS, SPREAD, Settings, Trouble};
use app::pages::{FormFields, percent_encode, with_query};
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::StatusCode;
use axum::response::Response;
use rules::base::text::parse_whole_number;
use rules::encounter::{
    COUNTDOWN_SECONDS, Class, Command, Countdown, OnTimeout, Refusal, TableSetting,
};
use rules::messages::served as msg;
use rules::ruleset::settings::{SettingKind, SettingSpec, Value};
use rules::wire::NotDoneReason;
use serde::Deserialize;
use serde_json::Value as Json;

use super::Reader;
use super::form_command;
use crate::auth::browser::is_secure;
use crate::auth::cookie;
use crate::guides;
use crate::http::error::HttpError;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/settings.css";
/// Most bytes of a search text.
const MAX_FIND: usize = 60;

/// URL query of the page of the house rules, with the text to find among the settings.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct SettingsQuery {
    #[serde(default)]
    find: String,
}

/// Change that a form of the settings page requests, by its `key`.
#[derive(Debug, Deserialize)]
#[serde(tag = "key", rename_all = "snake_case")]
enum SettingsForm {
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

/// Value of the form that decides whether players see the odds of rolls.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Odds {
    Shown,
    Concealed,
}

/// Handles `GET /t/{table}/settings`, the page of the house rules in the current encounter, or in the one that `scene=`
/// names.
pub(crate) async fn show(
    reader: Reader,
    sought: Result<Form<SettingsQuery>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(SettingsQuery { find }) = sought.map_err(|_| HttpError::Unreadable)?;
    print_settings(&reader, StatusCode::OK, &find, None).await
}

/// Handles `POST /t/{table}/settings`, which changes one house rule of the table.
pub(crate) async fn change_setting(
    reader: Reader,
    form: Result<Form<FormFields>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(typed) = form.map_err(|_| HttpError::Unreadable)?;
    let specs = reader.scene.system.rules().lists().setting_specs;
    let asked: Option<SettingsForm> = typed.parse_as();
    let command = asked.and_then(|asked| asked.into_command(specs));
    let command = command.ok_or(HttpError::Unreadable)?;
    let (key, find) = (typed.get("key"), typed.get("find"));
    let why = match reader.give_commands([command]).await? {
        // Another seat may have set the same value just now.
        Ok(()) | Err(NotDoneReason::Refused(Refusal::NothingToDo)) => {
            return Ok(form_command::redirect_after(&setting_path(
                &reader, key, find,
            )));
        }
        Err(why) => why,
    };
    let status = match why {
        NotDoneReason::Refused(Refusal::Setting(_) | Refusal::OutOfBounds | Refusal::Text(_)) => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        _ => form_command::status_of(&why),
    };
    let words = match why {
        NotDoneReason::Refused(Refusal::Overtaken) => {
            msg::ANOTHER_CHANGED_THIS_WHILE_THE.get().to_owned()
        }
        NotDoneReason::Refused(Refusal::OutOfBounds) if key == SPREAD => {
            msg::THE_DISTANCE_GOES_FROM_1_TO_100.get().to_owned()
        }
        NotDoneReason::Refused(Refusal::OutOfBounds) => {
            msg::a_question_waits_to_seconds(&COUNTDOWN_SECONDS.start(), &COUNTDOWN_SECONDS.end())
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
        words: app::words::to_sentence(&words),
    };
    print_settings(&reader, status, find, Some(trouble)).await
}

/// Renders the page of the house rules, with the reason if a form was refused.
async fn print_settings(
    reader: &Reader,
    status: StatusCode,
    find: &str,
    trouble: Option<Trouble>,
) -> Result<Response, HttpError> {
    let picture = reader.seat_snapshot().await?;
    let table = &reader.at.table;
    let page = Settings {
        table: table.id,
        scene: reader.scene_query(),
        name: &table.name,
        view: &picture.view,
        can_run_table: picture.class == Class::Storyteller,
        is_beside_table: reader.is_beside_table(),
        find: find
            .get(..find.floor_char_boundary(MAX_FIND))
            .unwrap_or_default(),
        theme: cookie::read_theme(&reader.headers),
        on_device: DeviceSwitch::ALL
            .map(|switch| (switch, cookie::is_switch_on(&reader.headers, switch))),
        // Browsers send `Sec-Fetch-SiteAssets` only over connections they trust: HTTPS, and their own machine.
        secure: is_secure(&reader.app, &reader.headers)
            || reader.headers.contains_key("sec-fetch-site"),
        trouble,
        guide: guides::rule_text,
    };
    let title = msg::table_settings_coterie(&table.name);
    Ok(reader.print_page((status, &title), (STYLE, &page)))
}

/// Parses the countdown of questions as it was when the form was printed.
fn parse_countdown(told: &str) -> Option<Countdown> {
    let (seconds, word) = told.split_once(' ')?;
    let (seconds, then) = (seconds.parse().ok()?, parse_timeout_action(word)?);
    Some(Countdown { seconds, then })
}

/// Parses what happens when the time to answer is up, by its name; `None` for an unknown one.
fn parse_timeout_action(word: &str) -> Option<OnTimeout> {
    serde_json::from_value(Json::from(word)).ok()
}

impl SettingsForm {
    /// Returns the command that the form means; `None` when it is not a form of the settings page.
    fn into_command(self, specs: &[SettingSpec]) -> Option<Command> {
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
                let seconds = parse_whole_number(&seconds).and_then(|it| it.try_into().ok());
                let seconds = seconds.unwrap_or(0);
                let to = match value.as_str() {
                    "off" => None,
                    word => Some(Countdown {
                        seconds,
                        then: parse_timeout_action(word)?,
                    }),
                };
                let was = TableSetting::Countdown(parse_countdown(&was));
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
                let was = (!was.is_empty()).then(|| parse_value(spec, &was));
                let value = parse_value(spec, &value);
                Command::Set { key, value, was }
            }
        })
    }
}

/// Parses the value that was typed for a house rule. A text that the setting cannot hold is taken for a name, which the
/// rules refuse with the right message.
fn parse_value(spec: &SettingSpec, typed: &str) -> Value {
    let typed = typed.trim();
    let named = || Value::Named(typed.to_owned().into());
    match spec.kind {
        SettingKind::YesNo(_) => typed.parse().map_or_else(|_| named(), Value::Yes),
        SettingKind::Number { .. } => parse_whole_number(typed).map_or_else(named, Value::Number),
        SettingKind::Choice(..) => named(),
    }
}

/// Returns the address of a setting on the settings page, with the search text `find`.
fn setting_path(reader: &Reader, key: &str, find: &str) -> String {
    let path = format!("/t/{}/settings{}", reader.at.table.id, reader.scene_query());
    let path = match find.is_empty() {
        true => path,
        false => with_query(&path, "find", &percent_encode(find)),
    };
    format!("{path}#set-{}", percent_encode(key))
}
