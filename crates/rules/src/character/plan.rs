//! Plans: the actions declared for a combatant's turn.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use crate::base::sorted_map::{Map, Set};
use crate::base::term::RuleId;
use crate::base::text::Name;

/// Maximum number of actions of one kind in a plan.
pub const MAX_ACTIONS: u8 = 20;

/// Tally key for failed attempts, this round, to abort a declared action for a defense.
pub const ABORT_FAILED: &str = "abort_failed";

/// Tally key for the rolls that a stance has helped while the plan lasts; the stance binds after
/// the first.
pub const STANCE_USED: &str = "stance_used";

/// Tally key for the points paid for a plan when it was declared.
pub const PLAN_PAID: &str = "plan_paid";

/// Plan of a combatant with the actions and defenses declared for the round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Free-form description by the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Name>,
    /// Number of ordinary actions, at least one.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub actions: u8,
    /// Numbers (from 1) of the actions that are defenses; extra actions are numbered after ordinary
    /// ones.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub defenses: Set<u8>,
    /// Kinds of actions by number: the kind of a defense, or the trait rolled for another action. A
    /// defense without an entry fits any kind.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub kinds: Map<u8, String>,
    /// Number of extra actions granted by powers.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub extra: u8,
    /// Willpower points declared for rolls.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub willpower: u8,
    /// Key of the stance taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stance: Option<String>,
}

/// Default of [`Plan::actions`] for serde.
const fn one() -> u8 {
    1
}

/// Returns whether a count is 1 and can be left out of the JSON.
const fn is_one(count: &u8) -> bool {
    *count == 1
}

/// Returns whether a count is 0 and can be left out of the JSON.
const fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Default for Plan {
    /// Returns a plan of one action without details.
    fn default() -> Self {
        Self {
            words: None,
            actions: 1,
            defenses: Set::new(),
            kinds: Map::new(),
            extra: 0,
            willpower: 0,
            stance: None,
        }
    }
}

impl Plan {
    /// Whether the plan takes this stance.
    #[must_use]
    pub fn has_stance(&self, stance: &str) -> bool {
        self.stance.as_deref() == Some(stance)
    }

    /// Numbers of the ordinary actions that are not defenses.
    pub fn open_action_numbers(&self) -> impl Iterator<Item = u8> {
        (1..=self.actions).filter(|number| !self.defenses.contains(number))
    }

    /// Number of ordinary actions that are not defenses.
    #[must_use]
    pub fn open_action_count(&self) -> u8 {
        u8::try_from(self.open_action_numbers().count()).unwrap_or(u8::MAX)
    }

    /// Total number of ordinary and extra actions.
    #[must_use]
    pub const fn total_actions(&self) -> u8 {
        self.actions.saturating_add(self.extra)
    }

    /// Number of extra actions that are not defenses.
    #[must_use]
    pub fn open_extra_count(&self) -> u8 {
        let defenses = self.defenses.iter().filter(|it| **it > self.actions);
        let defenses = u8::try_from(defenses.count()).unwrap_or(u8::MAX);
        self.extra.saturating_sub(defenses)
    }

    /// Returns the declared kind of an action.
    #[must_use]
    pub fn action_kind(&self, number: u8) -> Option<&str> {
        self.kinds.get(&number).map(String::as_str)
    }

    /// Whether a declared defense may be used as a defense of this kind.
    #[must_use]
    pub fn covers_defense(&self, number: u8, kind: &str) -> bool {
        self.action_kind(number).is_none_or(|said| said == kind)
    }

    /// Checks the plan against a system's limits.
    ///
    /// # Errors
    /// [`PlanError`] for the first violation.
    pub fn check_limits(&self, spec: &PlanSpec) -> Result<(), PlanError> {
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
        let last = match spec.extra {
            Some(extra) if extra.defenses => self.total_actions(),
            _ => self.actions,
        };
        let known = |number: &u8| !spec.defenses.is_empty() && (1..=last).contains(number);
        if !self.defenses.iter().all(known) {
            return Err(PlanError::Defense);
        }
        let said = |(number, key): (&u8, &String)| {
            let there = (1..=self.total_actions()).contains(number);
            let kinds = match self.defenses.contains(number) {
                true => spec.defenses,
                false => spec.pools,
            };
            there && kinds.iter().any(|kind| kind.key == key)
        };
        if !self.kinds.iter().all(said) {
            return Err(PlanError::Kind);
        }
        let stances = spec.stances;
        match &self.stance {
            Some(key) if stances.iter().all(|stance| stance.key != key) => Err(PlanError::Stance),
            _ => Ok(()),
        }
    }
}

