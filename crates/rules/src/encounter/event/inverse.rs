//! Taking an event back: what was before and what was after change places.

use std::mem::swap;

use super::Event;
use crate::encounter::proposal::Fate;

impl Event {
    /// Whether it follows from the table as it is by then, and from nothing that a person did.
    pub(crate) const fn follows_by_itself(&self) -> bool {
        matches!(self, Self::ExchangeReread { .. } | Self::Spared { .. })
    }

    /// The event that takes this one back; `None` for what stays done: dice that fell, and
    /// who sat where.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        Some(match self.clone() {
            Self::Added {
                combatant,
                place,
                ties,
            } => Self::Removed {
                combatant,
                place,
                ties,
            },
            Self::Removed {
                combatant,
                place,
                ties,
            } => Self::Added {
                combatant,
                place,
                ties,
            },
            Self::Harmed {
                id, before, after, ..
            } => Self::Marked {
                id,
                before: after,
                after: before,
                states: Vec::new(),
            },
            Self::ExchangeDeclared { exchange } => Self::ExchangeWithdrawn { exchange },
            Self::ExchangeWithdrawn { exchange } => Self::ExchangeDeclared { exchange },
            mut event => return event.turn_round().then_some(event),
        })
    }

    /// Makes it the event that takes it back, where that is an event of the same kind; `false` when
    /// there is none.
    fn turn_round(&mut self) -> bool {
        match self {
            Self::Proposed { fate, .. } => {
                *fate = match fate {
                    Fate::Made => Fate::Gone,
                    Fate::Accepted | Fate::Declined | Fate::Gone => Fate::Made,
                };
            }
            Self::Edited { before, after, .. } => swap(before, after),
            Self::Titled { before, after } => swap(before, after),
            Self::Renamed { before, after, .. } => swap(before, after),
            Self::Grouped { members } => {
                for member in members {
                    swap(&mut member.before, &mut member.after);
                }
            }
            Self::InitiativeRolled { before, after, .. } => swap(before, after),
            Self::Reranked { before, after, .. } => swap(before, after),
            Self::Refreshed { before, after, .. } => swap(before, after),
            Self::Intended {
                before,
                after,
                sealed,
                out_of_turn,
                ..
            } => {
                swap(before, after);
                (*sealed, *out_of_turn) = (None, None);
            }
            Self::Spent {
                before,
                after,
                left,
                ..
            } => {
                swap(before, after);
                *left = None;
            }
            Self::Conditioned { before, after, .. } => swap(before, after),
            Self::DueChanged { before, after, .. } => swap(before, after),
            Self::Equipped { before, after, .. } => swap(before, after),
            Self::Carried { before, after, .. } => swap(before, after),
            Self::Covered { before, after, .. } => swap(before, after),
            Self::ItemChanged { before, after, .. }
            | Self::Situated { before, after, .. }
            | Self::Held { before, after, .. } => swap(before, after),
            Self::HouseRuleSet { before, after, .. } => swap(before, after),
            Self::TableSet { before, after } => swap(before, after),
            Self::TimeUp { back, .. } => *back = !*back,
            Self::Sorted { before, after, .. } => swap(before, after),
            Self::Moved { from, to, .. } => swap(from, to),
            Self::Counted { by, .. } => *by = by.saturating_neg(),
            Self::ExchangeMoved { back, .. } => *back = !*back,
            Self::ExchangeReread { before, after, .. } => swap(before, after),
            Self::Spared { before, after, .. } => swap(before, after),
            Self::Marked {
                before,
                after,
                states,
                ..
            } => {
                swap(before, after);
                states.clear();
            }
            Self::SheetChanged {
                edit,
                track,
                states,
                ..
            } => {
                *edit = edit.clone().inverse();
                *track = track.map(|(before, after)| (after, before));
                states.clear();
            }
            Self::Veiled {
                hidden,
                before,
                after,
                turn,
                ..
            } => {
                *hidden = !*hidden;
                swap(before, after);
                *turn = turn.map(|(knew, know)| (know, knew));
            }
            Self::TurnChanged {
                before,
                public_before,
                after,
                public_after,
                back,
                ..
            } => {
                swap(before, after);
                swap(public_before, public_after);
                *back = back.map(|back| !back);
            }
            Self::Added { .. }
            | Self::Removed { .. }
            | Self::Harmed { .. }
            | Self::ExchangeDeclared { .. }
            | Self::ExchangeWithdrawn { .. }
            | Self::Seated { .. }
            | Self::Unseated { .. }
            | Self::Muted { .. }
            | Self::OwnDice { .. }
            | Self::Rolled(_)
            | Self::Dice(_)
            | Self::InitiativeOffered { .. }
            | Self::Aborted { .. }
            | Self::Said { .. }
            | Self::SceneEnded
            | Self::Opened { .. }
            | Self::Brought { .. }
            | Self::TimePassed { .. }
            | Self::Told { .. }
            | Self::Undone { .. }
            | Self::Redone { .. } => return false,
        }
        true
    }
}
