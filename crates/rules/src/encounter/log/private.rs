//! Log lines that single seats read beside those of their class, with numbers of their own.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::LogMessage;
use crate::base::id::SeatId;
use crate::base::seat::Actor;
use crate::base::shared::Shared;
use crate::encounter::class::PerClass;
use crate::encounter::limits::LOG_WINDOW;

/// Readers of a private log line, which are certain seats, and storytellers or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrivateReaders {
    /// The seats that read it. Those that run the table read the lines of their class alone.
    pub seats: BTreeSet<SeatId>,
    /// Whether storytellers read it, as a secret line of their class.
    pub storytellers: bool,
}

/// Private line as one seat reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PrivateEntry {
    /// The number among the private lines of the seat, from 1 without gaps.
    pub(crate) no: u32,
    /// The number of the newest line of each class at the time, which places it among them.
    pub(crate) after: PerClass<u32>,
    /// The entry by which storytellers read the same; `None` if they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) entry: Option<u32>,
    /// The time in milliseconds since 1970.
    pub(crate) at: u64,
    /// The actor of the command.
    pub(crate) by: Actor,
    /// The actor's name at the time; `None` is the server.
    pub(crate) by_name: Option<String>,
    /// The message of the line.
    pub(crate) what: LogMessage,
    /// The name of the person who undid it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) undone: Option<String>,
}

/// Private lines of one seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PrivateLog {
    /// Number of the newest line.
    count: u32,
    /// The newest lines, oldest first.
    kept: VecDeque<Shared<PrivateEntry>>,
}

impl PrivateLog {
    /// Adds a line, which gets the next number, and drops the oldest one beyond the window.
    fn push(&mut self, mut entry: PrivateEntry) {
        self.count = self.count.saturating_add(1);
        entry.no = self.count;
        self.kept.push_back(entry.into());
        if self.kept.len() > LOG_WINDOW {
            self.kept.pop_front();
        }
    }
}

/// Private lines of all seats that were ever told one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct PrivateLogs(Shared<BTreeMap<SeatId, Shared<PrivateLog>>>);

impl PrivateLogs {
    /// Whether no seat was ever told a private line.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether both private logs are known to be equal without comparing them.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.0.ptr_eq(&other.0) || self.is_empty() && other.is_empty()
    }

    /// Iterates over the newest private lines of a seat, oldest first.
    pub(crate) fn of_seat(&self, seat: SeatId) -> impl Iterator<Item = &PrivateEntry> {
        let log = self.0.get(&seat);
        log.into_iter()
            .flat_map(|log| log.kept.iter().map(|entry| &**entry))
    }

    /// Adds a line for one seat; its number is set here.
    pub(crate) fn push(&mut self, seat: SeatId, entry: PrivateEntry) {
        self.0.entry(seat).or_default().push(entry);
    }

    /// Sets or clears the name of the person who undid the lines that tell the same as these entries.
    pub(crate) fn set_undone_by(&mut self, entries: &[u32], by: Option<&str>) {
        let tells = |line: &PrivateEntry| line.entry.is_some_and(|no| entries.contains(&no));
        let is_told = self
            .0
            .values()
            .any(|log| log.kept.iter().any(|line| tells(line)));
        if !is_told {
            return;
        }
        for log in self.0.values_mut() {
            for line in log.kept.iter_mut().filter(|line| tells(line)) {
                line.undone = by.map(str::to_owned);
            }
        }
    }
}
