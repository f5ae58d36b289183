//! Events of handouts: made, changed, given, taken back.

use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, HandoutId};
use crate::base::late::Late;
use crate::base::sorted_map::Set;
use crate::encounter::feature::event_payload::{EventPayload, SetsValue, sets_thing};
use crate::encounter::log::log_line::LogLine;
use crate::encounter::log::{HandoutMessage, LogMessage, PrivateReaders};
use crate::encounter::state::State;
use crate::encounter::viewer::Viewer;
use crate::handout::Handout;

/// A handout was made, changed, given, shown, taken back or removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandoutChanged {
    /// The id of the handout.
    pub id: HandoutId,
    /// The handout before; `None` if it was not there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Handout>>,
    /// The handout after; `None` if it is no longer there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Box<Handout>>,
    /// Whether those who lose it, or do not get it, are not told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub quiet: bool,
    /// The combatants it was given or shown to, those who had it already among them; empty if it only changed.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub handed: Set<CombatantId>,
}

impl HandoutChanged {
    /// Returns the log message of what happened to the handout, and the combatants it happened to;
    /// `None` if nothing is to be told.
    fn message(&self, state: &State) -> Option<(HandoutMessage, Vec<CombatantId>)> {
        let what = |handout: &Handout| (handout.kind, handout.name.to_string());
        let (before, after) = match (self.before.as_deref(), self.after.as_deref()) {
            (None, None) => return None,
            (None, Some(after)) => return Some((HandoutMessage::Made(what(after)), Vec::new())),
            (Some(before), None) => {
                return Some((HandoutMessage::Removed(what(before)), Vec::new()));
            }
            (Some(before), Some(after)) => (before, after),
        };
        // Who had it already is named as well, so that nobody learns of it.
        let handed = self.handed.iter().copied();
        let new = after.holders.iter().filter(|(id, holding)| {
            let before = before.holders.get(*id);
            before.is_none_or(|before| before.shown_by != holding.shown_by)
        });
        let got: Vec<CombatantId> = match self.handed.is_empty() {
            true => new.map(|(id, _)| *id).collect(),
            false => handed.collect(),
        };
        let lost = before.holders.keys();
        let lost: Vec<CombatantId> = lost
            .filter(|id| !after.holders.contains_key(*id))
            .copied()
            .collect();
        let names = |ids: &[CombatantId]| {
            let names = ids.iter().filter_map(|id| state.combatant(*id));
            names.map(|who| who.full_name()).collect()
        };
        let what = what(after);
        match (&before.on_screen, &after.on_screen) {
            (None, Some(_)) => return Some((HandoutMessage::OnScreen(what), Vec::new())),
            (Some(_), None) => return Some((HandoutMessage::OffScreen(what), Vec::new())),
            (None, None) | (Some(_), Some(_)) => {}
        }
        let note = after.notes.get(before.notes.len()..);
        let note = note.and_then(<[_]>::first);
        Some(match (got.is_empty(), lost.is_empty(), note) {
            (false, ..) => {
                let to = names(&got);
                (
                    HandoutMessage::Given {
                        to,
                        what: Some(what),
                    },
                    got,
                )
            }
            (true, false, _) => {
                let from = names(&lost);
                (HandoutMessage::Recalled { from, what }, lost)
            }
            (true, true, Some(note)) => {
                let words = note.words.clone();
                (HandoutMessage::Noted { what, words }, Vec::new())
            }
            (true, true, None) if after.cover_count() < before.cover_count() => {
                (HandoutMessage::Uncovered(what), Vec::new())
            }
            (true, true, None) => (HandoutMessage::Changed(what), Vec::new()),
        })
    }
}

impl EventPayload for HandoutChanged {
    fn apply(&self, state: &mut State) {
        let after = self.after.as_deref().cloned();
        state.handouts.set(self.id, after);
    }

    /// Returns the log line of the handout, by which players are told that something is handed to
    /// whom, unless the handout keeps it quiet. Those from whom it is taken back are told alone.
    fn log_line(&self, state: &State) -> Option<LogLine> {
        let (message, whom) = self.message(state)?;
        let announced = self.after.as_ref().is_some_and(|after| after.announced);
        if matches!(message, HandoutMessage::Recalled { .. }) && !self.quiet {
            let losers = whom.iter().filter_map(|id| state.combatant(*id)?.owner);
            let readers = PrivateReaders {
                seats: losers.collect(),
                storytellers: true,
            };
            let message = LogMessage::Handout(Late::new(message));
            return Some(LogLine::new_private(readers, message));
        }
        let given = matches!(message, HandoutMessage::Given { .. });
        let open = given && announced && !self.quiet && whom.iter().all(|id| state.is_visible(*id));
        let message = LogMessage::Handout(Late::new(message));
        Some(LogLine {
            redacted: true,
            ..LogLine::new(open, message)
        })
    }
}

impl SetsValue for HandoutChanged {
    sets_thing!(Handout);

    fn value_still_holds(&self, state: &State, _viewer: Viewer) -> bool {
        state.handouts.get(self.id) == self.after.as_deref()
    }
}
