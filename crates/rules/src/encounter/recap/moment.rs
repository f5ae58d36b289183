//! One thing that a recap counts, and which events may be one.

use crate::encounter::combatant::Turn;
use crate::encounter::event::Event;
use crate::encounter::feature::{Conditioned, ExchangeMoved, Harmed, Marked, SheetChanged};
use crate::id::{CombatantId, CommandId, ExchangeId};
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
        with: Option<String>,
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

/// Whose health an event may change.
pub(super) const fn touched(event: &Event) -> Option<CombatantId> {
    match event {
        Event::Harmed(Harmed { id, .. })
        | Event::Marked(Marked { id, .. })
        | Event::Conditioned(Conditioned { id, .. })
        | Event::SheetChanged(SheetChanged { id, .. }) => Some(*id),
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
