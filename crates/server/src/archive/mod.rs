//! Export and import of tables as archive files. Exports are read from the store, imports are checked under limits and
//! written in one transaction. The file format and its checks are in `rules::archive`.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rules::archive::{
    Archive, ArchiveKind, ArchivedEncounter, ArchivedPortrait, ArchivedSeat, ArchivedStatus,
    FORMAT, InvalidArchive, VERSION, VerifiedArchive,
};
use rules::base::id::{CommandId, EncounterId, SeatId, TableId};
use rules::base::seat::Role;
use rules::base::text::Name;
use rules::dice_proof::Hex;
use rules::encounter::{Encounter, Refusal};

use crate::auth::token::TokenHash;
use crate::chance::Chance;
use crate::picture;
use crate::store::archive::{
    EncounterWithLog, SeatWithoutCredentials, StoredPortrait, TableDump, TableImport,
};
use crate::store::{EncounterInfo, EncounterStage, NewPass, Store, StoreError};

/// Fingerprint of this program's rules.
pub const RULES_FINGERPRINT: &str = env!("COTERIE_RULES");
/// Program name and version written into files.
pub const PROGRAM: &str = concat!("coterie ", env!("CARGO_PKG_VERSION"));
/// Time limit for checking an uploaded archive file.
pub const CHECK_TIMEOUT: Duration = Duration::from_secs(60);

/// Part of a table to export: the whole table, its cast, or one encounter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchivePart {
    /// Whole table.
    Table,
    /// Combatants of the current encounter, in their current state.
    Cast,
    /// Single encounter with its log.
    Encounter(EncounterId),
}

/// Error while exporting a table, an encounter or a cast as an archive file.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The table or the encounter does not exist.
    #[error("there is no such table or encounter")]
    NotThere,
    /// A log is damaged from this record on; in a file, the damage would look like real events.
    #[error(
        "encounter “{0}” is damaged: its record {1} is not what was written, or is lost. Nothing was exported, for \
         damage would look like something that happened. Other encounters of the table can be exported one by one; \
         `coterie check` says what is whole"
    )]
    Damaged(Name, u64),
    /// The store returned an error.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Stored data does not fit the file format, such as an invalid name or a sheet without a track.
    #[error("what is kept of it makes no file: {0}")]
    Invalid(String),
}

/// Exports a part of a table, as it is at one moment.
///
/// # Errors
/// [`ArchiveError`] if the table cannot be exported.
pub async fn export_table(
    store: &dyn Store,
    table: TableId,
    part: ArchivePart,
    (now, command): (u64, CommandId),
) -> Result<Archive, ArchiveError> {
    let whole = store
        .read_table(table)
        .await?
        .ok_or(ArchiveError::NotThere)?;
    // Replaying whole logs takes a while, so it runs on a blocking thread.
    let made = tokio::task::spawn_blocking(move || build_archive(whole, part, (now, command)));
    let made = made.await;
    made.unwrap_or_else(|_| {
        Err(ArchiveError::Invalid(
            "its log cannot be followed".to_owned(),
        ))
    })
}

