//! Unanswered commands, stored in the browser so that they survive a reload.
//!
//! There is one entry for each command, named by encounter, seat and command id: two pages of one seat do not
//! interfere, and no command is ever sent for another seat or table. An entry is removed when its command is answered;
//! entries that are too old or of another version are discarded.

use rules::base::id::{CombatantId, CommandId};
use rules::base::sorted_map;
use rules::character::track::DamagePacket;
use rules::encounter::Command;
use rules::encounter::command::BoxShift;
use rules::wire::PROTOCOL_VERSION;
use serde::{Deserialize, Serialize, Serializer};

use crate::browser;
use crate::state::prediction::{Pending, Place};

/// Prefix of the names of all entries.
const PREFIX: &str = "waits/";
/// Maximum number of stored commands of one seat in an encounter. Further ones are kept in the page alone.
const MAX_KEPT: usize = 128;
/// Age in milliseconds at which an entry is discarded: after a day the fight is over, and its marks with it.
const TOO_OLD_MS: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;

/// A pending command as the browser stores it.
#[derive(Serialize, Deserialize)]
struct Entry {
    protocol: u16,
    /// The time of the command, in milliseconds since 1970.
    #[serde(serialize_with = "serialize_whole")]
    at: f64,
    /// Order among the commands of the same millisecond.
    no: usize,
    /// The message to the server.
    message: String,
    /// The row that waits for the answer.
    row: Option<CombatantId>,
    /// The mark that shows before the answer.
    mark: Option<Mark>,
}

/// Serializes a time in milliseconds as a whole number. Code that writes fractions would be linked for this alone.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::trivially_copy_pass_by_ref, reason = "as serde gives it")
)]
fn serialize_whole<S: Serializer>(at: &f64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(*at as u64)
}

/// A damage mark that is shown while its command is pending, even after a reload. A wound that is
/// not shown would be marked twice. Parsing all commands would make the program larger.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mark {
    Harm {
        id: CombatantId,
        packet: DamagePacket,
    },
    Boxes {
        id: CombatantId,
        shifts: Vec<BoxShift>,
    },
    Points {
        id: CombatantId,
        by: i32,
    },
    Pool {
        id: CombatantId,
        pool: String,
        by: i32,
    },
}

impl Mark {
    /// Returns the damage mark that a command makes on a health box; `None` if it makes none.
    fn of(command: &Command) -> Option<Self> {
        // A command is not cloned whole: what copies all there are would be linked for this alone.
        Some(match command {
            Command::Harm { id, packet } => Self::Harm {
                id: *id,
                packet: *packet,
            },
            Command::MarkBoxes { id, shifts } => Self::Boxes {
                id: *id,
                shifts: shifts.clone(),
            },
            Command::Count { id, by } => Self::Points { id: *id, by: *by },
            Command::Spend { id, pool, by } => Self::Pool {
                id: *id,
                pool: pool.clone(),
                by: *by,
            },
            _ => return None,
        })
    }

    /// Returns the command that makes this damage mark.
    fn command(self) -> Command {
        match self {
            Self::Harm { id, packet } => Command::Harm { id, packet },
            Self::Boxes { id, shifts } => Command::MarkBoxes { id, shifts },
            Self::Points { id, by } => Command::Count { id, by },
            Self::Pool { id, pool, by } => Command::Spend { id, pool, by },
        }
    }
}

/// Stores a command that has `waiting` others before it.
pub fn store(place: Place, pending: &Pending, waiting: usize) {
    let entry = Entry {
        protocol: PROTOCOL_VERSION,
        at: browser::now(),
        no: waiting,
        message: pending.message.clone(),
        row: pending.row,
        mark: pending.command.as_ref().and_then(Mark::of),
    };
    if waiting < MAX_KEPT
        && let Some(storage) = browser::storage()
        && let Ok(text) = serde_json::to_string(&entry)
    {
        // A browser that keeps nothing, or no more, is no reason not to go on.
        _ = storage.set_item(&entry_name(place, pending.id), &text);
    }
}

/// Removes a command that was answered.
pub fn remove(place: Place, id: CommandId) {
    if let Some(storage) = browser::storage() {
        _ = storage.remove_item(&entry_name(place, id));
    }
}

/// Removes all commands of a seat in an encounter.
pub fn remove_all(place: Place) {
    for pending in restore(place) {
        remove(place, pending.id);
    }
}

/// Reads the stored commands of a seat in an encounter, in their order. Removes the outdated entries of all seats.
#[must_use]
pub fn restore(place: Place) -> Vec<Pending> {
    let Some(storage) = browser::storage() else {
        return Vec::new();
    };
    let names = (0..storage.length().unwrap_or_default()).filter_map(|n| storage.key(n).ok()?);
    let names: Vec<String> = names.filter(|name| name.starts_with(PREFIX)).collect();
    match names.is_empty() {
        true => Vec::new(),
        false => restore_entries(place, &storage, names),
    }
}

/// Reads the stored commands of a seat from the storage entries with the given names. Loaded later
/// than the first part of the program.
#[inline(never)]
fn restore_entries(place: Place, storage: &web_sys::Storage, names: Vec<String>) -> Vec<Pending> {
    let entries: Vec<(String, String)> = names
        .into_iter()
        .filter_map(|name| {
            let text = storage.get_item(&name).ok()??;
            Some((name, text))
        })
        .collect();
    let SortedEntries { wanted, unwanted } = sort_entries(place, entries, browser::now());
    for name in unwanted {
        _ = storage.remove_item(&name);
    }
    wanted
}

/// Stored entries, sorted into those to keep and those to discard.
#[derive(Debug, Default, PartialEq)]
struct SortedEntries {
    /// The commands of the seat, in their order.
    wanted: Vec<Pending>,
    /// The names of entries to discard.
    unwanted: Vec<String>,
}

