//! Conditions a combatant is in: which one, how much of it, and when it ends by itself.

use crate::messages::Text;
use crate::sorted::Map;
use crate::track::{Packet, Severity, Track};

use serde::{Deserialize, Serialize};

/// The conditions of one combatant, by the key of their [`ConditionSpec`].
pub type Conditions = Map<String, Condition>;

/// One condition of a combatant.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// How much of it, where it has an amount; the number of the item it is about, where it is about
    /// one; else 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub amount: i32,
    /// When it ends by itself.
    #[serde(default, skip_serializing_if = "Until::is_lifted")]
    pub until: Until,
}

const fn is_zero(amount: &i32) -> bool {
    *amount == 0
}

/// When a condition ends by itself. Each names a moment, and goes by the turns of the order that
/// begin and end; what a combatant has done in them changes nothing.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// Never: a person lifts it, or the rules do when its cause is gone.
    #[default]
    Lifted,
    /// When the combatant's next turn begins.
    OwnTurn,
    /// When the combatant's next turn is over.
    AfterTurn,
    /// When the turn that the combatant is in is over.
    ThisTurn,
    /// When so many rounds more have ended, the one under way included; at least one.
    Rounds(u16),
    /// When the scene is over.
    Scene,
    /// When the turn of the combatant's next action is over: of the turn under way or to come in
    /// this round, or of the one after it when the action of this round is `taken`. It becomes one
    /// of the turns as soon as a combatant is in the condition.
    NextAction {
        /// Whether the action of this round is taken.
        taken: bool,
    },
    /// When two turns of the combatant's are over, the one under way included.
    SecondTurn,
    /// When the damage that brought it is healed.
    Healed {
        /// Points of the attack that are not healed yet.
        points: Packet,
        /// The same of another attack that brought it to the other limb or eye.
        #[serde(default, skip_serializing_if = "Packet::is_empty")]
        other: Packet,
    },
}

impl Until {
    pub(crate) const fn is_lifted(&self) -> bool {
        matches!(self, Self::Lifted)
    }

