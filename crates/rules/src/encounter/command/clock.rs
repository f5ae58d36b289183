//! Commands about clocks and extended actions.

use serde::{Deserialize, Serialize};

use crate::base::id::{ClockId, CombatantId, HandoutId, LocationId};
use crate::character::parameters::Parameters;
use crate::clock::{FillTrigger, Helper, Tone};
use crate::space::Darkness;

/// A change of the clocks of an encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ClockEdit {
    /// Makes a clock from a line: `Alarm 8, on failed Stealth`.
    Make {
        /// The line as typed.
        line: String,
    },
    /// Changes all of a clock but how much of it is filled.
    Change {
        /// The clock to change.
        id: ClockId,
        /// The clock as it is meant to be.
        to: Box<ClockInput>,
    },
    /// Fills segments of a clock, or empties them.
    Fill {
        /// The clock to fill.
        id: ClockId,
        /// Number of segments filled; emptied ones are negative.
        by: i16,
    },
    /// Hides a clock from players, or shows it.
    Hide {
        /// The clock to hide or show.
        id: ClockId,
        /// Whether players do not know of it from now on.
        hidden: bool,
    },
    /// Pins a clock to the foot of the scene, or unpins it.
    Pin {
        /// The clock to pin or unpin.
        id: ClockId,
        /// Whether it is pinned from now on.
        pinned: bool,
    },
    /// Lets a combatant lead or help an extended action, or leave it.
    Join {
        /// The extended action.
        id: ClockId,
        /// The combatant, and whether they lead.
        helper: Helper,
        /// Whether the combatant takes part from now on.
        joins: bool,
    },
    /// Says that what was due of a clock is seen to.
    Settle {
        /// The clock with the slip.
        id: ClockId,
    },
    /// Puts a clock away.
    Remove {
        /// The clock to remove.
        id: ClockId,
    },
}

/// A clock as typed into its form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockInput {
    /// The name.
    pub name: String,
    /// Number of segments, or of successes needed.
    pub size: u16,
    /// What it means to the players.
    #[serde(default)]
    pub tone: Tone,
    /// What fills it.
    #[serde(default)]
    pub fills: FillTrigger,
    /// Whether players are not told what fills it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// Words for all when it is full; blank is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Words for storytellers when it is full; blank is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub secret: String,
    /// A condition when it is full, by its key, and the combatant who gets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<(CombatantId, String)>,
    /// A place of the scene that becomes dark when it is full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub darkens: Option<(LocationId, Darkness)>,
    /// Words of a slip for storytellers when it is full; blank is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub slip: String,
    /// A handout that is given when it is full, and the combatant who gets it; `None` is the character of every player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handout: Option<(HandoutId, Option<CombatantId>)>,
    /// The rolls of an extended action; `None` for a clock that is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<ActionInput>,
}

/// The rolls of an extended action as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionInput {
    /// The traits and numbers that are added up, as in a roll that is typed into the log.
    pub pool: String,
    /// The parameters of each roll.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// Most rolls of each character; `None` is any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<u8>,
}
