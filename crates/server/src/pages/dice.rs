//! Dice page: every roll the reader may know, and whether each follows from the secret of its epoch.

use rules::messages::served as msg;
use std::str::FromStr;

use app::pages::dice::Dice;
use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rules::dice_proof::check::DiceLog;
use rules::encounter::{Class, Command, DiceLogRecorder, Encounter};
use serde::Deserialize;

use super::Reader;
use super::{form_command, log_reader};
use crate::http::error::HttpError;
use crate::store::EncounterStage;

/// Style sheet that only this page uses, so that no table waits for it.
const STYLE: &str = "/dice.css";
/// Script that only this page uses.
const SCRIPT: &str = "/dice.js";

/// Handles `GET /t/{table}/dice`, the page with the dice proof of the current encounter, or of the one that `scene=`
/// names.
pub(crate) async fn show(reader: Reader) -> Result<Response, HttpError> {
    print_proof(&reader, None).await
}

/// Handles `GET /t/{table}/dice.json`, the list of rolls, which can be saved and verified anywhere.
pub(crate) async fn json(reader: Reader) -> Result<Response, HttpError> {
    let log = build_dice_log(&reader).await?;
    let text = serde_json::to_string_pretty(&log).map_err(|_| HttpError::Broken)?;
    let mut response = ([(header::CONTENT_TYPE, "application/json")], text).into_response();
    reader.renew_cookie(&mut response);
    Ok(response)
}

/// Action that a form of the dice page requests, by the name of its button.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum DiceForm {
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

/// Parses the number of a roll, or of a seal by which a hidden roll is committed.
fn parse_number<T: FromStr>(typed: &str) -> Result<T, HttpError> {
    typed.parse().map_err(|_| HttpError::Unreadable)
}

/// Handles `POST /t/{table}/dice`, which ends an epoch, seals a hidden roll, or opens a seal, for those who run the
/// table.
pub(crate) async fn submit(
    reader: Reader,
    form: Result<Form<DiceForm>, FormRejection>,
) -> Result<Response, HttpError> {
    let Form(asked) = form.map_err(|_| HttpError::Unreadable)?;
    if !reader.can_run_table() {
        return Err(HttpError::NotHere);
    }
    let command = match asked {
        DiceForm::End { .. } => Command::EndEpoch,
        DiceForm::Seal { seal } => Command::SealRoll {
            roll: parse_number(&seal)?,
        },
        DiceForm::Open { open } => Command::OpenRoll {
            seal: parse_number(&open)?,
        },
    };
    match reader.give_commands([command]).await? {
        Ok(()) => {
            let (table, scene) = (reader.at.table.id, reader.scene_query());
            Ok(form_command::redirect_after(&format!(
                "/t/{table}/dice{scene}"
            )))
        }
        Err(why) => {
            print_proof(
                &reader,
                Some((form_command::status_of(&why), why.to_string())),
            )
            .await
        }
    }
}

/// Renders the page with the dice proof of an encounter.
async fn print_proof(
    reader: &Reader,
    trouble: Option<(StatusCode, String)>,
) -> Result<Response, HttpError> {
    let log = build_dice_log(reader).await?;
    let (status, trouble) = trouble.unwrap_or((StatusCode::OK, String::new()));
    let table = &reader.at.table;
    let page = Dice {
        table: table.id,
        name: &table.name,
        scene: reader.scene_query(),
        may_act: reader.can_run_table() && reader.scene.stage != EncounterStage::Over,
        log: &log,
        script: &reader.app.site.versioned_path(SCRIPT),
        trouble: &trouble,
        is_imported: reader
            .app
            .store
            .imported_record_count(&reader.scene)
            .await?
            .is_some(),
    };
    let title = msg::the_dice_coterie(&table.name);
    Ok(reader.print_page((status, &title), (STYLE, &page)))
}

/// Builds the list of what the seat's class of readers may know of the encounter's dice.
async fn build_dice_log(reader: &Reader) -> Result<DiceLog, HttpError> {
    let Reader { app, at, scene, .. } = reader;
    if !app.rates.allow_recap(at.table.id, at.seat.id) {
        return Err(HttpError::TooFast);
    }
    // Those who run the table may request the players' version.
    let class = match reader.has_query_word("players") {
        true => Class::Table,
        false => Class::of(at.seat.role),
    };
    // Reading a long log takes a core for a while: no more of them than the rooms can spare.
    let _turn = app.recaps.acquire().await?;
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = DiceLogRecorder::new(scene.dice, fresh, class);
    let (course, _) =
        log_reader::read_log(app, scene, course, DiceLogRecorder::apply_record).await?;
    Ok(course.into_log().with_sum())
}
