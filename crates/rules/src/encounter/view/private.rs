//! Private views: what one seat is told beside what its class sees.
//!
//! A part of a feature is a field of [`PrivateView`], whose value a builder of the feature makes for a seat
//! ([`PrivateView::of`]), a variant of [`PrivateChange`] that replaces it, a comparison in [`PrivateView::changes_to`],
//! and a line in [`PrivateView::is_same_at`] that knows without building it when it is unchanged.

use serde::{Deserialize, Serialize};

use super::ask::{AskView, build_private_asks};
use super::components::LogLineView;
use super::handouts::{have_same_readers, known_handouts};
use crate::base::id::{HandoutId, SeatId};
use crate::base::seat::Actor;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::class::Class;
use crate::encounter::limits::LOG_WINDOW;
use crate::encounter::log::PrivateEntry;
use crate::handout::KnownHandout;

/// Log line that only single seats read, with the number it has for its reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateLine {
    /// The number of the newest line of the reader's class at the time; the private line stands behind it.
    pub after: u32,
    /// Whether storytellers read it, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub told: bool,
    /// The line itself; its number counts the private lines of the reader.
    pub line: LogLineView,
}

/// Everything that one seat is told beside what its class sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateView {
    /// The newest private log lines, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub log: Vec<PrivateLine>,
    /// The rolls that the seat is asked for in secret.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<AskView>,
    /// The handouts of the combatants that the seat plays, those given first at the front.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handouts: Vec<KnownHandout>,
}

/// Change of what one seat is told beside what its class sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrivateChange {
    /// The whole private view, for a browser that cannot continue from what it has.
    All(PrivateView),
    /// A log line that is new or has changed, identified by its number.
    #[serde(rename = "log")]
    Line(PrivateLine),
    /// The new list of rolls that the seat is asked for in secret.
    Asks(Vec<AskView>),
    /// The ids of the handouts in their order, and those that are new or have changed.
    Handouts(Vec<HandoutId>, Vec<KnownHandout>),
}

impl PrivateView {
    /// Builds what a seat is told beside what its class sees.
    #[must_use]
    pub fn of(encounter: &Encounter, seat: SeatId) -> Self {
        let person = encounter.seat(seat);
        let class = person.map_or(Class::Table, |person| Class::of(person.role));
        let lines = encounter.log.private.of_seat(seat);
        Self {
            log: lines.map(|entry| build_line(entry, class)).collect(),
            asks: build_private_asks(encounter, seat, class),
            // Storytellers read the whole shelf.
            handouts: match class {
                Class::Storyteller => Vec::new(),
                Class::Table => known_handouts(encounter, seat),
            },
        }
    }

    /// Whether the seat is told nothing beside what its class sees.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the private views of all seats are surely the same in both encounters, of which one descends from the
    /// other. False if they have to be compared.
    #[must_use]
    pub fn is_same_at(before: &Encounter, now: &Encounter) -> bool {
        let (old, new) = (&before.log.private, &now.log.private);
        let told_alike = old.is_same(new) && (new.is_empty() || before.seats == now.seats);
        told_alike
            && have_same_readers(before, now)
            && !before.has_secret_asks()
            && !now.has_secret_asks()
    }

    /// Returns the changes that turn this view into a newer one; empty if they are equal.
    #[must_use]
    pub fn changes_to(&self, new: &Self) -> Vec<PrivateChange> {
        let mut changes = Vec::new();
        for line in &new.log {
            let before = self
                .log
                .binary_search_by_key(&line.line.no, |old| old.line.no);
            if before.ok().and_then(|at| self.log.get(at)) != Some(line) {
                changes.push(PrivateChange::Line(line.clone()));
            }
        }
        if self.asks != new.asks {
            changes.push(PrivateChange::Asks(new.asks.clone()));
        }
        if self.handouts != new.handouts {
            let changed = new.handouts.iter();
            let changed = changed.filter(|known| !self.handouts.contains(known));
            let order = new.handouts.iter().map(|known| known.id).collect();
            changes.push(PrivateChange::Handouts(order, changed.cloned().collect()));
        }
        changes
    }

    /// Applies one change to the view.
    pub fn apply_change(&mut self, change: &PrivateChange) {
        match change {
            PrivateChange::All(view) => self.clone_from(view),
            PrivateChange::Asks(asks) => self.asks.clone_from(asks),
            PrivateChange::Handouts(order, changed) => {
                let known = |id: &HandoutId| {
                    let mut all = changed.iter().chain(&self.handouts);
                    all.find(|known| known.id == *id).cloned()
                };
                self.handouts = order.iter().filter_map(known).collect();
            }
            PrivateChange::Line(line) => {
                match self
                    .log
                    .binary_search_by_key(&line.line.no, |old| old.line.no)
                {
                    Ok(at) => self.log[at] = line.clone(),
                    Err(at) => self.log.insert(at, line.clone()),
                }
                let old = self.log.len().saturating_sub(LOG_WINDOW);
                self.log.drain(..old);
            }
        }
    }
}

/// Builds the private line of an entry for a reader of this class.
fn build_line(entry: &PrivateEntry, class: Class) -> PrivateLine {
    PrivateLine {
        after: *entry.after.for_class(class),
        told: entry.entry.is_some(),
        line: LogLineView {
            no: entry.no,
            at: entry.at,
            by: entry.by_name.clone(),
            seat: match entry.by {
                Actor::Server => None,
                Actor::Seat(seat) => Some(seat),
            },
            other: false,
            what: entry.what.clone().shortened(),
            hidden: false,
            undone: entry.undone.clone(),
        },
    }
}
