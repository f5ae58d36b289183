//! What people ask for. Deltas, never absolute values, so that two at once both count.

use serde::{Deserialize, Serialize};

use super::state::{FoeHealth, Side, Turn};
use crate::id::{CombatantId, CommandId, SeatId};
use crate::seat::{Actor, Role};
use crate::system::Reading;
use crate::track::{Packet, Severity};

/// A command with its id and who gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Minted by the browser; the same id is applied once.
    pub id: CommandId,
    /// Who gives it.
    pub by: Actor,
    /// What they ask for.
    pub command: Command,
}

/// One order to the encounter. Text is checked when it is decided, not when it is read, so
/// that a bad name is refused in words and not as bad JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Puts somebody into a seat, or renames them there. The house only.
    Sit {
        /// The seat.
        seat: SeatId,
        /// Their name.
        name: String,
        /// What the seat is for.
        role: Role,
    },
    /// Takes a seat away. The storyteller, for everyone but themselves; or the house.
    Unseat {
        /// The seat.
        seat: SeatId,
    },
    /// Names the scene.
    Title {
        /// The new title.
        title: String,
    },
    /// Adds combatants by a quick-add line; they land on the bench.
    Add {
        /// The line, such as `3x ghoul dex 3 comp 2 stam 2 size 5`.
        line: String,
        /// The side, unless the line says. Players always add characters of their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side: Option<Side>,
        /// Whether players are not to know.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hidden: bool,
    },
    /// Takes a combatant out of the encounter.
    Remove {
        /// Whom.
        id: CombatantId,
    },
    /// Gives a combatant another name.
    Rename {
        /// Whom.
        id: CombatantId,
        /// The name.
        name: String,
    },
    /// Lets players see a hidden combatant.
    Reveal {
        /// Whom.
        id: CombatantId,
    },
    /// Hides a combatant from players.
    Hide {
        /// Whom.
        id: CombatantId,
    },
    /// Says who plays a combatant. Players may take a character nobody plays, and give
    /// their own back.
    Assign {
        /// Whom.
        id: CombatantId,
        /// The player; `None` is the storyteller.
        #[serde(default)]
        seat: Option<SeatId>,
    },
    /// Writes a few words of condition into a row; empty wipes them.
    Note {
        /// Whose row.
        id: CombatantId,
        /// The words.
        text: String,
    },
    /// Rolls initiative.
    RollInitiative {
        /// For whom.
        whose: Whose,
        /// The face of a real die, when somebody threw one. Only for one combatant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<u16>,
    },
    /// Puts a token somewhere. Position only: score, turn and round stay.
    Move {
        /// Which.
        id: CombatantId,
        /// Where to.
        to: Destination,
    },
    /// Puts the order back to what the dice said. Who has no score stays behind.
    Sort,
    /// The next one acts. The first time, the fight begins.
    NextTurn {
        /// The turn that ends, as the sender saw it; two people who press at once end one.
        after: Turn,
    },
    /// The one before acts again.
    PreviousTurn {
        /// The turn to go back from, as the sender saw it.
        before: Turn,
    },
    /// Damage from one attack, marked by the rules with overflow.
    Harm {
        /// Whom it hits.
        id: CombatantId,
        /// How much.
        packet: Packet,
    },
    /// Boxes turned by hand, one after the other.
    Turn {
        /// Whose.
        id: CombatantId,
        /// Which boxes into what.
        shifts: Vec<Shift>,
    },
    /// Rolls dice.
    Roll(Box<RollAsk>),
    /// Says what players see of foes' health.
    FoeHealth {
        /// What.
        shown: FoeHealth,
    },
    /// Takes back the newest thing that can be taken back: for the storyteller anybody's,
    /// for a player their own.
    Undo,
}

/// For whom initiative is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// One combatant, again if they had rolled.
    One(CombatantId),
    /// All the storyteller's that have not rolled.
    Storytellers,
    /// All of the sender's that have not rolled.
    Mine,
}

/// Where a token goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    /// Off the order.
    Bench,
    /// Into the order before another; `None` is the end.
    Before(Option<CombatantId>),
}

/// Boxes turned from one thing into another; `None` is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// What the boxes hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Severity>,
    /// What they are to hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Severity>,
    /// How many.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: u16,
}

const fn one() -> u16 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature serde asks for"
)]
const fn is_one(count: &u16) -> bool {
    *count == 1
}

/// A roll somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollAsk {
    /// Who rolls; `None` is nobody in particular.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CombatantId>,
    /// What for, such as "Wits + Composure".
    pub what: String,
    /// The parts of the pool and the modifiers.
    pub terms: Vec<AskedTerm>,
    /// How the dice are read.
    pub reading: Reading,
    /// Whether only the storyteller sees it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Strikes what the rules would add by themselves (wounds). The storyteller only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
    /// Faces of real dice in the order they fell, instead of thrown ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Vec<u16>>,
}

/// A part of a pool as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedTerm {
    /// What it stands for.
    pub label: String,
    /// What it adds.
    pub value: i32,
}
