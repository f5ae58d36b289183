//! Conditions of combatants: kind, amount and expiry.

use crate::base::sorted_map::Map;
use crate::character::track::{DamagePacket, Severity, Track};
use crate::messages::Text;

use serde::{Deserialize, Serialize};

/// Conditions of one combatant, by the key of their [`ConditionSpec`].
pub type Conditions = Map<String, Condition>;

/// Condition that a combatant is in, such as prone, with its amount and expiry.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Amount of the condition, or the number of the item it affects; 0 if it has neither.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
    /// Moment at which the condition ends automatically.
    #[serde(default, skip_serializing_if = "Until::is_lifted")]
    pub until: Until,
}

/// Returns whether an amount is 0 and can be left out of the JSON.
const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// Moment at which a condition ends automatically.
///
/// Each variant depends on turns in the order that begin and end, and not on what the combatant
/// does in them.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// No automatic end: a person lifts it, or the rules do when its cause is gone.
    #[default]
    Lifted,
    /// Beginning of the combatant's next turn.
    OwnTurn,
    /// End of the combatant's next turn.
    AfterTurn,
    /// End of the combatant's current turn.
    ThisTurn,
    /// End of so many rounds, counting the current one; at least one.
    Rounds(u16),
    /// End of the scene.
    Scene,
    /// End of the turn of the combatant's next action: this round's turn, or the turn after it if
    /// this round's action is `taken`. Replaced by another variant as soon as a combatant gains the
    /// condition.
    NextAction {
        /// Whether this round's action is already taken.
        taken: bool,
    },
    /// End of the combatant's second turn, counting the current one.
    SecondTurn,
    /// Healing of the damage that caused the condition.
    Healed {
        /// Unhealed points of the attack that caused the condition.
        points: DamagePacket,
        /// Unhealed points of a second attack that affected the other limb or eye.
        #[serde(default, skip_serializing_if = "DamagePacket::is_empty")]
        other: DamagePacket,
    },
}

impl Until {
    /// Whether the condition has no automatic end, so that a person must lift it.
    pub(crate) const fn is_lifted(&self) -> bool {
        matches!(self, Self::Lifted)
    }

    /// Replaces [`Until::NextAction`] by a definite end, given the combatant's progress in the
    /// current round.
    #[must_use]
    pub const fn resolve_next_action(self, turn: TurnProgress) -> Self {
        match self {
            Self::NextAction { taken } => match (turn, taken) {
                (TurnProgress::ToCome, true) => Self::SecondTurn,
                (TurnProgress::UnderWay, false) => Self::ThisTurn,
                (TurnProgress::ToCome, false)
                | (TurnProgress::UnderWay, true)
                | (TurnProgress::Passed, _) => Self::AfterTurn,
            },
            Self::Lifted
            | Self::OwnTurn
            | Self::AfterTurn
            | Self::ThisTurn
            | Self::Rounds(_)
            | Self::Scene
            | Self::SecondTurn
            | Self::Healed { .. } => self,
        }
    }
}

/// Progress of a combatant's turn in the current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TurnProgress {
    /// Turn that has not begun.
    ToCome,
    /// Turn that is in progress.
    UnderWay,
    /// Turn that is over, or absent in this round.
    Passed,
}

/// Events of one combatant when the order advances, as flags in the sequence in which they happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OrderAdvance {
    /// Whether the current turn ends, the combatant's or another's.
    pub turn_over: bool,
    /// Whether that turn is the combatant's.
    pub own: bool,
    /// Whether the combatant leaves that turn to act later in the round.
    pub waits: bool,
    /// Whether the round ends.
    pub round_over: bool,
    /// Whether a turn of the combatant was skipped because the combatant is out.
    pub passed_over: bool,
    /// Whether a turn of the combatant begins.
    pub own_begins: bool,
}

impl Condition {
    /// Updates the condition for an advance of the order; `None` when it ends.
    #[must_use]
    pub const fn advance(self, passing: OrderAdvance) -> Option<Self> {
        let ends = match self.until {
            Until::ThisTurn if passing.turn_over && !passing.waits => None,
            // A delaying combatant still has the turn ahead.
            Until::ThisTurn if passing.turn_over => Some(Until::AfterTurn),
            Until::SecondTurn if passing.turn_over && passing.own && !passing.waits => {
                Some(Until::AfterTurn)
            }
            Until::NextAction { .. } => Some(Until::AfterTurn),
            until => Some(until),
        };
        let ends = match ends {
            Some(Until::Rounds(..=1)) if passing.round_over => None,
            Some(Until::Rounds(left)) if passing.round_over => Some(Until::Rounds(left - 1)),
            ends => ends,
        };
        let ends = match ends {
            Some(Until::OwnTurn | Until::AfterTurn) if passing.passed_over => None,
            Some(Until::SecondTurn) if passing.passed_over => Some(Until::AfterTurn),
            ends => ends,
        };
        let ends = match ends {
            Some(Until::OwnTurn) if passing.own_begins => None,
            Some(Until::AfterTurn) if passing.own_begins => Some(Until::ThisTurn),
            ends => ends,
        };
        match ends {
            Some(until) => Some(Self { until, ..self }),
            None => None,
        }
    }

