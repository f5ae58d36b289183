//! Notes of a recap: single events that count, and the kinds of events that may be one.

use crate::base::id::{CombatantId, CommandId, ExchangeId};
use crate::base::roll::Grade;
use crate::base::seat::Actor;
use crate::character::track::{DamagePacket, Track};
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::Turn;
use crate::encounter::event::Event;
use crate::encounter::exchange::ExchangeInput;
use crate::encounter::feature::{ExchangeDeclared, ExchangeMoved};
use crate::messages::Wording;

/// Note that the recap of a game takes of one event that counts in its totals.
#[derive(Clone, Debug)]
pub(super) struct RecapNote {
    /// The time in milliseconds since 1970.
    pub(super) at: u64,
    /// The round it happened in; 0 is before the first.
    pub(super) round: u32,
    /// The kind of event with its details.
    pub(super) kind: RecapNoteKind,
    /// The command that caused it.
    pub(super) command: CommandId,
    /// The step of an exchange that it belongs to.
    pub(super) step: Option<(ExchangeId, u16)>,
    /// The command that took this step back.
    pub(super) taken_back: Option<CommandId>,
}

/// The kind of event that a note tells of.
#[derive(Clone, Debug)]
pub(super) enum RecapNoteKind {
    /// Another turn began.
    Turn(Turn),
    /// The scene with this title ended.
    Ended(String),
    /// Damage was marked by the rules.
    Hit {
        by: Option<CombatantId>,
        to: CombatantId,
        packet: DamagePacket,
        with: Option<Wording>,
    },
    /// Boxes or points were changed by hand.
    Marked {
        by: Actor,
        to: CombatantId,
        before: Track,
        after: Track,
    },
    /// A combatant was taken out of the fight.
    Fell { who: CombatantId, word: String },
    /// Dice fell with the worst or the best grade.
    Rolled {
        who: Option<CombatantId>,
        /// The person who rolled, where no combatant did.
        person: Option<String>,
        what: String,
        outcome: String,
        grade: Grade,
    },
    /// Points of a pool were spent.
    Spent {
        who: CombatantId,
        pool: String,
        points: i32,
    },
}

/// Whether an event may change names or visibility of combatants.
pub(super) const fn may_change_names(event: &Event) -> bool {
    matches!(
        event,
        Event::Added(_)
            | Event::Brought(_)
            | Event::Opened(_)
            | Event::Renamed(_)
            | Event::Veiled(_)
    )
}

/// Whether an event may change the health of all combatants without anything happening to them.
pub(super) const fn changes_states_silently(event: &Event) -> bool {
    matches!(
        event,
        Event::Added(_)
            | Event::Brought(_)
            | Event::Opened(_)
            | Event::HouseRuleSet(_)
            | Event::Undone { .. }
            | Event::Redone { .. }
    )
}

/// Returns the exchange of an event with its step. An exchange that is over at once has no step.
pub(super) fn exchange_step_of(event: &Event) -> Option<(ExchangeId, Option<u16>)> {
    match event {
        Event::ExchangeDeclared(ExchangeDeclared { exchange }) if exchange.is_over() => {
            Some((exchange.id, None))
        }
        Event::ExchangeMoved(moved) => Some((moved.id, Some(moved.step))),
        _ => None,
    }
}

/// Returns the combatant whose dice fell with an event; `None` if no combatant rolled.
pub(super) fn roller_of(encounter: &Encounter, event: &Event) -> Option<CombatantId> {
    match event {
        Event::Rolled(roll) => roll.id,
        Event::Aborted(aborted) => Some(aborted.id),
        Event::ExchangeMoved(moved) => {
            let exchange = encounter.exchange(moved.id)?;
            let ExchangeInput::Answer(slot, _) = &moved.advance.input else {
                return None;
            };
            let line = exchange.ledger.iter().find(|line| line.slot == *slot)?;
            exchange.combatant_of(line.by)
        }
        _ => None,
    }
}

/// Whether an event is of a kind that a recap counts.
pub(super) const fn is_counted(event: &Event) -> bool {
    matches!(
        event,
        Event::Harmed(_)
            | Event::Marked(_)
            | Event::Spent(_)
            | Event::SceneEnded
            | Event::Rolled(_)
            | Event::Aborted(_)
            | Event::ExchangeMoved(ExchangeMoved { back: false, .. })
    )
}
