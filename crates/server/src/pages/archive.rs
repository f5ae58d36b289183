//! Downloads of a table: the storyteller's, with whole logs, and everyone's own, with what they were shown.

use axum::extract::State;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use rules::archive::{PLAYER_ARCHIVE_FORMAT, PlayerArchiveBuilder, PlayerEncounterArchive};
use rules::base::id::TableId;
use rules::base::seat::Role;
use rules::encounter::{Class, Encounter};
use rules::messages::serialize_as_words;
use rules::messages::served as msg;
use serde::Serialize;

use super::{form_command, log_reader};
use crate::App;
use crate::archive::{ArchiveError, ArchivePart, PROGRAM, export_table};
use crate::auth::browser::Browser;
use crate::auth::seats::{TableSeat, record_visit};
use crate::http::error::HttpError;
use crate::store::{EncounterInfo, Seat, StoreError};

/// Everything a seat was shown at a table, as a file.
#[derive(Serialize)]
struct PlayerArchive<'a> {
    format: &'static str,
    made_by: &'static str,
    table: &'a str,
    encounters: Vec<ArchivedEncounter>,
}

/// Everything shown of an encounter, up to the first damaged record.
#[derive(Serialize)]
struct ArchivedEncounter {
    #[serde(flatten)]
    told: PlayerEncounterArchive,
    /// First damaged record: it and all behind it are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    damaged: Option<u64>,
}

/// Handles `GET /t/{table}/table.json`, the storyteller's download of the whole table.
pub(crate) async fn table(
    State(app): State<App>,
    who: TableSeat,
    browser: Browser,
) -> Result<Response, HttpError> {
    storyteller_file(&app, &who, &browser, ArchivePart::Table).await
}

/// Handles `GET /t/{table}/cast.json`, the storyteller's download of the current encounter's combatants.
pub(crate) async fn cast(
    State(app): State<App>,
    who: TableSeat,
    browser: Browser,
) -> Result<Response, HttpError> {
    storyteller_file(&app, &who, &browser, ArchivePart::Cast).await
}

/// Handles `GET /t/{table}/encounter.json`, the download of one encounter. It is the current one unless `scene=` names
/// another.
pub(crate) async fn encounter(
    State(app): State<App>,
    who: TableSeat,
    uri: Uri,
    browser: Browser,
) -> Result<Response, HttpError> {
    let scene = form_command::requested_scene(&app, &who, &uri).await?;
    storyteller_file(&app, &who, &browser, ArchivePart::Encounter(scene.id)).await
}

/// Builds the download of a part of a table with whole logs, for the storyteller alone.
async fn storyteller_file(
    app: &App,
    who: &TableSeat,
    browser: &Browser,
    part: ArchivePart,
) -> Result<Response, HttpError> {
    let TableSeat { table, seat } = who;
    if seat.role != Role::Storyteller {
        return Err(HttpError::NotHere);
    }
    if !app.rates.allow_recap(table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    record_visit(app, seat);
    let _turn = app.recaps.acquire().await?;
    let at = (app.clock.now(), app.chance.new_command_id());
    let archive = match export_table(&*app.store, table.id, part, at).await {
        Ok(archive) => archive,
        Err(ArchiveError::NotThere) => return Err(HttpError::NotHere),
        Err(ArchiveError::Damaged(_, record)) => return Err(StoreError::Damaged(record).into()),
        Err(ArchiveError::Store(error)) => return Err(error.into()),
        Err(ArchiveError::Invalid(why)) => return Err(StoreError::Unreadable(why).into()),
    };
    let kind = match part {
        ArchivePart::Table => "table",
        ArchivePart::Cast => "cast",
        ArchivePart::Encounter(_) => "encounter",
    };
    tracing::info!(table.id = %table.id, kind, "a file of a table was given out");
    let name = match part {
        ArchivePart::Table | ArchivePart::Cast => table.name.clone(),
        ArchivePart::Encounter(_) => archive
            .encounters
            .first()
            .map_or_else(String::new, |it| it.title.to_string()),
    };
    download_response(browser, (&name, kind), &archive)
}

/// Handles `GET /t/{table}/told.json`, the download of everything the reader was shown.
pub(crate) async fn player_archive(
    State(app): State<App>,
    who: TableSeat,
    browser: Browser,
) -> Result<Response, HttpError> {
    let TableSeat { table, seat } = &who;
    if !app.rates.allow_recap(table.id, seat.id) {
        return Err(HttpError::TooFast);
    }
    record_visit(&app, seat);
    let _turn = app.recaps.acquire().await?;
    let mut encounters = Vec::new();
    for scene in app.store.encounters(table.id).await? {
        if scene.is_visible_to(seat) {
            encounters.push(collect_encounter(&app, &scene, seat).await?);
        }
    }
    let told = PlayerArchive {
        format: PLAYER_ARCHIVE_FORMAT,
        made_by: PROGRAM,
        table: &table.name,
        encounters,
    };
    // Readers of the file have no message catalog, so its messages are written as text.
    serialize_as_words(|| download_response(&browser, (&table.name, "as-told"), &told))
}

/// Collects what a seat was shown of an encounter, from the first record on.
async fn collect_encounter(
    app: &App,
    scene: &EncounterInfo,
    seat: &Seat,
) -> Result<ArchivedEncounter, HttpError> {
    let fresh = Encounter::new(scene.title.clone(), scene.system);
    let course = PlayerArchiveBuilder::new(fresh, Class::of(seat.role), seat.id);
    let (course, damaged) =
        log_reader::read_log(app, scene, course, PlayerArchiveBuilder::apply).await?;
    let told = course.build();
    Ok(ArchivedEncounter { told, damaged })
}

/// Builds a response that a browser saves as a file, with the name and kind given.
fn download_response(
    browser: &Browser,
    (name, kind): (&str, &str),
    what: &impl Serialize,
) -> Result<Response, HttpError> {
    let text =
        serde_json::to_string(what).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let disposition = format!("attachment; filename=\"{}-{kind}.json\"", slug(name));
    let disposition = HeaderValue::try_from(disposition).map_err(|_| HttpError::Broken)?;
    let says = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        ),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    let mut response = (says, text).into_response();
    browser.renew_key_cookie(&mut response);
    Ok(response)
}

/// Turns a name into a part of a file name, keeping only letters and digits that every system
/// accepts.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    match words.is_empty() {
        true => "coterie".to_owned(),
        false => words.join("-"),
    }
}

/// Returns the links to the storyteller's downloads of a table, each with path, title and description.
pub(crate) fn download_links(table: TableId) -> [(String, &'static str, &'static str); 2] {
    [
        (
            format!("/t/{table}/table.json"),
            msg::THE_WHOLE_TABLE.get(),
            msg::SEATS_CAST_PORTRAITS_EVERY_ENCOUNTER.get(),
        ),
        (
            format!("/t/{table}/cast.json"),
            msg::THE_CAST_ALONE.get(),
            msg::EVERYBODY_AT_THIS_ENCOUNTER_AS.get(),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(slug("The Wharf, midnight"), "the-wharf-midnight");
        assert_eq!(slug("\"; x=\r\n../Ä"), "x");
        assert_eq!(slug("夜"), "coterie");
    }
}
