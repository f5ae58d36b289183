//! A table as a file: gathered from the store, read under limits, written into a store as a whole.
//! What stands in such a file and what is checked is in `rules::archive`.

pub mod command;

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rules::archive::{
    Archive, ArchivedEncounter, ArchivedPortrait, ArchivedSeat, ArchivedStanding, Checked, FORMAT,
    Flaw, Kind, VERSION,
};
use rules::encounter::{Encounter, Refusal};
use rules::fair::Hex;
use rules::id::{CommandId, EncounterId, SeatId, TableId};
use rules::seat::Role;
use rules::text::Name;

use crate::chance::Chance;
use crate::picture;
use crate::store::archive::{BarePortrait, BareSeat, NewWhole, WholeScene, WholeTable};
use crate::store::{NewPass, Scene, Standing, Store, StoreError};
use crate::token::TokenHash;

/// The fingerprint of this program's rules.
pub const RULES: &str = env!("COTERIE_RULES");
/// Which program writes files.
pub const PROGRAM: &str = concat!("coterie ", env!("CARGO_PKG_VERSION"));
/// How long a file may take to be checked.
pub const CHECK_TIME: Duration = Duration::from_secs(60);

/// What of a table is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything.
    Table,
    /// Everybody at the current encounter, as they are.
    Cast,
    /// One encounter.
    Encounter(EncounterId),
}

/// Why there is no file of a table.
#[derive(Debug, thiserror::Error)]
pub enum NoArchive {
    /// There is no such table, or no such encounter at it.
    #[error("there is no such table or encounter")]
    NotThere,
    /// A log in it is damaged: in a file it would look like something that happened.
    #[error(
        "encounter “{0}” is damaged: its record {1} is not what was written, or is lost. Nothing was exported, for \
         damage would look like something that happened. Other encounters of the table can be exported one by one; \
         `coterie check` says what is whole"
    )]
    Damaged(Name, u64),
    /// The store failed.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// A name in it is none, or a sheet makes no track.
    #[error("what is kept of it makes no file: {0}")]
    Strange(String),
}

/// Reads a part of a table from a store, as it is at one moment, and sums it up.
///
/// # Errors
/// [`NoArchive`].
pub async fn gather(
    store: &dyn Store,
    table: TableId,
    part: Part,
    (now, command): (u64, CommandId),
) -> Result<Archive, NoArchive> {
    let whole = store.whole(table).await?.ok_or(NoArchive::NotThere)?;
    // Whole logs are followed: not in a task that others wait for.
    let made = tokio::task::spawn_blocking(move || archive(whole, part, (now, command)));
    let made = made.await;
    made.unwrap_or_else(|_| Err(NoArchive::Strange("its log cannot be followed".to_owned())))
}