    /// Subtracts healed points from the damage that caused the condition; `None` when all of it is
    /// healed.
    #[must_use]
    pub fn after_healing(self, before: &Track, after: &Track) -> Option<Self> {
        let Until::Healed { points, other } = self.until else {
            return Some(self);
        };
        let Some((before, after)) = before.boxes().zip(after.boxes()) else {
            return Some(self);
        };
        if after.filled_count() == 0 {
            return None;
        }
        if after.filled_count() >= before.filled_count() {
            return Some(self);
        }
        let (before, after) = (before.marks(), after.marks());
        let [points_left, other_left] = [points, other].map(|mut left| {
            for severity in [Severity::Bashing, Severity::Lethal, Severity::Aggravated] {
                let healed = before.get(severity).saturating_sub(after.get(severity));
                let left = left.get_mut(severity);
                *left = left.saturating_sub(healed);
            }
            left
        });
        let is_over = |was: DamagePacket, left: DamagePacket| left.is_empty() && !was.is_empty();
        let one_of_two = !points.is_empty()
            && !other.is_empty()
            && (is_over(points, points_left) || is_over(other, other_left));
        let (points, other) = match points_left.is_empty() {
            true => (other_left, DamagePacket::default()),
            false => (points_left, other_left),
        };
        (!points.is_empty()).then(|| Self {
            amount: self.amount.saturating_sub(i32::from(one_of_two)),
            until: Until::Healed { points, other },
        })
    }
}

/// Specification of a combatant's condition, such as "unconscious", that a rule system knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    /// Key of the condition in [`Conditions`].
    pub key: &'static str,
    /// Label shown at the table: "unconscious".
    pub word: Text,
    /// Short description of the effect.
    pub effect: Text,
    /// Rule that defines the condition.
    pub rule: &'static str,
    /// Maximum amount; 0 if the condition has no amount.
    pub most: i32,
}

