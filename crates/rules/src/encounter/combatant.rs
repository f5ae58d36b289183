//! Combatants: sheet, health, gear, conditions, and their state in the current round.

pub(super) mod combatants;
pub mod label;
pub mod place;
pub(super) mod relations;

use serde::{Deserialize, Serialize};

use self::label::Label;
use self::relations::CombatantHold;
use crate::base::id::{CombatantId, GroupId, LocationId, PortraitId, SeatId};
use crate::base::rule_switch::is_rule_off;
use crate::base::sorted_map::Map;
use crate::base::text::Name;
use crate::character::condition::Conditions;
use crate::character::due::Due;
use crate::character::gear::{Gear, ItemId};
use crate::character::initiative::Initiative;
use crate::character::phase::Phase;
use crate::character::plan::Plan;
use crate::character::sheet::Sheet;
use crate::character::track::Track;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{Health, HealthState, RuleSystem};

/// The side a combatant belongs to; decides who may read the sheet.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash,
)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// A player's character or an ally: everybody may read the sheet.
    Character,
    /// Any other combatant: only storytellers may read the sheet.
    #[default]
    Foe,
}

/// Table setting for the visibility of foes' health to players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum FoeHealth {
    /// Health boxes and states.
    #[default]
    Shown,
    /// Only whether a foe is out of the fight.
    Concealed,
}

/// Visibility of one foe's health to players, overriding the setting of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum HealthSight {
    /// Health boxes and states.
    Exact,
    /// A single word (unhurt, hurt, badly hurt), and whether the foe is out of the fight.
    Banded,
    /// Only whether the foe is out of the fight.
    Hidden,
}

/// Current position in the order of the fight, as the round, the phase and the acting combatant. The round is 0
/// before the fight begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The round, counted from 1.
    #[serde(rename = "n")]
    pub round: u32,
    /// The phase of the round.
    #[serde(rename = "ph", default, skip_serializing_if = "Phase::is_act")]
    pub phase: Phase,
    /// The combatant who declares or acts in this step.
    #[serde(rename = "who", default, skip_serializing_if = "Option::is_none")]
    pub acting: Option<CombatantId>,
    /// The number of the pass through the phase, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub pass: u8,
}

/// Whether a pass is the first, in which case serialization leaves it out.
const fn is_zero(pass: &u8) -> bool {
    *pass == 0
}

/// Whether a combatant has not moved, in which case serialization leaves it out.
const fn is_unmoved(distance: &u32) -> bool {
    *distance == 0
}

/// Whether no item id has been given out, in which case serialization leaves it out.
const fn is_zero_items(items: &ItemId) -> bool {
    *items == 0
}

impl Turn {
    /// The pass in which combatants act who waited into the extra phase.
    pub const DELAYED_PASS: u8 = u8::MAX;

    /// Returns the step of a combatant in the main phase of a round.
    #[must_use]
    pub const fn acting_in(round: u32, acting: CombatantId) -> Self {
        Self {
            round,
            phase: Phase::Act,
            acting: Some(acting),
            pass: 0,
        }
    }
}

/// Moment of the round at which a combatant acts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Timing {
    /// At their place in the order.
    #[default]
    InPlace,
    /// A later moment: the combatant waits, optionally for a named event.
    Waiting(Option<Name>),
    /// Now, out of order: they waited and cut in.
    CutIn,
}

impl Timing {
    /// Whether the combatant acts at their place in the order.
    pub(crate) const fn is_in_place(&self) -> bool {
        matches!(self, Self::InPlace)
    }

    /// Whether the combatant waits for a later moment.
    #[must_use]
    pub const fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting(_))
    }
}

/// State of a combatant that lasts until the end of the round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundState {
    /// The declared plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// The moment of the round at which the combatant acts.
    #[serde(default, skip_serializing_if = "Timing::is_in_place")]
    pub timing: Timing,
    /// Number of times the combatant did each thing that the rules count, by key.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tally: Map<String, u16>,
    /// Whether the combatant's own turn has begun, where plans last until it does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
    /// The combatant after whom they acted, where they waited for that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<CombatantId>,
    /// The place in the order before they waited, where no score determines it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stood: Option<FormerPlace>,
    /// The step of the extra phase next to which the combatant acts, where they waited for it: its combatant,
    /// its pass, and whether they act after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<(CombatantId, u8, bool)>,
    /// The distance moved in the scene, in the unit of the rules.
    #[serde(default, skip_serializing_if = "is_unmoved")]
    pub moved: u32,
}

/// A former place in an order made by hand, given by the combatant that came next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormerPlace {
    /// The next combatant in the order, for a visible combatant the next visible one; `None` at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<CombatantId>,
    /// The first hidden combatant in between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unseen: Option<CombatantId>,
}

impl RoundState {
    /// Whether plan and timing are the same as in another round state.
    pub(crate) fn has_same_intent(&self, other: &Self) -> bool {
        self.plan == other.plan && self.timing == other.timing
    }

    /// Whether everything is at its default, as at the beginning of a round.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        *self == Self::default()
    }
}

