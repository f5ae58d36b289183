//! Extra actions that powers give (XOV-POW-01 to 05).

use crate::messages::crossover as msg;
use serde::{Deserialize, Serialize};

use super::creature::Kind;
use super::{Denied, Refusal, Settings};
use crate::systems::d10::input;

/// A power that gives extra actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "power", rename_all = "snake_case")]
pub enum Power {
    /// Vampires: one for each dot, next turn, for a blood point (XOV-POW-01).
    Celerity {
        /// Dots.
        #[serde(default)]
        dots: i32,
        /// Blood points left.
        #[serde(default = "one")]
        blood: i32,
    },
    /// Werewolves: one for each point spent, this turn (XOV-POW-02).
    Rage {
        /// What they are.
        #[serde(default)]
        kind: Kind,
        /// Permanent Rage.
        #[serde(default)]
        rage: i32,
        /// Points spent.
        #[serde(default)]
        spent: i32,
        /// Points spent before in the same turn.
        #[serde(default)]
        before: i32,
    },
    /// Time 3: one for every two successes, next turn (XOV-POW-03).
    DistortTime {
        /// Successes of the effect.
        #[serde(default)]
        successes: i32,
    },
    /// Chronos 3: one in each of the next turns (XOV-POW-04).
    DreamTime {
        /// Whether it was worked on the same target in this scene.
        #[serde(default)]
        already_this_scene: bool,
    },
    /// Demons: one for each point spent, this turn, each later than the one before (XOV-POW-05).
    Faith {
        /// Points spent.
        #[serde(default)]
        spent: i32,
    },
}

const fn one() -> i32 {
    1
}

/// When the actions come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Now.
    ThisTurn,
    /// With the next turn.
    NextTurn,
}

/// What a power gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// Actions in a turn.
    pub count: i32,
    /// When.
    pub when: When,
    /// For how many turns in a row, used or not; only Dream Time says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<i32>,
    /// By how much each of them is later; only Faith says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initiative_offsets: Option<Vec<i32>>,
}

impl Extra {
    const fn of(count: i32, when: When) -> Self {
        Self {
            count,
            when,
            turns: None,
            initiative_offsets: None,
        }
    }
}

/// Works out what a power gives.
///
/// # Errors
/// [`Refusal::NoBlood`], [`Refusal::GarouOnly`], [`Refusal::ExceedsHalfRage`],
/// [`Refusal::AlreadyThisScene`], or more points than a list may hold.
pub fn extra_actions(power: &Power, by: &Settings) -> Result<Extra, Denied> {
    match *power {
        Power::Celerity { blood, .. } if blood < 1 => Err(Denied::refused(Refusal::NoBlood)),
        Power::Celerity { dots, .. } => Ok(Extra::of(dots.max(0), When::NextTurn)),
        Power::Rage {
            kind,
            rage,
            spent,
            before,
        } => {
            if kind != Kind::Werewolf {
                return Err(Denied::refused(Refusal::GarouOnly));
            }
            let rage = rage.max(0);
            let half = if by.rage_rounds_up {
                rage / 2 + rage % 2
            } else {
                rage / 2
            };
            if spent.saturating_add(before) > half {
                return Err(Denied::refused(Refusal::ExceedsHalfRage));
            }
            Ok(Extra::of(spent.max(0), When::ThisTurn))
        }
        Power::DistortTime { successes } => Ok(Extra::of(successes.max(0) / 2, When::NextTurn)),
        Power::DreamTime {
            already_this_scene: true,
        } => Err(Denied::refused(Refusal::AlreadyThisScene)),
        Power::DreamTime {
            already_this_scene: false,
        } => Ok(Extra {
            turns: Some(by.dream_time_turns),
            ..Extra::of(1, When::NextTurn)
        }),
        Power::Faith { spent } => {
            let spent = input::count(msg::POINTS_OF_FAITH.get(), spent)?;
            Ok(Extra {
                initiative_offsets: Some((1..=spent).map(|number| -number).collect()),
                ..Extra::of(spent, When::ThisTurn)
            })
        }
    }
}