/// Builds the archive from the contents of a table.
fn build_archive(
    whole: TableDump,
    part: ArchivePart,
    (now, command): (u64, CommandId),
) -> Result<Archive, ArchiveError> {
    let kind = match part {
        ArchivePart::Table => ArchiveKind::Table,
        ArchivePart::Cast => ArchiveKind::Cast,
        ArchivePart::Encounter(_) => ArchiveKind::Encounter,
    };
    let mut scenes = whole.encounters;
    match part {
        ArchivePart::Table => {}
        ArchivePart::Cast => scenes.retain(|it| it.info.stage == EncounterStage::Current),
        ArchivePart::Encounter(id) => scenes.retain(|it| it.info.id == id),
    }
    if scenes.is_empty() {
        return Err(ArchiveError::NotThere);
    }
    for (encounter, record) in whole.damaged {
        if let Some(of) = scenes.iter().find(|it| it.info.id == encounter) {
            return Err(ArchiveError::Damaged(
                of.info.current_title().clone(),
                record,
            ));
        }
    }
    let mut encounters = Vec::with_capacity(scenes.len());
    let mut states = Vec::with_capacity(scenes.len());
    for scene in scenes {
        let mut encounter = archived_encounter(scene);
        // What storytellers may not read is in no file that one of them can open.
        encounter.drop_unread();
        let mut state = encounter.update_summary();
        if part != ArchivePart::Table {
            encounter.standing = ArchivedStatus::Current;
            encounter.ended_at = None;
        }
        if part == ArchivePart::Cast {
            let alone = state
                .cast_only_record(now, command)
                .map_err(invalid_error)?;
            (encounter.title, encounter.made_at) = (alone.0, now);
            encounter.records = vec![(1, alone.1)];
            // It contains no rolls: its dice are bound to an id that no other encounter has.
            encounter.dice = EncounterId(command.0);
            state = encounter.update_summary();
        }
        encounters.push(encounter);
        states.push(state);
    }
    let portraits = whole.portraits.into_iter();
    let portraits = portraits.map(|(id, body)| ArchivedPortrait {
        id,
        jpeg: STANDARD.encode(body),
    });
    let mut archive = Archive {
        format: FORMAT.to_owned(),
        version: VERSION,
        kind,
        made_at: now,
        made_by: PROGRAM.to_owned(),
        rules: RULES_FINGERPRINT.to_owned(),
        table: Name::new(&whole.table.name).map_err(invalid_error)?,
        seats: archived_seats(whole.seats, &states)?,
        encounters,
        portraits: portraits.collect(),
    };
    if part != ArchivePart::Table {
        archive.drop_unused_portraits();
    }
    Ok(archive.with_bound_hashes())
}

/// Returns the error for stored data that does not fit the file format.
fn invalid_error(why: impl ToString) -> ArchiveError {
    ArchiveError::Invalid(why.to_string())
}

/// Converts a stored encounter with its log to the archive's format; state and checksum are added
/// later.
fn archived_encounter(whole: EncounterWithLog) -> ArchivedEncounter {
    let EncounterWithLog {
        info: scene,
        made_at,
        records,
    } = whole;
    ArchivedEncounter {
        title: scene.title,
        system: scene.system,
        standing: match scene.stage {
            EncounterStage::Current => ArchivedStatus::Current,
            EncounterStage::Prepared => ArchivedStatus::Prepared,
            EncounterStage::Over => ArchivedStatus::Over,
        },
        made_at,
        ended_at: scene.ended_at,
        dice: scene.dice,
        cast: Vec::new(),
        state: Hex([0; 32]),
        bound: None,
        records,
    }
}

/// Converts the seats of a table to the archive's format. A demo table also has seats that exist
/// only in its log.
fn archived_seats(
    kept: Vec<SeatWithoutCredentials>,
    states: &[Encounter],
) -> Result<Vec<ArchivedSeat>, ArchiveError> {
    let current = states.first();
    let mut seats = Vec::with_capacity(kept.len());
    for seat in kept {
        seats.push(ArchivedSeat {
            seat: seat.seat,
            role: seat.role,
            name: Name::new(&seat.name).map_err(invalid_error)?,
            gone: seat.gone,
            owns: current
                .map(|it| it.names_played_by(seat.seat))
                .unwrap_or_default(),
        });
    }
    for state in states {
        for (id, seat) in state.seats() {
            if seats.iter().all(|other| other.seat != id) {
                seats.push(ArchivedSeat {
                    seat: id,
                    role: match seat.role {
                        Role::Storyteller => Role::CoStoryteller,
                        role => role,
                    },
                    name: seat.name.clone(),
                    gone: false,
                    owns: current.map(|it| it.names_played_by(id)).unwrap_or_default(),
                });
            }
        }
    }
    seats.sort_by_key(|seat| seat.seat);
    Ok(seats)
}

