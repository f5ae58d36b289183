//! One thing that a recap counts, and which events may be one.

use crate::encounter::combatant::Turn;
use crate::encounter::encounter::Encounter;
use crate::encounter::event::Event;
use crate::encounter::exchange::Input;
use crate::encounter::feature::{ExchangeDeclared, ExchangeMoved};
use crate::id::{CombatantId, CommandId, ExchangeId};
use crate::messages::Wording;
use crate::roll::Grade;
use crate::seat::Actor;
use crate::track::{Packet, Track};

/// One thing that happened and that a recap counts.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub(super) at: u64,
    /// In which round.
    pub(super) round: u32,
    pub(super) what: Happened,
    /// The command that did it.
    pub(super) command: CommandId,
    /// The step of an exchange that it belongs to.
    pub(super) step: Option<(ExchangeId, u16)>,
    /// The command that took this step back.
    pub(super) taken_back: Option<CommandId>,
}

/// What happened.
#[derive(Clone, Debug)]
pub(super) enum Happened {
    /// The turn is this one now.
    Turn(Turn),
    /// The scene of this title ended.
    Ended(String),
    /// Damage was marked by the rules.
    Hit {
        by: Option<CombatantId>,
        to: CombatantId,
        packet: Packet,
        with: Option<Wording>,
    },
    /// Boxes or points were changed by hand.
    Marked {
        by: Actor,
        to: CombatantId,
        before: Track,
        after: Track,
    },
    /// A combatant could act no longer.
    Fell { who: CombatantId, word: String },
    /// Dice fell, very badly or very well.
    Rolled {
        who: Option<CombatantId>,
        /// The person, where no combatant rolled.
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

/// Whether combatants may be seen, or be called, otherwise afterwards.
pub(super) const fn concerns_names(event: &Event) -> bool {
    matches!(
        event,
        Event::Added(_)
            | Event::Brought(_)
            | Event::Opened(_)
            | Event::Renamed(_)
            | Event::Veiled(_)
    )
}

/// Whether an event changes how combatants are without anything happening to them.
pub(super) const fn concerns_all(event: &Event) -> bool {
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

/// The exchange that an event is of, and which step of it. One that is over at once has none.
pub(super) fn step_of(event: &Event) -> Option<(ExchangeId, Option<u16>)> {
    match event {
        Event::ExchangeDeclared(ExchangeDeclared { exchange }) if exchange.is_over() => {
            Some((exchange.id, None))
        }
        Event::ExchangeMoved(moved) => Some((moved.id, Some(moved.step))),
        _ => None,
    }
}

/// The combatant whose dice fell with an event.
pub(super) fn roller(encounter: &Encounter, event: &Event) -> Option<CombatantId> {
    match event {
        Event::Rolled(roll) => roll.id,
        Event::Aborted(aborted) => Some(aborted.id),
        Event::ExchangeMoved(moved) => {
            let exchange = encounter.exchange(moved.id)?;
            let Input::Answer(slot, _) = &moved.advance.input else {
                return None;
            };
            let line = exchange.ledger.iter().find(|line| line.slot == *slot)?;
            exchange.party(line.by)
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
