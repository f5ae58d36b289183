//! Extended actions: what is rolled for them, by whom, and what each roll brought.

use serde::{Deserialize, Serialize};

use super::limits::MAX_ROLLS;
use crate::base::id::CombatantId;
use crate::base::roll::RollResult;
use crate::character::parameters::Parameters;
use crate::ruleset::is_success;

/// A roll that was made for an extended action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contribution {
    /// The combatant who rolled; `None` if the reader may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
    /// The turn of the action, from 1: how many rolls the combatant had made for it by then.
    pub turn: u8,
    /// The round of the fight in which it was rolled; 0 outside of one.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub round: u32,
    /// The successes that it brought.
    pub successes: u16,
}

/// Whether a round is outside of a fight, which is not written.
const fn is_zero(round: &u32) -> bool {
    *round == 0
}

/// A character who takes part in an extended action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Helper {
    /// The combatant.
    pub who: CombatantId,
    /// Whether the combatant leads, instead of helping.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub leads: bool,
}

/// Extended action of a clock, which takes several rolls: the pool and parameters of its rolls, who
/// makes them, and what they brought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtendedAction {
    /// The keys of the traits that are added up, and numbers, with a plus or minus between them.
    pub pool: String,
    /// The parameters of each roll.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// Most rolls of each character; `None` is any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rolls: Option<u8>,
    /// The characters who take part, the one who leads first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub helpers: Vec<Helper>,
    /// The rolls so far, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Contribution>,
    /// Whether a botch has ended it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
}

impl ExtendedAction {
    /// Returns the number of rolls that a combatant has made.
    #[must_use]
    pub fn rolls_of(&self, who: CombatantId) -> u8 {
        let made = self.made.iter();
        let made = made.filter(|made| made.who == Some(who)).count();
        u8::try_from(made).unwrap_or(u8::MAX)
    }

    /// Returns the turn of the action that is under way or over, from 1; 0 before the first roll.
    #[must_use]
    pub fn turn(&self) -> u8 {
        self.made.iter().map(|made| made.turn).max().unwrap_or(0)
    }

    /// Whether a combatant has a roll left within the most rolls of the action, and in a fight none
    /// in this round yet.
    #[must_use]
    pub fn has_roll_left(&self, who: CombatantId, round: u32) -> bool {
        let mut made = self.made.iter().filter(|made| made.who == Some(who));
        let within = self.rolls_of(who) < self.rolls.unwrap_or(MAX_ROLLS);
        within && !self.failed && (round == 0 || made.all(|made| made.round != round))
    }
}

/// Returns how many successes a roll adds to an extended action: its successes, or its margin where
/// dice are added up.
#[must_use]
pub fn count_progress(rolled: &RollResult) -> u16 {
    if !is_success(rolled.grade) {
        return 0;
    }
    let count = match rolled.margin {
        Some(margin) => u32::try_from(margin).unwrap_or(0).max(1),
        None => rolled.successes.max(1),
    };
    u16::try_from(count).unwrap_or(u16::MAX)
}
