//! Conditions: what they are called, what they do, when they end
//! (CHR-COND-01 to 08, CHR-VMP-12, CHR-VMP-15). What they do is data, see [`super::chart`].

pub use super::chart::Condition;
use super::chart::{ConditionChart, ConditionData};
use crate::messages::Wording;
use crate::term::Term;

/// A condition a combatant is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Which one.
    pub condition: Condition,
    /// Both arms, legs or eyes instead of one; bound so that nothing moves.
    pub both: bool,
}

impl Held {
    /// A condition of one limb or eye.
    #[must_use]
    pub const fn new(condition: Condition) -> Self {
        Self {
            condition,
            both: false,
        }
    }
}

/// What all conditions of one creature come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Burden {
    /// No Defense at all.
    pub no_defense: bool,
    /// The Defense trait is halved first.
    pub halved_defense: bool,
    /// No instant action.
    pub no_action: bool,
    /// No movement.
    pub no_movement: bool,
    /// The next action is lost.
    pub loses_next_action: bool,
    /// This turn's action is lost, unless it was taken.
    pub loses_this_action: bool,
    /// Lies down.
    pub prone: bool,
    /// Drops what the wracked arm holds.
    pub drops_held: bool,
    /// Every combat roll fails.
    pub auto_fail: bool,
    /// Only a chance die for work with the hands.
    pub chance_on_manual: bool,
    /// Can be struck down without a roll.
    pub dormant: bool,
    /// Speed is divided by this; 1 leaves it alone.
    pub speed_divisor: u8,
    /// Speed is at most this, in yards.
    pub speed_most: Option<i32>,
    /// Dice on rolls that need footwork.
    pub footwork: Vec<Term>,
    /// Dice on rolls that need sight.
    pub sight: Vec<Term>,
    /// Dice on work that falls to the other hand.
    pub offhand: Vec<Term>,
}

/// Adds up everything a combatant suffers from.
#[must_use]
pub fn burden(held: &[Held], chart: &ConditionChart) -> Burden {
    let mut sum = Burden {
        speed_divisor: 1,
        ..Burden::default()
    };
    for held in held {
        if let Some(data) = chart.get(held.condition) {
            let worse = data.both.as_ref().filter(|_| held.both);
            add(&mut sum, data, worse.unwrap_or(&data.effect));
        }
    }
    sum
}

/// Adds one condition to the sum.
fn add(sum: &mut Burden, data: &ConditionData, effect: &super::chart::Effect) {
    sum.no_defense |= effect.no_defense;
    sum.halved_defense |= effect.halved_defense;
    sum.no_action |= effect.no_action;
    sum.no_movement |= effect.no_movement;
    sum.loses_next_action |= effect.loses_next_action;
    sum.loses_this_action |= effect.loses_this_action;
    sum.prone |= effect.prone;
    sum.drops_held |= effect.drops_held;
    sum.auto_fail |= effect.auto_fail;
    sum.chance_on_manual |= effect.chance_on_manual;
    sum.dormant |= effect.dormant;
    sum.speed_divisor = sum.speed_divisor.max(effect.speed_divisor);
    sum.speed_most = match (sum.speed_most, effect.speed_most) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    for (list, value) in [
        (&mut sum.footwork, effect.footwork),
        (&mut sum.sight, effect.sight),
        (&mut sum.offhand, effect.offhand),
    ] {
        if value != 0 {
            list.push(Term {
                label: Wording::verbatim(data.label.clone()),
                value,
                rule: Some(data.rule.clone()),
            });
        }
    }
}

/// Speed under a burden: divided, rounded down, then held to its limit (CHR-COND-02).
#[must_use]
pub fn speed(speed: i32, burden: &Burden) -> i32 {
    if burden.no_movement {
        return 0;
    }
    let slowed = speed.max(0) / i32::from(burden.speed_divisor.max(1));
    burden
        .speed_most
        .map_or(slowed, |most| slowed.min(most.max(0)))
}
