//! The clock itself: its segments, what fills it, and what happens when it is full.

use serde::{Deserialize, Serialize};

use super::action::ExtendedAction;
use crate::base::id::{CombatantId, ExchangeId, HandoutId, LocationId};
use crate::base::text::Name;
use crate::exchange::Slot;
use crate::space::Darkness;

/// Meaning of a clock to the players, which decides its color.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// A threat to the players, such as an alarm.
    #[default]
    Threat,
    /// The players fill it: their own work.
    Work,
}

/// Moment that fills a clock each time it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// The end of each combatant's turn.
    Step,
    /// The end of each round, in which everybody acts once.
    Round,
    /// The end of the scene.
    Scene,
}

/// Roll that fills a clock, by the trait that is rolled and whether it must fail.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RollTrigger {
    /// The name of the trait.
    pub of: Name,
    /// Whether it fills when the roll fails; else when it succeeds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
}

/// Cause that fills a clock by one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FillTrigger {
    /// A storyteller, by hand.
    #[default]
    Hand,
    /// A moment.
    Each(Moment),
    /// A roll of anybody, asked for or not.
    Roll(RollTrigger),
}

/// Outcome of a full clock, such as words for the table, a condition, a dark place or a handout.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullOutcome {
    /// Words for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Name>,
    /// Words for storytellers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Name>,
    /// A condition, by its key, and the combatant who gets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<(CombatantId, String)>,
    /// A place of the scene, and how dark it becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub darkens: Option<(LocationId, Darkness)>,
    /// Words of a slip that lies before storytellers until they have seen to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slip: Option<Name>,
    /// A handout, and the combatant who gets it; `None` is the character of every player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handout: Option<(HandoutId, Option<CombatantId>)>,
}

/// Reason why a clock waits for a decision of a storyteller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockDue {
    /// The clock is full, and has words for its slip.
    Full,
    /// A botch ended the extended action.
    Botch,
}

/// Progress clock that the table fills step by step: a round of segments, or the successes of an
/// extended action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// The name.
    pub name: Name,
    /// Number of segments, or of successes needed.
    pub size: u16,
    /// Number of segments that are filled, at most `size`.
    #[serde(default)]
    pub filled: u16,
    /// Number of segments that were too many when it filled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub over: u16,
    /// The place among the clocks: greater ones come later.
    pub rank: u32,
    /// What it means to the players.
    #[serde(default)]
    pub tone: Tone,
    /// Whether players do not know of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether it is pinned to the foot of the scene.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// What fills it.
    #[serde(default)]
    pub fills: FillTrigger,
    /// Whether players are not told what fills it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
    /// What happens when it is full.
    #[serde(default)]
    pub when_full: FullOutcome,
    /// Reason why it waits for a storyteller to see to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<ClockDue>,
    /// The extended action that fills it, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Box<ExtendedAction>>,
    /// The rolls of open exchanges that filled it, so that taking one back takes its segment along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) by_exchanges: Vec<(ExchangeId, Slot)>,
}

/// Whether a number of segments is zero, which is not written.
const fn is_zero(over: &u16) -> bool {
    *over == 0
}

impl Clock {
    /// Creates an empty clock that is filled by hand.
    #[must_use]
    pub fn new(name: Name, size: u16) -> Self {
        Self {
            name,
            size,
            filled: 0,
            over: 0,
            rank: 0,
            tone: Tone::Threat,
            hidden: false,
            pinned: false,
            fills: FillTrigger::Hand,
            untold: false,
            when_full: FullOutcome::default(),
            due: None,
            action: None,
            by_exchanges: Vec::new(),
        }
    }

    /// Whether the clock has every segment filled.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.filled >= self.size
    }

    /// Returns the clock as it would be before anything filled it.
    #[must_use]
    pub fn without_filling(&self) -> Self {
        let action = self.action.as_deref().map(|action| {
            Box::new(ExtendedAction {
                made: Vec::new(),
                failed: false,
                ..action.clone()
            })
        });
        Self {
            filled: 0,
            over: 0,
            due: None,
            by_exchanges: Vec::new(),
            action,
            ..self.clone()
        }
    }

    /// Adopts what one filling changed between two states of the clock: rolls, the segments too
    /// many, what is due.
    pub(crate) fn adopt_filling(&mut self, before: &Self, after: &Self) {
        adopt_changes(
            &mut self.by_exchanges,
            &before.by_exchanges,
            &after.by_exchanges,
        );
        if before.over != after.over {
            self.over = after.over;
        }
        if before.due != after.due {
            self.due = after.due;
        }
        let (Some(own), Some(before), Some(after)) =
            (&mut self.action, &before.action, &after.action)
        else {
            return;
        };
        adopt_changes(&mut own.made, &before.made, &after.made);
        if before.failed != after.failed {
            own.failed = after.failed;
        }
    }

    /// Fills segments, or empties them with a negative number; returns how many were too many.
    pub fn fill(&mut self, by: i32) -> u16 {
        let wanted = i32::from(self.filled).saturating_add(by);
        let number = |number: i32| u16::try_from(number.max(0)).unwrap_or(u16::MAX);
        let was_full = self.is_full();
        self.filled = number(wanted).min(self.size);
        let over = number(wanted.saturating_sub(i32::from(self.size)));
        match (was_full, self.is_full()) {
            (true, true) => {}
            (_, full) => self.over = if full { over } else { 0 },
        }
        if self.due == Some(ClockDue::Full) && !self.is_full() {
            self.due = None;
        }
        over
    }
}

/// Repeats on `list` the change between two states of it: adds what came and removes what went.
fn adopt_changes<T: Clone + PartialEq>(list: &mut Vec<T>, before: &[T], after: &[T]) {
    let kept = before
        .iter()
        .zip(after)
        .take_while(|(one, other)| one == other)
        .count();
    for gone in before.get(kept..).unwrap_or_default() {
        if let Some(at) = list.iter().rposition(|it| it == gone) {
            list.remove(at);
        }
    }
    list.extend(after.get(kept..).unwrap_or_default().iter().cloned());
}
