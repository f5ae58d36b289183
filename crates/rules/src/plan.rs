//! What a combatant's player said they would do this round.

use serde::{Deserialize, Serialize};

use crate::sorted::Set;
use crate::term::RuleId;
use crate::text::Name;

/// The most actions of one kind a plan may hold.
pub const MAX_ACTIONS: u8 = 20;

/// The key under which it is counted how often a combatant failed, this round, to give up a
/// declared action for a defense.
pub const ABORT_FAILED: &str = "abort_failed";

/// The key under which it is counted how often a stance has helped a roll, as long as the plan
/// lasts: from the first time on it binds.
pub const STANCE_USED: &str = "stance_used";

/// What was declared for a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// In their words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Name>,
    /// Ordinary actions, at least one.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub actions: u8,
    /// Which of the ordinary actions are defenses, by number from 1.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub defenses: Set<u8>,
    /// Extra actions that some power grants.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra: u8,
    /// Points of Willpower that will be spent on rolls.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub willpower: u8,
    /// The key of the stance taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<String>,
}

const fn one() -> u8 {
    1
}

const fn is_one(count: &u8) -> bool {
    *count == 1
}

const fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Default for Plan {
    /// One action, nothing said about it.
    fn default() -> Self {
        Self {
            words: None,
            actions: 1,
            defenses: Set::new(),
            extra: 0,
            willpower: 0,
            stance: None,
        }
    }
}

impl Plan {
    /// Whether this stance was taken.
    #[must_use]
    pub fn is(&self, stance: &str) -> bool {
        self.stance.as_deref() == Some(stance)
    }

    /// Ordinary actions that are no defenses.
    #[must_use]
    pub fn open_actions(&self) -> u8 {
        let defenses = u8::try_from(self.defenses.len()).unwrap_or(u8::MAX);
        self.actions.saturating_sub(defenses)
    }

    /// Whether a plan of this shape may be made.
    ///
    /// # Errors
    /// [`PlanError`] for the first thing that is wrong.
    pub fn check(&self, spec: &PlanSpec) -> Result<(), PlanError> {
        let most = spec.actions.clamp(1, MAX_ACTIONS);
        if !(1..=most).contains(&self.actions) {
            return Err(PlanError::Actions { most });
        }
        if self.extra > spec.extra.map_or(0, |extra| extra.most) {
            return Err(PlanError::Extra);
        }
        if self.willpower > spec.willpower {
            return Err(PlanError::Willpower {
                most: spec.willpower,
            });
        }
        let known = |number: &u8| spec.defenses && (1..=self.actions).contains(number);
        if !self.defenses.iter().all(known) {
            return Err(PlanError::Defense);
        }
        let stances = spec.stances;
        match &self.stance {
            Some(key) if stances.iter().all(|stance| stance.key != key) => Err(PlanError::Stance),
            _ => Ok(()),
        }
    }
}

/// Why a plan cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanError {
    /// Fewer than one action, or more than any combatant declares.
    #[error("a plan has 1 to {most} actions here")]
    Actions {
        /// The most.
        most: u8,
    },
    /// Extra actions that nothing grants.
    #[error("that many extra actions cannot be had here")]
    Extra,
    /// More Willpower than can be spent on rolls in a round.
    #[error("at most {most} Willpower can be spent on rolls in a round here")]
    Willpower {
        /// The most.
        most: u8,
    },
    /// A defense whose number is none of the declared actions.
    #[error("a defense must be one of the declared actions")]
    Defense,
    /// No such stance.
    #[error("there is no such stance here")]
    Stance,
}

/// What can be declared in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanSpec {
    /// The most ordinary actions; 1 where there is nothing to choose.
    pub actions: u8,
    /// Whether actions can be declared as defenses.
    pub defenses: bool,
    /// Extra actions, where powers grant them.
    pub extra: Option<ExtraSpec>,
    /// The most Willpower that can be spent on rolls in a round, where spending it must be
    /// declared; otherwise 0.
    pub willpower: u8,
    /// Stances a combatant can take.
    pub stances: &'static [StanceSpec],
    /// How long it holds.
    pub lasts: Lasts,
    /// The rule.
    pub rule: &'static str,
}

/// Extra actions that powers grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraSpec {
    /// The words on the screen: "Celerity".
    pub title: &'static str,
    /// The most.
    pub most: u8,
    /// The rule.
    pub rule: &'static str,
}

/// A way to spend the whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StanceSpec {
    /// The key in a [`Plan`].
    pub key: &'static str,
    /// The words on the screen.
    pub title: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// How long a plan holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// Until the round is over.
    Round,
    /// Until its owner's next turn begins.
    OwnTurn,
}

/// How a change of mind is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Price {
    /// With a roll.
    Roll,
    /// With a point.
    Spend,
}

/// What came of giving up a declared action for a defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aborted {
    /// Whether the declared action is given up; if not, it stands.
    pub changed: bool,
    /// What it cost: the key of the pool, and how many points.
    pub spent: Option<(&'static str, u16)>,
    /// The roll, if one was made.
    pub roll: Option<crate::roll::Rolled>,
    /// The rule.
    pub rule: RuleId,
}