/// Archive file that has been read and checked, with its portraits as images.
#[derive(Debug)]
pub struct CheckedArchive {
    checked: VerifiedArchive,
    portraits: Vec<StoredPortrait>,
}

/// Reads and checks an archive file within a time limit. CPU-intensive: must run on a blocking thread.
///
/// # Errors
/// [`InvalidArchive`] if the file is invalid; nothing of it may then be stored.
pub fn read_archive(text: &[u8], time: Duration) -> Result<CheckedArchive, InvalidArchive> {
    let until = Instant::now() + time;
    let go_on = || Instant::now() < until;
    let checked = Archive::read(text)?.check(RULES_FINGERPRINT, go_on)?;
    let mut pictures = Vec::with_capacity(checked.archive().portraits.len());
    for portrait in &checked.archive().portraits {
        if !go_on() {
            return Err(InvalidArchive::TooLong);
        }
        let bytes = STANDARD.decode(&portrait.jpeg);
        let damaged = |_| InvalidArchive::Damaged("a portrait is no picture".to_owned());
        let bytes = bytes.map_err(|_| damaged(picture::PictureError::Damaged))?;
        // Uploaded image data is never served: the image is encoded anew, and keeps the id the log uses.
        let jpeg = picture::reencode_portrait(&bytes);
        let jpeg = jpeg.or_else(|_| picture::reencode_handout_picture(&bytes));
        let jpeg = jpeg.map_err(damaged)?;
        pictures.push((portrait.id, jpeg));
    }
    Ok(CheckedArchive {
        checked,
        portraits: pictures,
    })
}

impl CheckedArchive {
    /// Returns the archive whose logs were checked.
    #[must_use]
    pub const fn archive(&self) -> &Archive {
        self.checked.archive()
    }

    /// Returns the number of the storyteller's seat, which every checked file has.
    #[must_use]
    pub fn storyteller_seat(&self) -> SeatId {
        let seat = self.checked.storyteller();
        seat.map_or(SeatId(1), |seat| seat.seat)
    }

    /// Converts the archive file to a table of this server, with new ids; `browser` gets the
    /// storyteller's seat.
    #[must_use]
    pub fn into_import(
        self,
        table: TableId,
        chance: &dyn Chance,
        (at, browser): (u64, Option<TokenHash>),
        passes: Vec<NewPass>,
    ) -> TableImport {
        let storyteller = (self.storyteller_seat(), browser);
        let (archive, states) = self.checked.into_parts();
        let encounters = archive.encounters.into_iter().zip(&states);
        let scenes = encounters.map(|(encounter, state)| {
            let called = (*state.title() != encounter.title).then(|| state.title().clone());
            EncounterWithLog {
                info: EncounterInfo {
                    id: chance.new_encounter_id(),
                    table,
                    title: encounter.title,
                    system: encounter.system,
                    stage: match encounter.standing {
                        ArchivedStatus::Current => EncounterStage::Current,
                        ArchivedStatus::Prepared => EncounterStage::Prepared,
                        ArchivedStatus::Over => EncounterStage::Over,
                    },
                    renamed_to: called,
                    ended_at: encounter.ended_at,
                    dice: encounter.dice,
                },
                made_at: encounter.made_at,
                records: encounter.records,
            }
        });
        let seats = archive
            .seats
            .into_iter()
            .map(|seat| SeatWithoutCredentials {
                seat: seat.seat,
                role: seat.role,
                name: seat.name.to_string(),
                gone: seat.gone,
            });
        TableImport {
            table,
            name: archive.table,
            at,
            seats: seats.collect(),
            storyteller,
            passes,
            encounters: scenes.collect(),
            portraits: self.portraits,
        }
    }
}

impl From<Refusal> for ArchiveError {
    fn from(refusal: Refusal) -> Self {
        invalid_error(refusal)
    }
}
