//! Rolls that a storyteller asks for: who is asked, what they rolled, and what follows.

use serde::{Deserialize, Serialize};

use crate::base::id::{AskId, ClockId, CombatantId, HandoutId};
use crate::base::roll::RollResult;
use crate::base::sorted_map::Map;
use crate::base::term::Term;
use crate::character::parameters::Parameters;
use crate::dice_proof::{Bytes32, seal_hash};
use crate::ruleset::is_success;
use crate::trait_pool::PoolPart;

/// Openness of an asked roll, that is, what players learn of its dice and its outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskTelling {
    /// Everybody sees dice and result.
    #[default]
    Open,
    /// Everybody learns whether the roll was passed, and nobody but storytellers sees the dice.
    PassFail,
    /// Whoever is asked learns that the roll was made.
    Secret {
        /// Whether the others learn that something was asked of somebody.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        announced: bool,
    },
}

/// Consequence of an asked roll, for each of those who fail or who pass.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskConsequence {
    /// A condition for whoever fails, by its key.
    Condition(String),
    /// A segment of a clock.
    Tick {
        /// The clock.
        clock: ClockId,
        /// Whether each passed roll fills one; else each failed one does.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        passed: bool,
    },
    /// Handout that combatants who pass are given.
    Handout(HandoutId),
}

/// Salt and words of dice that fell where players did not see them, which open the published seal
/// (a hash of both).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskSeal {
    /// The salt that was hashed with the roll.
    pub salt: Bytes32,
    /// The roll in words, as it was hashed.
    pub words: String,
}

impl AskSeal {
    /// Returns the hash that players are given as the seal of the dice, which tells nothing of them
    /// before the seal is opened.
    #[must_use]
    pub fn hash(&self) -> Bytes32 {
        seal_hash(&self.salt, &self.words)
    }
}

/// Roll of one combatant who was asked, with its terms and result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskedDice {
    /// The pool, term by term.
    pub terms: Vec<Term>,
    /// The parameters of the roll.
    pub reading: Parameters,
    /// The faces with the result.
    pub rolled: RollResult,
    /// Whether a storyteller rolled for a player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_storyteller: bool,
    /// What opens the seal of dice that players did not see; `None` where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<AskSeal>,
}

/// State of one combatant in an asked roll.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskAnswer {
    /// The roll; `None` until it is made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Box<AskedDice>>,
    /// Another pool that the player would like to roll, not settled yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wish: Vec<PoolPart>,
    /// The pool that a storyteller let the combatant roll instead; empty is the one that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<PoolPart>,
    /// Whether the player was told that the roll was passed; `None` is not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<bool>,
}

/// End of an asked roll, once no more dice can be rolled for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskEnd {
    /// The storyteller called it off.
    CalledOff,
    /// The storyteller told who passed.
    Told,
    /// The storyteller showed the dice to everybody.
    Shown,
    /// The storyteller kept the outcome, or everybody had seen it.
    Kept,
}

/// Roll that a storyteller asks of several combatants.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AskedRoll {
    /// The id, drawn by chance.
    pub id: AskId,
    /// The parts of the pool.
    pub pool: Vec<PoolPart>,
    /// The parameters that differ from their defaults.
    #[serde(default, skip_serializing_if = "Parameters::is_plain")]
    pub reading: Parameters,
    /// What players learn of it.
    #[serde(default)]
    pub telling: AskTelling,
    /// A line for the players; empty is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// Number of successes that pass the roll, from 1.
    #[serde(default = "usual_need", skip_serializing_if = "is_one")]
    pub needs: u16,
    /// A combatant who rolls against all others: more than their successes pass the roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<CombatantId>,
    /// A combatant who helps: their successes are dice of all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helper: Option<CombatantId>,
    /// Seconds that the players have to answer; `None` is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u16>,
    /// The time at which they are over, in milliseconds since 1970; set as the question is put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
    /// What follows for those who fail or pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub follows: Vec<AskConsequence>,
    /// The combatants who are asked, with their answers.
    pub answers: Map<CombatantId, AskAnswer>,
    /// How it ended; `None` while dice can be rolled or something is left to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<AskEnd>,
}