    /// The end of a condition that a combatant comes into while their turn of the round stands so.
    #[must_use]
    pub const fn from_now(self, turn: OwnTurn) -> Self {
        match self {
            Self::NextAction { taken } => match (turn, taken) {
                (OwnTurn::ToCome, true) => Self::SecondTurn,
                (OwnTurn::UnderWay, false) => Self::ThisTurn,
                (OwnTurn::ToCome, false) | (OwnTurn::UnderWay, true) | (OwnTurn::Passed, _) => {
                    Self::AfterTurn
                }
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

/// How the turn of a combatant stands in the round under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnTurn {
    /// The turn has not begun.
    ToCome,
    /// The combatant is in it.
    UnderWay,
    /// The turn is over, or the round has none for the combatant.
    Passed,
}

/// What happens to a combatant when the order moves on, in the order in which it happens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passing {
    /// The turn under way is over, be it the combatant's or another's.
    pub turn_over: bool,
    /// The one who acted in it was the combatant.
    pub own: bool,
    /// The combatant leaves that turn of their own to act later in the round.
    pub waits: bool,
    /// The round is over.
    pub round_over: bool,
    /// A turn of the combatant's has gone by in between, as they are out.
    pub passed_over: bool,
    /// A turn of the combatant's begins.
    pub own_begins: bool,
}

impl Condition {
    /// Moves the condition on with the order; `None` when it is over.
    #[must_use]
    pub const fn later(self, passing: Passing) -> Option<Self> {
        let ends = match self.until {
            Until::ThisTurn if passing.turn_over && !passing.waits => None,
            // Who waits has their turn still to come.
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

    /// Counts healed points off the damage that brought the condition, kind by kind; `None` when
    /// all of it is healed.
    #[must_use]
    pub fn healed(self, before: &Track, after: &Track) -> Option<Self> {
        let Until::Healed { points, other } = self.until else {
            return Some(self);
        };
        let Some((before, after)) = before.boxes().zip(after.boxes()) else {
            return Some(self);
        };
        if after.filled() == 0 {
            return None;
        }
        if after.filled() >= before.filled() {
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
        let is_over = |was: Packet, left: Packet| left.is_empty() && !was.is_empty();
        let one_of_two = !points.is_empty()
            && !other.is_empty()
            && (is_over(points, points_left) || is_over(other, other_left));
        let (points, other) = match points_left.is_empty() {
            true => (other_left, Packet::default()),
            false => (points_left, other_left),
        };
        (!points.is_empty()).then(|| Self {
            amount: self.amount.saturating_sub(i32::from(one_of_two)),
            until: Until::Healed { points, other },
        })
    }
}

/// A condition that a rule system knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    /// The key in [`Conditions`].
    pub key: &'static str,
    /// The word for it: "unconscious".
    pub word: Text,
    /// What it does, in a few words.
    pub effect: Text,
    /// The rule that says so.
    pub rule: &'static str,
    /// The greatest amount; 0 where it has none.
    pub most: i32,
}

impl ConditionSpec {
    /// A condition with this word and effect, by this rule, of so much at most.
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
    use crate::track::Boxes;

    const STILL: Passing = Passing {
        turn_over: false,
        own: false,
        waits: false,
        round_over: false,
        passed_over: false,
        own_begins: false,
    };
    /// The turn of another ends and that of a third begins.
    const ANOTHERS: Passing = Passing {
        turn_over: true,
        ..STILL
    };
    /// The turn of another ends, and with it the round.
    const ROUND: Passing = Passing {
        round_over: true,
        ..ANOTHERS
    };
    /// The turn of the combatant begins.
    const BEGINS: Passing = Passing {
        own_begins: true,
        ..ANOTHERS
    };
    /// The turn of the combatant is over.
    const OVER: Passing = Passing {
        own: true,
        ..ANOTHERS
    };
    const WAITS: Passing = Passing {
        waits: true,
        ..OVER
    };
    const PASSED: Passing = Passing {
        passed_over: true,
        ..ANOTHERS
    };

    /// After how many of these a condition is over; `None` when it outlasts them.
    fn over_after(until: Until, course: &[Passing]) -> Option<usize> {
        let mut now = Some(Condition { amount: 2, until });
        let lasts = |passing: &Passing| {
            now = now.and_then(|now| now.later(*passing));
            now.is_some_and(|now| now.amount == 2)
        };
        course.iter().map(lasts).position(|lasts| !lasts)
    }

    #[test]
    fn what_is_lifted_or_lasts_for_the_scene_outlasts_every_turn() {
        let course = [BEGINS, OVER, ROUND, PASSED, BEGINS, WAITS, ROUND];
        assert_eq!(over_after(Until::Lifted, &course), None);
        assert_eq!(over_after(Until::Scene, &course), None);
    }

    #[test]
    fn own_turn_ends_as_it_begins() {
        assert_eq!(over_after(Until::OwnTurn, &[OVER, ROUND, BEGINS]), Some(2));
        assert_eq!(over_after(Until::OwnTurn, &[ANOTHERS, PASSED]), Some(1));
    }

    #[test]
    fn after_turn_ends_with_the_next_that_begins() {
        let course = [ANOTHERS, ROUND, BEGINS, OVER];
        assert_eq!(over_after(Until::AfterTurn, &course), Some(3));
        // The one under way does not count.
        let course = [OVER, ROUND, BEGINS, OVER];
        assert_eq!(over_after(Until::AfterTurn, &course), Some(3));
        assert_eq!(over_after(Until::AfterTurn, &[ROUND, PASSED]), Some(1));
    }

    #[test]
    fn this_turn_ends_with_the_turn_under_way_and_waits_with_who_waits() {
        assert_eq!(over_after(Until::ThisTurn, &[STILL, OVER]), Some(1));
        assert_eq!(over_after(Until::ThisTurn, &[ANOTHERS]), Some(0));
        let course = [WAITS, ANOTHERS, BEGINS, OVER];
        assert_eq!(over_after(Until::ThisTurn, &course), Some(3));
    }

    #[test]
    fn rounds_end_as_they_are_counted() {
        let course = [OVER, ROUND, BEGINS, ROUND, OVER, ROUND];
        assert_eq!(over_after(Until::Rounds(3), &course), Some(5));
        assert_eq!(over_after(Until::Rounds(1), &course), Some(1));
        assert_eq!(over_after(Until::Rounds(0), &course), Some(1));
    }

    #[test]
    fn second_turn_lets_one_go_by() {
        let course = [ANOTHERS, BEGINS, WAITS, BEGINS, OVER, ROUND, BEGINS, OVER];
        assert_eq!(over_after(Until::SecondTurn, &course), Some(7));
        let passed = [PASSED, ROUND, BEGINS, OVER];
        assert_eq!(over_after(Until::SecondTurn, &passed), Some(3));
    }

    #[test]
    fn the_next_action_is_that_of_the_first_turn_that_has_one() {
        let next = |taken, turn| Until::NextAction { taken }.from_now(turn);
        assert_eq!(next(false, OwnTurn::ToCome), Until::AfterTurn);
        assert_eq!(next(true, OwnTurn::ToCome), Until::SecondTurn);
        assert_eq!(next(false, OwnTurn::UnderWay), Until::ThisTurn);
        assert_eq!(next(true, OwnTurn::UnderWay), Until::AfterTurn);
        assert_eq!(next(false, OwnTurn::Passed), Until::AfterTurn);
        assert_eq!(next(true, OwnTurn::Passed), Until::AfterTurn);
        let rounds = Until::Rounds(2);
        assert_eq!(rounds.from_now(OwnTurn::Passed), rounds);
        let unplaced = Until::NextAction { taken: true };
        assert_eq!(over_after(unplaced, &[ANOTHERS, BEGINS, OVER]), Some(2));
    }

    #[test]
    fn healed_counts_off_the_points_of_its_own_attack() {
        let track = |bashing, lethal| {
            let marks = Packet {
                bashing,
                lethal,
                ..Packet::default()
            };
            Track::Boxes(Boxes::new(7, marks).expect("seven boxes"))
        };
        let of = |bashing, lethal| Packet {
            bashing,
            lethal,
            ..Packet::default()
        };
        let healed = |points, other, before, after| {
            let until = Until::Healed { points, other };
            let left = Condition { amount: 2, until }.healed(&before, &after);
            left.map(|left| (left.amount, left.until))
        };
        let none = Packet::default();
        let both = |points, other| Until::Healed { points, other };
        // The three of the arm are healed, the four of the leg are not.
        let (hurt, later) = (track(3, 4), track(0, 4));
        assert_eq!(healed(of(3, 0), none, hurt, later), None);
        let leg = both(of(0, 4), none);
        assert_eq!(healed(of(0, 4), none, hurt, later), Some((2, leg)));
        // Of two arms one is whole again.
        let arm = both(of(0, 4), none);
        assert_eq!(healed(of(0, 4), of(3, 0), hurt, later), Some((1, arm)));
        assert_eq!(healed(of(3, 0), of(0, 4), hurt, later), Some((1, arm)));
        // Part of the points, another wound, and damage that only changes its kind.
        let rest = both(of(2, 0), none);
        assert_eq!(healed(of(3, 0), none, hurt, track(2, 4)), Some((2, rest)));
        let kept = both(of(3, 0), none);
        assert_eq!(healed(of(3, 0), none, track(2, 4), hurt), Some((2, kept)));
        assert_eq!(healed(of(3, 0), none, hurt, track(0, 7)), Some((2, kept)));
        assert_eq!(healed(of(3, 0), none, track(0, 7), track(0, 0)), None);
        // It goes by nothing else.
        let course = [BEGINS, OVER, ROUND, PASSED];
        assert_eq!(over_after(kept, &course), None);
        let lifted = Condition::default();
        assert_eq!(lifted.healed(&hurt, &track(0, 0)), Some(lifted));
    }

    #[test]
    fn one_who_stands_alone_leaves_a_turn_and_begins_the_next_at_once() {
        let alone = Passing {
            round_over: true,
            own_begins: true,
            ..OVER
        };
        assert_eq!(over_after(Until::ThisTurn, &[alone]), Some(0));
        assert_eq!(over_after(Until::AfterTurn, &[alone, alone]), Some(1));
        assert_eq!(
            over_after(Until::SecondTurn, &[alone, alone, alone]),
            Some(1)
        );
    }
}
