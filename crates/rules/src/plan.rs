//! What a combatant's player said they would do this round.

use crate::messages::Text;
use crate::messages::core as msg;
use serde::{Deserialize, Serialize};

use crate::sorted::{Map, Set};
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

/// The key under which it is counted how many points were paid for a plan as it was declared.
pub const PLAN_PAID: &str = "plan_paid";

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
    /// Which of the actions are defenses, by number from 1; extra ones are counted on.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub defenses: Set<u8>,
    /// What an action is, by its number: the kind of a defense, or what another action is rolled
    /// with. A defense of which nothing is said here is of any kind.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub kinds: Map<u8, String>,
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
            kinds: Map::new(),
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

    /// The numbers of the ordinary actions that are no defenses.
    pub fn open(&self) -> impl Iterator<Item = u8> {
        (1..=self.actions).filter(|number| !self.defenses.contains(number))
    }

    /// Ordinary actions that are no defenses.
    #[must_use]
    pub fn open_actions(&self) -> u8 {
        u8::try_from(self.open().count()).unwrap_or(u8::MAX)
    }

    /// All actions, the extra ones after the ordinary ones.
    #[must_use]
    pub const fn all_actions(&self) -> u8 {
        self.actions.saturating_add(self.extra)
    }

    /// Extra actions that are no defenses.
    #[must_use]
    pub fn open_extra(&self) -> u8 {
        let defenses = self.defenses.iter().filter(|it| **it > self.actions);
        let defenses = u8::try_from(defenses.count()).unwrap_or(u8::MAX);
        self.extra.saturating_sub(defenses)
    }

    /// What was said of an action.
    #[must_use]
    pub fn kind(&self, number: u8) -> Option<&str> {
        self.kinds.get(&number).map(String::as_str)
    }

    /// Whether a declared defense covers a defense of this kind.
    #[must_use]
    pub fn covers(&self, number: u8, kind: &str) -> bool {
        self.kind(number).is_none_or(|said| said == kind)
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
        let last = match spec.extra {
            Some(extra) if extra.defenses => self.all_actions(),
            _ => self.actions,
        };
        let known = |number: &u8| !spec.defenses.is_empty() && (1..=last).contains(number);
        if !self.defenses.iter().all(known) {
            return Err(PlanError::Defense);
        }
        let said = |(number, key): (&u8, &String)| {
            let there = (1..=self.all_actions()).contains(number);
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

/// Why a plan cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlanError {
    /// Fewer than one action, or more than any combatant declares.
    #[error("{}", msg::a_plan_has_1_to(.most))]
    Actions {
        /// The most.
        most: u8,
    },
    /// Extra actions that nothing grants.
    #[error("{}", msg::THAT_MANY_EXTRA_ACTIONS_CANNOT)]
    Extra,
    /// More Willpower than can be spent on rolls in a round.
    #[error("{}", msg::at_most_willpower_can_be(.most))]
    Willpower {
        /// The most.
        most: u8,
    },
    /// A defense whose number is none of the declared actions.
    #[error("{}", msg::A_DEFENSE_MUST_BE_ONE)]
    Defense,
    /// A kind that such an action does not have.
    #[error("{}", msg::NO_DECLARED_ACTION_IS_OF)]
    Kind,
    /// No such stance.
    #[error("{}", msg::THERE_IS_NO_SUCH_STANCE)]
    Stance,
}

/// What can be declared in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanSpec {
    /// The most ordinary actions; 1 where there is nothing to choose.
    pub actions: u8,
    /// The kinds of defenses that actions can be declared as; none where they cannot.
    pub defenses: &'static [KindOfAction],
    /// What other actions can be said to be rolled with; none where it does not matter.
    pub pools: &'static [KindOfAction],
    /// Extra actions, where powers grant them.
    pub extra: Option<ExtraSpec>,
    /// The most Willpower that can be spent on rolls in a round, where spending it must be
    /// declared; otherwise 0.
    pub willpower: u8,
    /// Stances a combatant can take.
    pub stances: &'static [StanceSpec],
    /// How long it holds.
    pub lasts: Lasts,
    /// Whether players cannot change it for nothing once the actions of a round begin.
    pub binds: bool,
    /// The rule.
    pub rule: &'static str,
}

/// Extra actions that powers grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraSpec {
    /// What declaring any of them costs: the key of a pool and its points.
    pub price: Option<(&'static str, u16)>,
    /// The words on the screen: "Celerity".
    pub title: Text,
    /// The most.
    pub most: u8,
    /// Whether they can be declared as defenses.
    pub defenses: bool,
    /// The rule.
    pub rule: &'static str,
}

/// What a declared action can be said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindOfAction {
    /// The key in a [`Plan`].
    pub key: &'static str,
    /// The words on the screen: "dodge".
    pub title: Text,
}

impl KindOfAction {
    /// A kind of action, and how it is called.
    #[must_use]
    pub const fn new(key: &'static str, title: Text) -> Self {
        Self { key, title }
    }
}

/// A way to spend the whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StanceSpec {
    /// The key in a [`Plan`].
    pub key: &'static str,
    /// The words on the screen.
    pub title: Text,
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
    /// The number of that action, which is a defense from then on.
    pub action: u8,
    /// What it cost: the key of the pool, and how many points.
    pub spent: Option<(&'static str, u16)>,
    /// The roll, if one was made.
    pub roll: Option<crate::roll::Rolled>,
    /// The rule.
    pub rule: RuleId,
}
