//! Dice page: every roll the reader may know, and whether each follows from the secret of its epoch.

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
use crate::http::error::HttpError;
use crate::store::Standing;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/dice.css";
/// Script that only this page uses.
const SCRIPT: &str = "/dice.js";

/// `GET /t/{table}/dice`: shows the page of the current encounter, or of the one that `scene=` names.
pub(crate) async fn show(reader: Reader) -> Result<Response, HttpError> {
    page(&reader, None).await
}

/// `GET /t/{table}/dice.json`: the list of rolls, to be saved and verified anywhere.
pub(crate) async fn json(reader: Reader) -> Result<Response, HttpError> {
    let log = of_encounter(&reader).await?;
    let text = serde_json::to_string_pretty(&log).map_err(|_| HttpError::Broken)?;
    let mut response = ([(header::CONTENT_TYPE, "application/json")], text).into_response();
    reader.renew(&mut response);
    Ok(response)
}

/// Action that a form requests, by the name of its button.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Asked {
    /// Ends the epoch.
    End {
        #[serde(rename = "end")]
        _end: String,
    },
    /// Seals the hidden roll of this number.
    Seal { seal: String },
    /// Opens the seal of this number.
    Open { open: String },
}

/// Parses the number of a roll or a seal.
fn number<T: FromStr>(typed: &str) -> Result<T, HttpError> {
    typed.parse().map_err(|_| HttpError::Unreadable)
}

/// `POST /t/{table}/dice`: ends an epoch, seals a hidden roll, or opens a seal, for those who run the table.
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

/// Renders the page.
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

/// Builds the list of what the seat's class may know of the encounter's dice.
async fn of_encounter(reader: &Reader) -> Result<DiceLog, HttpError> {
    let Reader { app, at, scene, .. } = reader;
    if !app.rates.recaps(at.table.id, at.seat.id) {
        return Err(HttpError::TooFast);
    }
    // Those who run the table may request the players' version.
    let class = match reader.asks("players") {
        true => Class::Table,
        false => Class::of(at.seat.role),
    };
    // Reading a long log takes a core for a while: no more of them than the rooms can spare.
    let _turn = app.recaps.wait().await?;
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = DiceCourse::new(scene.dice, fresh, class);
    let (course, _) = course::follow(app, scene, course, DiceCourse::follow).await?;
    Ok(course.log().summed())
}