/// Returns the usual number of successes that pass a roll.
const fn usual_need() -> u16 {
    1
}

/// Whether a roll needs the usual number of successes, in which case serialization leaves it out.
const fn is_one(needs: &u16) -> bool {
    *needs == 1
}

/// How much of an asked roll a viewer reads, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AskSight {
    /// Nothing, not even that there is one.
    Nothing,
    /// That the roll was asked for and made.
    Made,
    /// Whether it was passed.
    Outcome,
    /// The dice.
    Dice,
    /// Everything, and what waits to be settled.
    All,
}

impl AskedRoll {
    /// Returns the pool that one of the asked combatants rolls, which may be another than the pool
    /// asked for.
    pub(crate) fn pool_of(&self, who: CombatantId) -> &[PoolPart] {
        match self.answers.get(&who) {
            Some(answer) if !answer.instead.is_empty() => &answer.instead,
            _ => &self.pool,
        }
    }

    /// Returns the roll of one of the combatants; `None` if there is none yet.
    pub(crate) fn dice_of(&self, who: CombatantId) -> Option<&AskedDice> {
        self.answers.get(&who)?.dice.as_deref()
    }

    /// Whether a combatant only rolls against the others, or helps them, and neither passes nor fails.
    pub(crate) fn is_aside(&self, who: CombatantId) -> bool {
        self.against == Some(who) || self.helper == Some(who)
    }

    /// Whether a combatant passed; `None` while that is not known, and for those who only help or stand against.
    pub(crate) fn has_passed(&self, who: CombatantId) -> Option<bool> {
        if self.is_aside(who) {
            return None;
        }
        let rolled = &self.dice_of(who)?.rolled;
        let enough = is_success(rolled.grade)
            && (self.needs < 2 || measure_roll(rolled) >= self.needs.into());
        match self.against {
            None => Some(enough),
            Some(other) => {
                let other = &self.dice_of(other)?.rolled;
                let theirs = if is_success(other.grade) {
                    measure_roll(other)
                } else {
                    i32::MIN
                };
                Some(enough && measure_roll(rolled) > theirs)
            }
        }
    }

    /// Returns the combatants who have not rolled yet. Others wait for the dice of a helper.
    pub(crate) fn missing(&self) -> impl Iterator<Item = CombatantId> {
        let all = self.answers.iter();
        let missing = all.filter(|(_, answer)| answer.dice.is_none());
        missing.map(|(id, _)| *id)
    }

    /// Returns the number of dice that a helper adds to the pool of a combatant; `None` while the helper has not rolled.
    pub(crate) fn help_for(&self, who: CombatantId) -> Option<i32> {
        match self.helper {
            Some(helper) if !self.is_aside(who) => {
                let rolled = &self.dice_of(helper)?.rolled;
                Some(if is_success(rolled.grade) {
                    measure_roll(rolled).max(1)
                } else {
                    0
                })
            }
            _ => Some(0),
        }
    }

    /// Whether the roll leaves no cost, no count and no log line that those who are not asked could
    /// see.
    pub(crate) const fn is_traceless(&self) -> bool {
        matches!(self.telling, AskTelling::Secret { announced: false })
    }

    /// Whether players may not see the dice when they fall.
    pub(crate) const fn hides_dice(&self) -> bool {
        !matches!(self.telling, AskTelling::Open)
    }
}

/// Returns the number by which two rolls are compared, either the successes or, where dice are
/// added up, the margin.
fn measure_roll(rolled: &RollResult) -> i32 {
    let successes = || i32::try_from(rolled.successes).unwrap_or(i32::MAX);
    rolled.margin.unwrap_or_else(successes)
}
