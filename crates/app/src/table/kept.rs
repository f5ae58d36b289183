//! Commands without an answer, kept in the browser so that they outlive a reload.
//!
//! One entry a command, named by encounter, seat and command id: two pages of one seat do not
//! get in each other's way, and nothing is ever said for another seat or table. A command goes
//! when it is answered; what is too old, or of another version, is thrown away.

use rules::encounter::Command;
use rules::id::{CommandId, EncounterId, SeatId};
use rules::wire::PROTOCOL;
use serde::{Deserialize, Serialize};

use super::browser;
use super::outbox::Pending;

/// Where commands wait: the encounter they are for and the seat that gave them.
pub type Place = (EncounterId, SeatId);

/// Stands before the name of every entry.
const PREFIX: &str = "waits/";
/// Commands of one place that are kept. More than that wait in the page alone.
const MAX_KEPT: usize = 128;
/// After a day the fight is over, and a mark made then is nobody's any more.
const TOO_OLD_MS: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;

/// An entry.
#[derive(Serialize, Deserialize)]
struct Entry {
    protocol: u16,
    /// When it was given.
    at: f64,
    /// Orders what was given in the same millisecond.
    no: usize,
    command: Command,
}

/// Keeps a command that was given while so many others wait.
pub fn keep(place: Place, pending: &Pending, waiting: usize) {
    let entry = Entry {
        protocol: PROTOCOL,
        at: browser::now(),
        no: waiting,
        command: pending.command.clone(),
    };
    if waiting < MAX_KEPT
        && let Some(storage) = browser::storage()
        && let Ok(text) = serde_json::to_string(&entry)
    {
        // A browser that keeps nothing, or no more, is no reason not to go on.
        _ = storage.set_item(&name(place, pending.id), &text);
    }
}

/// Forgets a command that was answered.
pub fn forget(place: Place, id: CommandId) {
    if let Some(storage) = browser::storage() {
        _ = storage.remove_item(&name(place, id));
    }
}

/// Forgets everything that waits at a place.
pub fn forget_all(place: Place) {
    for pending in restore(place) {
        forget(place, pending.id);
    }
}

/// What waits at a place, in the order it was given. Clears away what nobody wants any more,
/// wherever it waited.
#[must_use]
pub fn restore(place: Place) -> Vec<Pending> {
    let Some(storage) = browser::storage() else {
        return Vec::new();
    };
    let names = (0..storage.length().unwrap_or_default()).filter_map(|n| storage.key(n).ok()?);
    let entries: Vec<(String, String)> = names
        .filter(|name| name.starts_with(PREFIX))
        .filter_map(|name| {
            let text = storage.get_item(&name).ok()??;
            Some((name, text))
        })
        .collect();
    let Sorted { wanted, unwanted } = sort(place, entries, browser::now());
    for name in unwanted {
        _ = storage.remove_item(&name);
    }
    wanted
}

/// What is to be done with the entries there are.
#[derive(Debug, Default, PartialEq)]
struct Sorted {
    /// The commands of a place, in the order they were given.
    wanted: Vec<Pending>,
    /// The names of entries to be thrown away.
    unwanted: Vec<String>,
}

fn sort(place: Place, entries: Vec<(String, String)>, now: f64) -> Sorted {
    let mut sorted = Sorted::default();
    let mut here: Vec<(CommandId, Entry)> = Vec::new();
    let before = name_before(place);
    for (name, text) in entries {
        let entry = rules::reader::read::<Entry>(&text).ok();
        let fresh =
            |entry: &Entry| entry.protocol == PROTOCOL && (now - entry.at).abs() < TOO_OLD_MS;
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
    here.sort_by(|(_, a), (_, b)| a.at.total_cmp(&b.at).then(a.no.cmp(&b.no)));
    let pending = |(id, entry): (CommandId, Entry)| Pending {
        unsure: true,
        ..Pending::new(id, entry.command)
    };
    sorted.wanted = here.into_iter().map(pending).collect();
    sorted
}

fn name_before((encounter, seat): Place) -> String {
    format!("{PREFIX}{encounter}/{}/", seat.0)
}

fn name(place: Place, id: CommandId) -> String {
    format!("{}{id}", name_before(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = (EncounterId(7), SeatId(2));
    const NOW: f64 = 1_790_000_000_000.0;

    fn entry(place: Place, id: u128, at: f64, no: usize) -> (String, String) {
        let entry = Entry {
            protocol: PROTOCOL,
            at,
            no,
            command: Command::Sort,
        };
        let text = serde_json::to_string(&entry).unwrap_or_default();
        (name(place, CommandId(id)), text)
    }

    fn ids(sorted: &Sorted) -> Vec<u128> {
        sorted.wanted.iter().map(|pending| pending.id.0).collect()
    }

    #[test]
    fn what_waits_comes_back_in_the_order_it_was_given() {
        let entries = vec![
            entry(HERE, 1, NOW - 10.0, 4),
            entry(HERE, 2, NOW - 10.0, 3),
            entry(HERE, 3, NOW - 20.0, 9),
        ];
        let sorted = sort(HERE, entries, NOW);
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
        assert_eq!(sort(HERE, entries, NOW), Sorted::default());
    }

    #[test]
    fn the_old_the_strange_and_the_unreadable_are_thrown_away_wherever_they_are() {
        let place = name_before(HERE);
        let (name, text) = entry((EncounterId(8), SeatId(1)), 1, NOW - TOO_OLD_MS, 0);
        let version = format!("\"protocol\":{PROTOCOL}");
        let (other, mut strange) = entry(HERE, 2, NOW, 0);
        strange = strange.replace(&version, "\"protocol\":1");
        let (_, fine) = entry(HERE, 3, NOW, 0);
        let entries = vec![
            (name.clone(), text),
            (other.clone(), strange),
            (format!("{place}x"), fine),
            (format!("{place}y"), "{".to_owned()),
        ];
        let sorted = sort(HERE, entries, NOW);
        assert_eq!(ids(&sorted), [0_u128; 0]);
        let unwanted = [name, other, format!("{place}x"), format!("{place}y")];
        assert_eq!(sorted.unwanted, unwanted);
    }

    #[test]
    fn a_clock_that_was_set_back_a_little_loses_nothing() {
        let sorted = sort(HERE, vec![entry(HERE, 1, NOW + 5_000.0, 0)], NOW);
        assert_eq!(ids(&sorted), [1]);
    }
}