impl ConditionSpec {
    /// Creates a condition from its key, texts, rule and maximum amount.
    #[must_use]
    pub const fn new(
        key: &'static str,
        word: Text,
        effect: Text,
        rule: &'static str,
        most: i32,
    ) -> Self {
        Self {
            key,
            word,
            effect,
            rule,
            most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::track::Boxes;

    const STILL: OrderAdvance = OrderAdvance {
        turn_over: false,
        own: false,
        waits: false,
        round_over: false,
        passed_over: false,
        own_begins: false,
    };
    /// End of another combatant's turn and beginning of a third one's.
    const ANOTHERS: OrderAdvance = OrderAdvance {
        turn_over: true,
        ..STILL
    };
    /// End of another combatant's turn and of the round.
    const ROUND: OrderAdvance = OrderAdvance {
        round_over: true,
        ..ANOTHERS
    };
    /// Beginning of the combatant's turn.
    const BEGINS: OrderAdvance = OrderAdvance {
        own_begins: true,
        ..ANOTHERS
    };
    /// End of the combatant's turn.
    const OVER: OrderAdvance = OrderAdvance {
        own: true,
        ..ANOTHERS
    };
    const WAITS: OrderAdvance = OrderAdvance {
        waits: true,
        ..OVER
    };
    const PASSED: OrderAdvance = OrderAdvance {
        passed_over: true,
        ..ANOTHERS
    };

    /// Number of these steps after which a condition is over; `None` if it outlasts them.
    fn steps_until_over(until: Until, course: &[OrderAdvance]) -> Option<usize> {
        let mut now = Some(Condition { amount: 2, until });
        let lasts = |passing: &OrderAdvance| {
            now = now.and_then(|now| now.advance(*passing));
            now.is_some_and(|now| now.amount == 2)
        };
        course.iter().map(lasts).position(|lasts| !lasts)
    }

    #[test]
    fn what_is_lifted_or_lasts_for_the_scene_outlasts_every_turn() {
        let course = [BEGINS, OVER, ROUND, PASSED, BEGINS, WAITS, ROUND];
        assert_eq!(steps_until_over(Until::Lifted, &course), None);
        assert_eq!(steps_until_over(Until::Scene, &course), None);
    }

    #[test]
    fn own_turn_ends_as_it_begins() {
        assert_eq!(
            steps_until_over(Until::OwnTurn, &[OVER, ROUND, BEGINS]),
            Some(2)
        );
        assert_eq!(
            steps_until_over(Until::OwnTurn, &[ANOTHERS, PASSED]),
            Some(1)
        );
    }

    #[test]
    fn after_turn_ends_with_the_next_that_begins() {
        let course = [ANOTHERS, ROUND, BEGINS, OVER];
        assert_eq!(steps_until_over(Until::AfterTurn, &course), Some(3));
        // The current turn does not count.
        let course = [OVER, ROUND, BEGINS, OVER];
        assert_eq!(steps_until_over(Until::AfterTurn, &course), Some(3));
        assert_eq!(
            steps_until_over(Until::AfterTurn, &[ROUND, PASSED]),
            Some(1)
        );
    }

    #[test]
    fn this_turn_ends_with_the_turn_under_way_and_waits_with_who_waits() {
        assert_eq!(steps_until_over(Until::ThisTurn, &[STILL, OVER]), Some(1));
        assert_eq!(steps_until_over(Until::ThisTurn, &[ANOTHERS]), Some(0));
        let course = [WAITS, ANOTHERS, BEGINS, OVER];
        assert_eq!(steps_until_over(Until::ThisTurn, &course), Some(3));
    }

    #[test]
    fn rounds_end_as_they_are_counted() {
        let course = [OVER, ROUND, BEGINS, ROUND, OVER, ROUND];
        assert_eq!(steps_until_over(Until::Rounds(3), &course), Some(5));
        assert_eq!(steps_until_over(Until::Rounds(1), &course), Some(1));
        assert_eq!(steps_until_over(Until::Rounds(0), &course), Some(1));
    }

    #[test]
    fn second_turn_lets_one_go_by() {
        let course = [ANOTHERS, BEGINS, WAITS, BEGINS, OVER, ROUND, BEGINS, OVER];
        assert_eq!(steps_until_over(Until::SecondTurn, &course), Some(7));
        let passed = [PASSED, ROUND, BEGINS, OVER];
        assert_eq!(steps_until_over(Until::SecondTurn, &passed), Some(3));
    }

    #[test]
    fn the_next_action_is_that_of_the_first_turn_that_has_one() {
        let next = |taken, turn| Until::NextAction { taken }.resolve_next_action(turn);
        assert_eq!(next(false, TurnProgress::ToCome), Until::AfterTurn);
        assert_eq!(next(true, TurnProgress::ToCome), Until::SecondTurn);
        assert_eq!(next(false, TurnProgress::UnderWay), Until::ThisTurn);
        assert_eq!(next(true, TurnProgress::UnderWay), Until::AfterTurn);
        assert_eq!(next(false, TurnProgress::Passed), Until::AfterTurn);
        assert_eq!(next(true, TurnProgress::Passed), Until::AfterTurn);
        let rounds = Until::Rounds(2);
        assert_eq!(rounds.resolve_next_action(TurnProgress::Passed), rounds);
        let unplaced = Until::NextAction { taken: true };
        assert_eq!(
            steps_until_over(unplaced, &[ANOTHERS, BEGINS, OVER]),
            Some(2)
        );
    }

    #[test]
    fn healed_counts_off_the_points_of_its_own_attack() {
        let track = |bashing, lethal| {
            let marks = DamagePacket {
                bashing,
                lethal,
                ..DamagePacket::default()
            };
            Track::Boxes(Boxes::new(7, marks).expect("seven boxes"))
        };
        let of = |bashing, lethal| DamagePacket {
            bashing,
            lethal,
            ..DamagePacket::default()
        };
        let healed = |points, other, before, after| {
            let until = Until::Healed { points, other };
            let left = Condition { amount: 2, until }.after_healing(&before, &after);
            left.map(|left| (left.amount, left.until))
        };
        let none = DamagePacket::default();
        let both = |points, other| Until::Healed { points, other };
        // The three points of the arm are healed, the four of the leg are not.
        let (hurt, later) = (track(3, 4), track(0, 4));
        assert_eq!(healed(of(3, 0), none, hurt, later), None);
        let leg = both(of(0, 4), none);
        assert_eq!(healed(of(0, 4), none, hurt, later), Some((2, leg)));
        // One of two arms is healed.
        let arm = both(of(0, 4), none);
        assert_eq!(healed(of(0, 4), of(3, 0), hurt, later), Some((1, arm)));
        assert_eq!(healed(of(3, 0), of(0, 4), hurt, later), Some((1, arm)));
        // Partial healing, healing of another wound, and damage that only changes its type.
        let rest = both(of(2, 0), none);
        assert_eq!(healed(of(3, 0), none, hurt, track(2, 4)), Some((2, rest)));
        let kept = both(of(3, 0), none);
        assert_eq!(healed(of(3, 0), none, track(2, 4), hurt), Some((2, kept)));
        assert_eq!(healed(of(3, 0), none, hurt, track(0, 7)), Some((2, kept)));
        assert_eq!(healed(of(3, 0), none, track(0, 7), track(0, 0)), None);
        // Nothing else ends it.
        let course = [BEGINS, OVER, ROUND, PASSED];
        assert_eq!(steps_until_over(kept, &course), None);
        let lifted = Condition::default();
        assert_eq!(lifted.after_healing(&hurt, &track(0, 0)), Some(lifted));
    }

    #[test]
    fn one_who_stands_alone_leaves_a_turn_and_begins_the_next_at_once() {
        let alone = OrderAdvance {
            round_over: true,
            own_begins: true,
            ..OVER
        };
        assert_eq!(steps_until_over(Until::ThisTurn, &[alone]), Some(0));
        assert_eq!(steps_until_over(Until::AfterTurn, &[alone, alone]), Some(1));
        assert_eq!(
            steps_until_over(Until::SecondTurn, &[alone, alone, alone]),
            Some(1)
        );
    }
}