/// Sorts stored entries into those to keep and those to discard; `now` in milliseconds since 1970.
fn sort_entries(place: Place, entries: Vec<(String, String)>, now: f64) -> SortedEntries {
    let mut sorted = SortedEntries::default();
    let mut here: Vec<(CommandId, Entry)> = Vec::new();
    let before = entry_prefix(place);
    for (name, text) in entries {
        let entry = rules::base::json_reader::read_json::<Entry>(&text).ok();
        let fresh = |entry: &Entry| {
            entry.protocol == PROTOCOL_VERSION && (now - entry.at).abs() < TOO_OLD_MS
        };
        let Some(entry) = entry.filter(fresh) else {
            sorted.unwanted.push(name);
            continue;
        };
        let id = name.strip_prefix(&before).map(str::parse::<CommandId>);
        match id {
            Some(Ok(id)) => here.push((id, entry)),
            Some(Err(_)) => sorted.unwanted.push(name),
            // Of another encounter or seat, and theirs.
            None => {}
        }
    }
    sorted_map::insertion_sort(&mut here, |(_, a), (_, b)| {
        a.at.total_cmp(&b.at).then(a.no.cmp(&b.no))
    });
    let pending = |(id, entry): (CommandId, Entry)| Pending {
        id,
        message: entry.message,
        command: entry.mark.map(Mark::command),
        row: entry.row,
        unsure: true,
    };
    sorted.wanted = here.into_iter().map(pending).collect();
    sorted
}

/// Returns the common prefix of the names of all entries of a seat in an encounter.
fn entry_prefix((encounter, seat): Place) -> String {
    format!("{PREFIX}{encounter}/{}/", seat.0)
}

/// Returns the name of the entry of a command.
fn entry_name(place: Place, id: CommandId) -> String {
    format!("{}{id}", entry_prefix(place))
}

#[cfg(test)]
mod tests {
    use rules::base::id::{EncounterId, SeatId};

    use super::*;

    const HERE: Place = (EncounterId(7), SeatId(2));
    const NOW: f64 = 1_790_000_000_000.0;

    fn entry(place: Place, id: u128, at: f64, no: usize) -> (String, String) {
        let entry = Entry {
            protocol: PROTOCOL_VERSION,
            at,
            no,
            message: "sort".to_owned(),
            row: None,
            mark: None,
        };
        let text = serde_json::to_string(&entry).unwrap_or_default();
        (entry_name(place, CommandId(id)), text)
    }

    fn ids(sorted: &SortedEntries) -> Vec<u128> {
        sorted.wanted.iter().map(|pending| pending.id.0).collect()
    }

    #[test]
    fn what_waits_comes_back_in_the_order_it_was_given() {
        let entries = vec![
            entry(HERE, 1, NOW - 10.0, 4),
            entry(HERE, 2, NOW - 10.0, 3),
            entry(HERE, 3, NOW - 20.0, 9),
        ];
        let sorted = sort_entries(HERE, entries, NOW);
        assert_eq!(ids(&sorted), [3, 2, 1]);
        assert!(sorted.wanted.iter().all(|pending| pending.unsure));
        assert!(sorted.unwanted.is_empty());
    }

    #[test]
    fn another_seat_and_another_encounter_keep_theirs() {
        let entries = vec![
            entry((EncounterId(7), SeatId(22)), 1, NOW, 0),
            entry((EncounterId(70), SeatId(2)), 2, NOW, 0),
        ];
        assert_eq!(sort_entries(HERE, entries, NOW), SortedEntries::default());
    }

    #[test]
    fn the_old_the_strange_and_the_unreadable_are_thrown_away_wherever_they_are() {
        let place = entry_prefix(HERE);
        let (name, text) = entry((EncounterId(8), SeatId(1)), 1, NOW - TOO_OLD_MS, 0);
        let version = format!("\"protocol\":{PROTOCOL_VERSION}");
        let (other, mut strange) = entry(HERE, 2, NOW, 0);
        strange = strange.replace(&version, "\"protocol\":1");
        let (_, fine) = entry(HERE, 3, NOW, 0);
        let entries = vec![
            (name.clone(), text),
            (other.clone(), strange),
            (format!("{place}x"), fine),
            (format!("{place}y"), "{".to_owned()),
        ];
        let sorted = sort_entries(HERE, entries, NOW);
        assert_eq!(ids(&sorted), [0_u128; 0]);
        let unwanted = [name, other, format!("{place}x"), format!("{place}y")];
        assert_eq!(sorted.unwanted, unwanted);
    }

    #[test]
    fn marks_come_back_and_every_command_is_said_as_it_was() {
        let id: CombatantId = "0k3m9xya".parse().expect("an id");
        let by = -2;
        let pool = "willpower".to_owned();
        let (packet, shifts) = (DamagePacket::default(), Vec::new());
        let marks = [
            Command::Harm { id, packet },
            Command::MarkBoxes { id, shifts },
            Command::Count { id, by },
            Command::Spend { id, pool, by },
        ];
        for command in marks {
            let mark = Mark::of(&command).map(|mark| serde_json::to_string(&mark));
            let mark = mark.and_then(Result::ok).unwrap_or_default();
            let read = rules::base::json_reader::read_json::<Mark>(&mark).map(Mark::command);
            assert_eq!(read, Ok(command));
        }
        assert!(Mark::of(&Command::Sort).is_none());
    }

    #[test]
    fn a_clock_that_was_set_back_a_little_loses_nothing() {
        let sorted = sort_entries(HERE, vec![entry(HERE, 1, NOW + 5_000.0, 0)], NOW);
        assert_eq!(ids(&sorted), [1]);
    }
}
