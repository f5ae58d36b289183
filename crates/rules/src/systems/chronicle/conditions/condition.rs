//! Conditions: what they are called, what they do, when they end
//! (CHR-COND-01 to 08, CHR-VMP-12, CHR-VMP-15). What they do is data, see [`crate::systems::chronicle::charts`].

use crate::base::term::Term;
use crate::messages::Wording;
pub(crate) use crate::systems::chronicle::charts::Condition;
use crate::systems::chronicle::charts::{ConditionChart, ConditionData, Effect};

/// Condition that a combatant of Chronicle is in, with its amount or severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// The condition.
    pub(crate) condition: Condition,
    /// Both arms, legs or eyes instead of one; bound so that nothing moves.
    pub(crate) both: bool,
}

impl Held {
    /// Creates a held condition that affects one limb or eye, not both.
    #[must_use]
    pub(crate) const fn new(condition: Condition) -> Self {
        Self {
            condition,
            both: false,
        }
    }
}

/// Sum of the effects of all conditions of a combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Burden {
    /// No Defense at all.
    pub(crate) no_defense: bool,
    /// The Defense trait is halved first.
    pub(crate) halved_defense: bool,
    /// No instant action.
    pub(crate) no_action: bool,
    /// No movement.
    pub(crate) no_movement: bool,
    /// The next action is lost.
    pub(crate) loses_next_action: bool,
    /// The action of this turn is lost, unless it was taken.
    pub(crate) loses_this_action: bool,
    /// Lies down.
    pub(crate) prone: bool,
    /// Drops what the wracked arm holds.
    pub(crate) drops_held: bool,
    /// Every combat roll fails.
    pub(crate) auto_fail: bool,
    /// Only a chance die for work with the hands.
    pub(crate) chance_on_manual: bool,
    /// Can be struck down without a roll.
    pub(crate) dormant: bool,
    /// Speed is divided by this; 1 leaves it alone.
    pub(crate) speed_divisor: u8,
    /// Speed is at most this, in yards.
    pub(crate) speed_most: Option<i32>,
    /// Dice on rolls that need footwork.
    pub(crate) footwork: Vec<Term>,
    /// Dice on rolls that need sight.
    pub(crate) sight: Vec<Term>,
    /// Dice on work that falls to the other hand.
    pub(crate) offhand: Vec<Term>,
}

/// Adds up the effects of all conditions from which a combatant suffers.
#[must_use]
pub(crate) fn burden(held: &[Held], chart: &ConditionChart) -> Burden {
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

/// Adds the effects of one condition to the sum.
fn add(sum: &mut Burden, data: &ConditionData, effect: &Effect) {
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
                from_scene: false,
            });
        }
    }
}

/// Returns a speed reduced by the burden of conditions: divided, rounded down, then held to its limit (CHR-COND-02).
#[must_use]
pub(crate) fn speed(speed: i32, burden: &Burden) -> i32 {
    if burden.no_movement {
        return 0;
    }
    let slowed = speed.max(0) / i32::from(burden.speed_divisor.max(1));
    burden
        .speed_most
        .map_or(slowed, |most| slowed.min(most.max(0)))
}