/// The state of a combatant before combatants acting at the same moment hurt them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparedState {
    /// The health track before.
    pub track: Track,
    /// The stored conditions before.
    pub conditions: Conditions,
    /// The holds on or by the combatant before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<CombatantHold>,
}

impl SparedState {
    /// Copies the current state of a combatant and the given holds.
    pub(super) fn from_combatant(who: &Combatant, holds: Vec<CombatantHold>) -> Self {
        Self {
            track: who.track,
            conditions: who.conditions.clone(),
            holds,
        }
    }
}

/// A combatant in the encounter, shown as a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combatant {
    /// The id of the combatant.
    pub id: CombatantId,
    /// The name without its label.
    pub name: Name,
    /// The label that distinguishes combatants of the same name.
    pub label: Label,
    /// The side of the combatant.
    pub side: Side,
    /// The seat of the player who plays it; `None` is the storyteller.
    pub owner: Option<SeatId>,
    /// Whether the combatant is hidden from players.
    pub hidden: bool,
    /// The sheet with its traits.
    pub sheet: Sheet,
    /// The health track.
    pub track: Track,
    /// The initiative as rolled.
    pub initiative: Option<Initiative>,
    /// A note of a few words: "prone", "aiming +2".
    pub note: Option<Name>,
    /// The state of the current round.
    #[serde(default, skip_serializing_if = "RoundState::is_fresh")]
    pub now: RoundState,
    /// Points spent of each pool, by key.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub spent: Map<String, i32>,
    /// The stored conditions; conditions that follow from holds are not among them.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub conditions: Conditions,
    /// The carried items, by id.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub gear: Gear,
    /// Number of item ids given out so far; an id is never given twice.
    #[serde(default, skip_serializing_if = "is_zero_items")]
    pub items: ItemId,
    /// Due rolls and payments that are not settled yet, the oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<Due>,
    /// The group of combatants that acts as one with this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<GroupId>,
    /// The portrait, kept by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<PortraitId>,
    /// Visibility of this foe's health to players; `None` follows the setting of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<HealthSight>,
    /// Whether the combatant, while hidden, is revealed by the first exchange it declares.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurks: bool,
    /// The place in the scene; `None` if the combatant is not in the scene yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationId>,
}

/// The initial data of a combatant that joins the encounter.
#[derive(Clone, Debug)]
pub(crate) struct NewCombatant {
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

impl NewCombatant {
    /// Builds the combatant with an id and a label, in its initial state.
    pub(crate) fn into_combatant(self, id: CombatantId, label: Label) -> Combatant {
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
            now: RoundState::default(),
            spent: Map::new(),
            conditions: Conditions::new(),
            items: self.gear.keys().last().copied().unwrap_or(0),
            gear: self.gear,
            due: Vec::new(),
            group: self.group,
            portrait: None,
            sight: None,
            lurks: self.lurks,
            location: None,
        }
    }
}

impl Combatant {
    /// Returns the combatant's name together with its distinguishing label.
    #[must_use]
    pub fn full_name(&self) -> String {
        self.label.append_to(&self.name)
    }

    /// Returns the points left in each pool, by key.
    #[must_use]
    pub fn remaining_pools(&self, rules: &dyn RuleSystem) -> Map<String, i32> {
        let pools = rules.pool_specs(&self.sheet).into_iter();
        pools
            .map(|pool| {
                let spent = self.spent.get(pool.key).copied().unwrap_or(0);
                // The sheet may have been edited since: a pool that became smaller is never below zero.
                (pool.key.to_owned(), pool.most.saturating_sub(spent).max(0))
            })
            .collect()
    }

    /// Returns the combatant in the form that the rules read. `remaining_pools` come from [`Self::remaining_pools`], `conditions` from
    /// [`State::conditions_of`](super::State::conditions_of).
    pub(crate) fn fighter<'a>(
        &'a self,
        pools: &'a Map<String, i32>,
        conditions: &'a Conditions,
        house: &'a HouseRules,
    ) -> CombatantInfo<'a> {
        CombatantInfo {
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            unscored: false,
            moved: self.now.moved,
            plan: self.now.plan.as_ref(),
            tally: &self.now.tally,
            pools,
            conditions,
            gear: &self.gear,
            house,
        }
    }

    /// Returns the health that follows from the track and the conditions.
    #[must_use]
    pub fn health(&self, rules: &dyn RuleSystem, house: &HouseRules) -> Health {
        let mut health = rules.health_state(&self.sheet, &self.track, &self.conditions, house);
        health
            .states
            .retain(|state| !is_rule_off(state.rule.as_str()));
        health
    }

    /// Returns the state that takes the combatant out of the fight, such as "unconscious", if there is one.
    #[must_use]
    pub fn out_state(&self, rules: &dyn RuleSystem, house: &HouseRules) -> Option<HealthState> {
        let states = self.health(rules, house).states.into_iter();
        states.into_iter().find(|state| state.out)
    }

    /// Whether the combatant is out of the fight.
    #[must_use]
    pub fn is_out(&self, rules: &dyn RuleSystem, house: &HouseRules) -> bool {
        self.out_state(rules, house).is_some()
    }
}
