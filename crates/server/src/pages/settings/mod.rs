//! The table's settings: what it plays another way than the rules are written, to read for everybody
//! at the table and to turn for those who run it.

mod body;
mod control;

use axum::Form;
use axum::extract::State;
use axum::extract::rejection::FormRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rules::encounter::{Class, Command, Countdown, FoeHealth, Refusal, SECONDS, Then, View};
use rules::id::TableId;
use rules::settings::{SettingKind, SettingSpec, Value};
use rules::wire::Why;
use serde::Deserialize;

use super::deed;
use crate::App;
use crate::browser::Browser;
use crate::error::HttpError;
use crate::seats::AtTable;

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

/// Why a form was not done: which setting's, what was typed, and the sentence.
struct Trouble {
    key: String,
    typed: String,
    words: String,
}

/// All that the page is made of.
struct Page<'a> {
    table: TableId,
    name: &'a str,
    view: &'a View,
    /// Whether the reader may turn anything.
    runs: bool,
    /// Whether it opens beside the table.
    beside: bool,
    /// What is looked for, as it was typed.
    find: &'a str,
    trouble: Option<Trouble>,
}

/// `GET /t/{table}/settings`: the page.
pub(crate) async fn show(
    State(app): State<App>,
    at_table: AtTable,
    browser: Browser,
    headers: HeaderMap,
    sought: Result<Form<Sought>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(Sought { find }) = sought.map_err(|_| HttpError::Unreadable)?;
    let asker = Asker {
        app: &app,
        who: &at_table,
        browser: &browser,
        headers: &headers,
    };
    asker.print(StatusCode::OK, &find, None).await
}

/// `POST /t/{table}/settings`: one of them is turned.
pub(crate) async fn turn(
    State(app): State<App>,
    at_table: AtTable,
    browser: Browser,
    headers: HeaderMap,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    let scene = deed::scene(&app, at_table.table.id).await?;
    let specs = scene.system.rules().settings();
    let command = command(specs, &asked).ok_or(HttpError::Unreadable)?;
    let done = deed::give(&app, &scene, &at_table.seat, [command]).await?;
    let why = match done {
        // What another has just set to the same is as it was wanted.
        Ok(()) | Err(Why::Refused(Refusal::NothingToDo)) => {
            let path = path(at_table.table.id, &asked.find, &asked.key);
            return Ok(deed::done(&path));
        }
        Err(why) => why,
    };
    let status = match why {
        Why::Refused(Refusal::Setting(_) | Refusal::OutOfBounds) => {
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
    let asker = Asker {
        app: &app,
        who: &at_table,
        browser: &browser,
        headers: &headers,
    };
    asker.print(status, &asked.find, Some(trouble)).await
}

/// Who asks for the page.
struct Asker<'a> {
    app: &'a App,
    who: &'a AtTable,
    browser: &'a Browser,
    headers: &'a HeaderMap,
}

impl Asker<'_> {
    async fn print(
        &self,
        status: StatusCode,
        find: &str,
        trouble: Option<Trouble>,
    ) -> Result<Response, HttpError> {
        let (_, picture) = deed::seen(self.app, self.who).await?;
        let page = Page {
            table: self.who.table.id,
            name: &self.who.table.name,
            view: &picture.view,
            runs: picture.class == Class::Storyteller,
            beside: deed::is_beside(self.headers),
            find: find
                .get(..find.floor_char_boundary(MAX_FIND))
                .unwrap_or_default(),
            trouble,
        };
        let title = format!("Table settings · {} · Coterie", self.who.table.name);
        let body = body::body(&page);
        Ok(deed::print(
            self.app,
            self.headers,
            self.browser,
            (status, &title),
            (STYLE, &body),
        ))
    }
}

/// The key of the form that says what players see of foes' health.
const FOE_HEALTH: &str = "foe_health";

/// The key of the form that says how long questions wait.
const COUNTDOWN: &str = "countdown";

/// How long questions wait, as a form says what its sender saw.
fn told(countdown: Option<&Countdown>) -> String {
    countdown.map_or_else(String::new, |it| match it.then {
        Then::Storyteller => format!("{} storyteller", it.seconds),
        Then::First => format!("{} first", it.seconds),
    })
}

/// The same read again.
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
    if asked.key == FOE_HEALTH {
        let shown = match asked.value.as_str() {
            "shown" => FoeHealth::Shown,
            "concealed" => FoeHealth::Concealed,
            _ => return None,
        };
        return Some(Command::FoeHealth { shown });
    }
    if asked.key == COUNTDOWN {
        let then = match asked.value.as_str() {
            "off" => None,
            "storyteller" => Some(Then::Storyteller),
            "first" => Some(Then::First),
            _ => return None,
        };
        // What is no number of seconds is refused as one that cannot be.
        let seconds = asked.seconds.trim().parse().unwrap_or(0);
        let to = then.map(|then| Countdown { seconds, then });
        let from = seen(&asked.was);
        return Some(Command::Countdown { from, to });
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
        SettingKind::Number { .. } => typed.parse().map_or_else(|_| named(), Value::Number),
        SettingKind::Choice(..) => named(),
    }
}

/// The way back to a setting on the page.
fn path(table: TableId, find: &str, key: &str) -> String {
    let query = match find.is_empty() {
        true => String::new(),
        false => format!("?find={}", encoded(find)),
    };
    format!("/t/{table}/settings{query}#set-{}", encoded(key))
}

/// Words as they stand in an address.
fn encoded(words: &str) -> String {
    use std::fmt::Write as _;
    words.bytes().fold(String::new(), |mut all, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            all.push(char::from(byte));
        } else {
            let _ = write!(all, "%{byte:02X}");
        }
        all
    })
}
