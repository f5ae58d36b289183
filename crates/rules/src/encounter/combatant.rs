//! A combatant and everything that is true of it: its numbers, its health, what it is about.

use serde::{Deserialize, Serialize};

use super::label::Label;
use super::ties::Held;
use crate::condition::Conditions;
use crate::due::Due;
use crate::fighter::Fighter;
use crate::gear::{Gear, ItemId};
use crate::house::House;
use crate::id::{CombatantId, GroupId, PortraitId, SeatId};
use crate::initiative::Initiative;
use crate::phase::Phase;
use crate::plan::Plan;
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::switch::is_off;
use crate::system::{Health, HealthState, RuleSystem};
use crate::text::Name;
use crate::track::Track;

/// On whose side a combatant stands, as far as the screen cares.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A players' character or their friend: everyone may read the sheet.
    Character,
    /// Everyone else: the sheet is the storyteller's.
    #[default]
    Foe,
}

/// What players see of foes' health.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum FoeHealth {
    /// Their boxes and states.
    #[default]
    Shown,
    /// Only whether they are out of the fight.
    Concealed,
}

/// What players see of one foe's health, whatever the table has for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum HealthSight {
    /// Its boxes and states.
    Exact,
    /// In a word: unhurt, hurt, badly hurt; and whether it is out of the fight.
    Banded,
    /// Only whether it is out of the fight.
    Hidden,
}

/// Where the fight stands. Before it begins the round is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The round, counted from 1.
    #[serde(rename = "n")]
    pub round: u32,
    /// The part of the round.
    #[serde(rename = "ph", default, skip_serializing_if = "Phase::is_act")]
    pub phase: Phase,
    /// Whose step it is: who declares, or acts.
    #[serde(rename = "who", default, skip_serializing_if = "Option::is_none")]
    pub acting: Option<CombatantId>,
    /// Which time round the phase this is, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pass: u8,
}

const fn is_zero(pass: &u8) -> bool {
    *pass == 0
}

const fn is_none_yet(items: &ItemId) -> bool {
    *items == 0
}

impl Turn {
    /// The pass in which those act who waited into the extra phase.
    pub const WAITED: u8 = u8::MAX;

    /// The step of a combatant in the part of a round in which all act.
    #[must_use]
    pub const fn of(round: u32, acting: CombatantId) -> Self {
        Self {
            round,
            phase: Phase::Act,
            acting: Some(acting),
            pass: 0,
        }
    }
}

/// When a combatant acts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// In their place.
    #[default]
    InPlace,
    /// Later: they wait, and for what if they said.
    Waiting(Option<Name>),
    /// They waited and cut in.
    CutIn,
}

impl Timing {
    pub(crate) const fn is_in_place(&self) -> bool {
        matches!(self, Self::InPlace)
    }

    /// Whether they wait.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting(_))
    }
}

/// What a combatant is about, until the round is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThisRound {
    /// What they declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// When they act.
    #[serde(default, skip_serializing_if = "Timing::is_in_place")]
    pub timing: Timing,
    /// How often they did what the rules count.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tally: Map<String, u16>,
    /// Whether their own turn has begun, where plans last until it does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
    /// After whom they acted, where they waited for that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<CombatantId>,
    /// Where they stood before they waited, where no score says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<Stood>,
    /// The step of the extra phase beside which they act, where they waited for it: whose, in which
    /// pass, and whether they act after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<(CombatantId, u8, bool)>,
}

/// A place in an order made by hand: before whom a combatant stood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stood {
    /// The next in the order, for whom players see the next they see; `None` for the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<CombatantId>,
    /// The one in between whom players do not see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen: Option<CombatantId>,
}

impl ThisRound {
    /// Whether the plan and the timing are the same.
    pub(crate) fn intends_as(&self, other: &Self) -> bool {
        self.plan == other.plan && self.timing == other.timing
    }

    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        *self == Self::default()
    }
}

/// A combatant without what another of the same moment did to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spared {
    /// Their health.
    pub track: Track,
    /// Their conditions that are kept.
    pub conditions: Conditions,
    /// The holds that touch them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Held>,
}

impl Spared {
    /// A combatant as they are, with the holds that touch them.
    pub(super) fn of(who: &Combatant, holds: Vec<Held>) -> Self {
        Self {
            track: who.track,
            conditions: who.conditions.clone(),
            holds,
        }
    }
}