fn archive(
    whole: WholeTable,
    part: Part,
    (now, command): (u64, CommandId),
) -> Result<Archive, NoArchive> {
    let kind = match part {
        Part::Table => Kind::Table,
        Part::Cast => Kind::Cast,
        Part::Encounter(_) => Kind::Encounter,
    };
    let mut scenes = whole.scenes;
    match part {
        Part::Table => {}
        Part::Cast => scenes.retain(|it| it.scene.standing == Standing::Current),
        Part::Encounter(id) => scenes.retain(|it| it.scene.id == id),
    }
    if scenes.is_empty() {
        return Err(NoArchive::NotThere);
    }
    for (encounter, record) in whole.damaged {
        if let Some(of) = scenes.iter().find(|it| it.scene.id == encounter) {
            return Err(NoArchive::Damaged(of.scene.name().clone(), record));
        }
    }
    let mut encounters = Vec::with_capacity(scenes.len());
    let mut states = Vec::with_capacity(scenes.len());
    for scene in scenes {
        let mut encounter = archived(scene);
        let mut state = encounter.sum_up();
        if part != Part::Table {
            encounter.standing = ArchivedStanding::Current;
            encounter.ended_at = None;
        }
        if part == Part::Cast {
            let alone = state.cast_alone(now, command).map_err(strange)?;
            (encounter.title, encounter.made_at) = (alone.0, now);
            encounter.records = vec![(1, alone.1)];
            // Nothing was rolled in it: its dice are bound to an id that no other encounter has.
            encounter.dice = EncounterId(command.0);
            state = encounter.sum_up();
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
        rules: RULES.to_owned(),
        table: Name::new(&whole.table.name).map_err(strange)?,
        seats: seats(whole.seats, &states)?,
        encounters,
        portraits: portraits.collect(),
    };
    if part != Part::Table {
        archive.drop_unused_portraits();
    }
    Ok(archive.bound())
}

fn strange(why: impl ToString) -> NoArchive {
    NoArchive::Strange(why.to_string())
}

fn archived(whole: WholeScene) -> ArchivedEncounter {
    let WholeScene {
        scene,
        made_at,
        records,
    } = whole;
    ArchivedEncounter {
        title: scene.title,
        system: scene.system,
        standing: match scene.standing {
            Standing::Current => ArchivedStanding::Current,
            Standing::Prepared => ArchivedStanding::Prepared,
            Standing::Over => ArchivedStanding::Over,
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

/// The seats of a table as they stand in a file. A demonstration has some that are in its log alone.
fn seats(kept: Vec<BareSeat>, states: &[Encounter]) -> Result<Vec<ArchivedSeat>, NoArchive> {
    let current = states.first();
    let mut seats = Vec::with_capacity(kept.len());
    for seat in kept {
        seats.push(ArchivedSeat {
            seat: seat.seat,
            role: seat.role,
            name: Name::new(&seat.name).map_err(strange)?,
            gone: seat.gone,
            owns: current
                .map(|it| it.played_by(seat.seat))
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
                    owns: current.map(|it| it.played_by(id)).unwrap_or_default(),
                });
            }
        }
    }
    seats.sort_by_key(|seat| seat.seat);
    Ok(seats)
}

/// A file that was read and checked, with its portraits as pictures.
#[derive(Debug)]
pub struct Read {
    checked: Checked,
    portraits: Vec<BarePortrait>,
}

/// Reads and checks a file. Takes a processor for a while: not for a task that others wait for.
///
/// # Errors
/// [`Flaw`]; nothing of the file is to be kept then.
pub fn read(text: &[u8], time: Duration) -> Result<Read, Flaw> {
    let until = Instant::now() + time;
    let go_on = || Instant::now() < until;
    let checked = Archive::read(text)?.check(RULES, go_on)?;
    let mut pictures = Vec::with_capacity(checked.archive().portraits.len());
    for portrait in &checked.archive().portraits {
        if !go_on() {
            return Err(Flaw::TooLong);
        }
        let bytes = STANDARD.decode(&portrait.jpeg);
        let damaged = |_| Flaw::Damaged("a portrait is no picture".to_owned());
        let bytes = bytes.map_err(|_| damaged(picture::Unfit::Damaged))?;
        // Nothing of what came is served: it is written anew, and keeps the name the log gives it.
        let jpeg = picture::anew(&bytes).map_err(damaged)?;
        pictures.push((portrait.id, jpeg));
    }
    Ok(Read {
        checked,
        portraits: pictures,
    })
}

impl Read {
    /// The file.
    #[must_use]
    pub const fn archive(&self) -> &Archive {
        self.checked.archive()
    }

    /// The number of the storyteller's seat; a checked file has one.
    #[must_use]
    pub fn storyteller(&self) -> SeatId {
        let seat = self.checked.storyteller();
        seat.map_or(SeatId(1), |seat| seat.seat)
    }

    /// It as a table of this server, under ids of its own.
    #[must_use]
    pub fn into_table(
        self,
        table: TableId,
        chance: &dyn Chance,
        (at, browser): (u64, Option<TokenHash>),
        passes: Vec<NewPass>,
    ) -> NewWhole {
        let storyteller = (self.storyteller(), browser);
        let (archive, states) = self.checked.into_parts();
        let encounters = archive.encounters.into_iter().zip(&states);
        let scenes = encounters.map(|(encounter, state)| {
            let called = (*state.title() != encounter.title).then(|| state.title().clone());
            WholeScene {
                scene: Scene {
                    id: chance.encounter(),
                    table,
                    title: encounter.title,
                    system: encounter.system,
                    standing: match encounter.standing {
                        ArchivedStanding::Current => Standing::Current,
                        ArchivedStanding::Prepared => Standing::Prepared,
                        ArchivedStanding::Over => Standing::Over,
                    },
                    called,
                    ended_at: encounter.ended_at,
                    dice: encounter.dice,
                },
                made_at: encounter.made_at,
                records: encounter.records,
            }
        });
        let seats = archive.seats.into_iter().map(|seat| BareSeat {
            seat: seat.seat,
            role: seat.role,
            name: seat.name.to_string(),
            gone: seat.gone,
        });
        NewWhole {
            table,
            name: archive.table,
            at,
            seats: seats.collect(),
            storyteller,
            passes,
            scenes: scenes.collect(),
            portraits: self.portraits,
        }
    }
}

impl From<Refusal> for NoArchive {
    fn from(refusal: Refusal) -> Self {
        strange(refusal)
    }
}