/// Reason why a combatant's declared plan is invalid, such as too many actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanError {
    /// Number of actions outside of the permitted range.
    #[error("{}", msg::a_plan_has_1_to(.most))]
    Actions {
        /// Maximum number of actions.
        most: u8,
    },
    /// More extra actions than powers grant.
    #[error("{}", msg::THAT_MANY_EXTRA_ACTIONS_CANNOT)]
    Extra,
    /// More Willpower than can be spent on rolls in a round.
    #[error("{}", msg::at_most_willpower_can_be(.most))]
    Willpower {
        /// Maximum number of Willpower points.
        most: u8,
    },
    /// Defense whose number is not among the declared actions.
    #[error("{}", msg::A_DEFENSE_MUST_BE_ONE)]
    Defense,
    /// Kind that does not exist for such an action.
    #[error("{}", msg::NO_DECLARED_ACTION_IS_OF)]
    Kind,
    /// Stance unknown to the system.
    #[error("{}", msg::THERE_IS_NO_SUCH_STANCE)]
    Stance,
}

/// Limits and options of a plan in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanSpec {
    /// Maximum number of ordinary actions; 1 if there is no choice.
    pub actions: u8,
    /// Kinds of defenses that can be declared; empty if defenses are not declared.
    pub defenses: &'static [ActionKind],
    /// Pools that other actions can be declared to use; empty if it does not matter.
    pub pools: &'static [ActionKind],
    /// Limits of extra actions, if powers grant them.
    pub extra: Option<ExtraSpec>,
    /// Maximum Willpower for rolls in a round if spending must be declared; otherwise 0.
    pub willpower: u8,
    /// Stances that a combatant can take.
    pub stances: &'static [StanceSpec],
    /// Time for which a plan holds.
    pub lasts: PlanDuration,
    /// Whether players can no longer change a plan for free once the actions of a round begin.
    pub binds: bool,
    /// Rule about declaring plans.
    pub rule: &'static str,
}

/// Limits of extra actions granted by powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraSpec {
    /// Cost of declaring any number of them: the key of a pool and its points.
    pub price: Option<(&'static str, u16)>,
    /// Label shown on the screen: "Celerity".
    pub title: Text,
    /// Maximum number of extra actions.
    pub most: u8,
    /// Whether extra actions can be declared as defenses.
    pub defenses: bool,
    /// Rule that grants extra actions.
    pub rule: &'static str,
}

/// Kind that a declared action can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionKind {
    /// Key of the kind in a [`Plan`].
    pub key: &'static str,
    /// Label shown on the screen: "dodge".
    pub title: Text,
}

impl ActionKind {
    /// Creates a kind of action from its key and label.
    #[must_use]
    pub const fn new(key: &'static str, title: Text) -> Self {
        Self { key, title }
    }
}

/// Stance that takes up the whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StanceSpec {
    /// Key of the stance in a [`Plan`].
    pub key: &'static str,
    /// Label shown on the screen.
    pub title: Text,
    /// Rule that defines the stance.
    pub rule: &'static str,
}

/// Duration for which a combatant's declared plan holds, either the round or until the combatant's next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanDuration {
    /// Until the round is over.
    Round,
    /// Until the combatant's next turn begins.
    OwnTurn,
}

/// Price a combatant pays for aborting a declared action: a Willpower roll or a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbortPrice {
    /// Success on a Willpower roll.
    Roll,
    /// Payment of one Willpower point.
    Spend,
}

/// Result of aborting a declared action for a defense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbortResult {
    /// Whether the declared action is given up; otherwise it stands.
    pub changed: bool,
    /// Number of the action that becomes a defense.
    pub action: u8,
    /// Points paid: the key of the pool and their number.
    pub spent: Option<(&'static str, u16)>,
    /// Roll for the abort, if one was made.
    pub roll: Option<crate::base::roll::RollResult>,
    /// Rule that permits the abort.
    pub rule: RuleId,
}