/// A cast member or an extra in the encounter, shown as a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combatant {
    /// The id.
    pub id: CombatantId,
    /// The name without its label.
    pub name: Name,
    /// What tells it from its namesakes.
    pub label: Label,
    /// Whose side.
    pub side: Side,
    /// Who plays it; `None` is the storyteller.
    pub owner: Option<SeatId>,
    /// Whether players do not know that it exists.
    pub hidden: bool,
    /// Its numbers.
    pub sheet: Sheet,
    /// Its health.
    pub track: Track,
    /// Its place in the fight as rolled.
    pub initiative: Option<Initiative>,
    /// A few words of condition: "prone", "aiming +2".
    pub note: Option<Name>,
    /// What they are about this round.
    #[serde(default, skip_serializing_if = "ThisRound::is_fresh")]
    pub now: ThisRound,
    /// What has been spent of their pools, by key.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub spent: Map<String, i32>,
    /// The conditions they are in.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub conditions: Conditions,
    /// What they carry.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub gear: Gear,
    /// How many items they ever had: an item's id is given once.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    pub items: ItemId,
    /// What has come due and is not done yet, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<Due>,
    /// Whom they act as one with: all of the same group.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// What they look like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<PortraitId>,
    /// What players see of a foe's health; `None` is as the table has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<HealthSight>,
    /// Whether, while it is hidden, it shows itself with the first exchange it declares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurks: bool,
}

/// What a combatant is from the beginning.
#[derive(Clone, Debug)]
pub(crate) struct Newcomer {
    pub(crate) name: Name,
    pub(crate) side: Side,
    pub(crate) owner: Option<SeatId>,
    pub(crate) hidden: bool,
    pub(crate) lurks: bool,
    pub(crate) sheet: Sheet,
    pub(crate) track: Track,
    pub(crate) gear: Gear,
    pub(crate) group: Option<GroupId>,
}

impl Newcomer {
    /// The combatant, under an id and with a label, to whom nothing has happened yet.
    pub(crate) fn combatant(self, id: CombatantId, label: Label) -> Combatant {
        Combatant {
            id,
            name: self.name,
            label,
            side: self.side,
            owner: self.owner,
            hidden: self.hidden,
            sheet: self.sheet,
            track: self.track,
            initiative: None,
            note: None,
            now: ThisRound::default(),
            spent: Map::new(),
            conditions: Conditions::new(),
            items: self.gear.keys().last().copied().unwrap_or(0),
            gear: self.gear,
            due: Vec::new(),
            group: self.group,
            portrait: None,
            sight: None,
            lurks: self.lurks,
        }
    }
}

impl Combatant {
    /// The name with its label.
    #[must_use]
    pub fn full_name(&self) -> String {
        self.label.after(&self.name)
    }

    /// What is left of its pools, by key.
    #[must_use]
    pub fn pools(&self, rules: &dyn RuleSystem) -> Map<String, i32> {
        let pools = rules.pools(&self.sheet).into_iter();
        pools
            .map(|pool| {
                let spent = self.spent.get(pool.key).copied().unwrap_or(0);
                // A sheet may have been edited since: of a smaller pool no less than nothing is left.
                (pool.key.to_owned(), pool.most.saturating_sub(spent).max(0))
            })
            .collect()
    }

    /// It as its rules see it. `pools` are [`Self::pools`], `conditions` those it is in:
    /// [`State::conditions_of`](super::State::conditions_of).
    pub(crate) fn fighter<'a>(
        &'a self,
        pools: &'a Map<String, i32>,
        conditions: &'a Conditions,
        house: &'a House,
    ) -> Fighter<'a> {
        Fighter {
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            unscored: false,
            plan: self.now.plan.as_ref(),
            tally: &self.now.tally,
            pools,
            conditions,
            gear: &self.gear,
            house,
        }
    }

    /// How it is, read off its track.
    #[must_use]
    pub fn health(&self, rules: &dyn RuleSystem, house: &House) -> Health {
        let mut health = rules.health(&self.sheet, &self.track, &self.conditions, house);
        health.states.retain(|state| !is_off(state.rule.as_str()));
        health
    }

    /// Whether it is out of the fight: unconscious, dead, or else unable to act. The
    /// word, such as "unconscious", if so.
    #[must_use]
    pub fn out(&self, rules: &dyn RuleSystem, house: &House) -> Option<HealthState> {
        let states = self.health(rules, house).states.into_iter();
        states.into_iter().find(|state| state.out)
    }

    /// Whether it is out of the fight.
    #[must_use]
    pub fn is_out(&self, rules: &dyn RuleSystem, house: &House) -> bool {
        self.out(rules, house).is_some()
    }
}
