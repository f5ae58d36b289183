//! The dice: every roll its reader may know of, and whether each fell as the secret of its epoch says.

use rules::messages::served as msg;
use std::str::FromStr;

use app::pages::dice::Dice;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::encounter::{Class, Command, DiceCourse, Encounter};
use rules::fair::check::DiceLog;
use serde::Deserialize;

use super::Reader;
use super::{course, deed};
use crate::error::HttpError;
use crate::store::Standing;

/// The sheet and the script that only this page uses, so that no table waits for them.
const STYLE: &str = "/dice.css";
const SCRIPT: &str = "/dice.js";

/// `GET /t/{table}/dice`: the page, of the encounter that is played or of one that `scene=` names.
pub(crate) async fn show(reader: Reader) -> Result<Response, HttpError> {
    page(&reader, None).await
}

/// `GET /t/{table}/dice.json`: the list, to be kept and checked anywhere.
pub(crate) async fn json(reader: Reader) -> Result<Response, HttpError> {
    let log = of_encounter(&reader).await?;
    let text = serde_json::to_string_pretty(&log).map_err(|_| HttpError::Broken)?;
    let mut response = ([(header::CONTENT_TYPE, "application/json")], text).into_response();
    reader.renew(&mut response);
    Ok(response)
}

/// What a form on the page asks for: by the name of its button.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Asked {
    /// The epoch ends.
    End {
        #[serde(rename = "end")]
        _end: String,
    },
    /// The hidden roll of this number is sealed.
    Seal { seal: String },
    /// The seal of this number is opened.
    Open { open: String },
}

/// The number of a roll or a seal.
fn number<T: FromStr>(typed: &str) -> Result<T, HttpError> {
    typed.parse().map_err(|_| HttpError::Unreadable)
}

/// `POST /t/{table}/dice`: those who run the table end an epoch, seal a hidden roll, open a seal.
pub(crate) async fn act(
    reader: Reader,
    form: Result<Form<Asked>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    if !reader.runs() {
        return Err(HttpError::NotHere);
    }
    let command = match asked {
        Asked::End { .. } => Command::EndEpoch,
        Asked::Seal { seal } => Command::SealRoll {
            roll: number(&seal)?,
        },
        Asked::Open { open } => Command::OpenRoll {
            seal: number(&open)?,
        },
    };
    match reader.give([command]).await? {
        Ok(()) => {
            let (table, scene) = (reader.at.table.id, reader.scene_query());
            Ok(deed::done(&format!("/t/{table}/dice{scene}")))
        }
        Err(why) => page(&reader, Some((deed::status(&why), why.to_string()))).await,
    }
}

async fn page(
    reader: &Reader,
    trouble: Option<(StatusCode, String)>,
) -> Result<Response, HttpError> {
    let log = of_encounter(reader).await?;
    let (status, trouble) = trouble.unwrap_or((StatusCode::OK, String::new()));
    let table = &reader.at.table;
    let page = Dice {
        table: table.id,
        name: &table.name,
        scene: reader.scene_query(),
        may_act: reader.runs() && reader.scene.standing != Standing::Over,
        log: &log,
        script: &reader.app.site.versioned(SCRIPT),
        trouble: &trouble,
        came: reader.app.store.came(&reader.scene).await?.is_some(),
    };
    let title = msg::the_dice_coterie(&table.name);
    Ok(reader.print((status, &title), (STYLE, &page)))
}

/// What the seat's class may know of the dice of the encounter.
async fn of_encounter(reader: &Reader) -> Result<DiceLog, HttpError> {
    let Reader { app, at, scene, .. } = reader;
    if !app.rates.recaps(at.table.id, at.seat.id) {
        return Err(HttpError::TooFast);
    }
    // Those who run the table may look at the players'.
    let class = match reader.asks("players") {
        true => Class::Table,
        false => Class::of(at.seat.role),
    };
    // To follow a long log takes a core a while: not more of them than the rooms can spare.
    let _turn = app.recaps.wait().await?;
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = DiceCourse::new(scene.dice, fresh, class);
    let (course, _) = course::follow(app, scene, course, DiceCourse::follow).await?;
    Ok(course.log().summed())
}
