//! Rows: combatants as a viewer sees them.

use crate::messages::Text;
use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use crate::base::id::{CombatantId, PortraitId, SeatId};
use crate::base::sorted_map::Map;
use crate::base::term::Term;
use crate::character::condition::Conditions;
use crate::character::due::Due;
use crate::character::gear::Gear;
use crate::character::initiative::Initiative;
use crate::character::plan::Plan;
use crate::character::sheet::Sheet;
use crate::character::track::Track;
use crate::encounter::aggregate::encounter::Encounter;
use crate::encounter::combatant::{Combatant, HealthSight, Side, Timing};
use crate::encounter::viewer::Viewer;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{Health, HealthState};

/// A combatant as a viewer sees it. Fields are empty where the viewer may not know them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct CombatantRow {
    /// The id of the combatant.
    pub id: CombatantId,
    /// The name without its label.
    pub name: String,
    /// The label after the name: "A", "ii".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The side of the combatant.
    pub side: Side,
    /// The seat of the player; `None` is the storyteller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SeatId>,
    /// Whether players do not see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The initiative score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The details of the initiative, where the viewer may know them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Initiative>,
    /// The health track, where the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<Track>,
    /// The wound penalty of each box once it is filled, first box first; leading zeros are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub penalties: Vec<i32>,
    /// The penalty and the states of health.
    #[serde(default)]
    pub health: Health,
    /// A note of a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The sheet, where the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// Points left in each pool, by key, where the viewer may know them.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub pools: Map<String, i32>,
    /// The declared plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// Whether a plan is declared but hidden from this viewer or from players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// The moment of the round at which the combatant acts.
    #[serde(default, skip_serializing_if = "Timing::is_in_place")]
    pub timing: Timing,
    /// The counts of this round, where the viewer may know them.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tally: Map<String, u16>,
    /// The conditions, those that follow from holds included.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub conditions: Conditions,
    /// The carried items, where the viewer may know them.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub gear: Gear,
    /// Derived values, where the viewer may know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<DerivedValue>,
    /// Due rolls and payments, where the viewer may know them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<Due>,
    /// Whether the initiative was typed and does not match the sheet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mismatch: bool,
    /// Representative of the group that acts as one: the visible member with the lowest id; `None` if the
    /// reader sees no other member.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<CombatantId>,
    /// The portrait, kept by the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<PortraitId>,
    /// Visibility of its health to players, for storytellers; `None` follows the setting of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<HealthSight>,
    /// Whether its first action reveals it, for storytellers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurks: bool,
}

impl CombatantRow {
    /// Returns the name together with its distinguishing label, as the view's row shows it.
    #[must_use]
    pub fn full_name(&self) -> String {
        match &self.label {
            None => self.name.clone(),
            Some(label) => format!("{} {label}", self.name),
        }
    }

    /// Returns the combatant in the form that the rules read; `None` where the reader may not know
    /// enough. The combatant stands in the order of a fight under way if `order`.
    #[must_use]
    pub fn fighter<'a>(&'a self, house: &'a HouseRules, order: bool) -> Option<CombatantInfo<'a>> {
        Some(CombatantInfo {
            sheet: self.sheet.as_ref()?,
            track: self.track.as_ref()?,
            initiative: self.initiative.as_ref(),
            unscored: order && self.initiative.is_none(),
            moved: 0,
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        })
    }

    /// Whether the view shows the combatant of this row as out of the fight.
    #[must_use]
    pub fn is_out(&self) -> bool {
        self.health.states.iter().any(|state| state.out)
    }
}

/// A value derived from a combatant's sheet, gear and conditions, such as Defense or soak.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct DerivedValue {
    /// The name of the value.
    pub title: String,
    /// The terms that add up to it.
    pub terms: Vec<Term>,
}

impl DerivedValue {
    /// Returns the sum of the terms.
    #[must_use]
    pub fn value(&self) -> i32 {
        crate::base::term::sum_terms(&self.terms)
    }
}

/// Builds the row of a combatant for a viewer. A new field of a combatant that is not named here does not
/// compile.
pub(super) fn build_row(
    encounter: &Encounter,
    combatant: &Combatant,
    viewer: Viewer,
) -> CombatantRow {
    let Combatant {
        id,
        name,
        label,
        side,
        owner,
        hidden,
        sheet,
        track,
        initiative,
        note,
        now,
        // The points left in each pool follow from it.
        spent: _,
        conditions: _,
        gear,
        // Only used to give out item ids.
        items: _,
        due,
        group: _,
        portrait,
        sight,
        lurks,
        // Shown in the scene and not in the row, so that a move does not send the row again.
        location: _,
    } = combatant;
    let rules = encounter.rules();
    let all = viewer.sees_hidden();
    let open = all || *side == Side::Character;
    let sealed = encounter.is_plan_sealed(combatant);
    let health_known = all || encounter.health_is_public(combatant);
    let health = combatant.health(rules, &encounter.house);
    let conditions = encounter.conditions_of(combatant, !all);
    let differs = |initiative: &Initiative| rules.has_initiative_mismatch(sheet, initiative);
    CombatantRow {
        id: *id,
        name: name.to_string(),
        label: label.display_text(),
        side: *side,
        owner: *owner,
        hidden: *hidden,
        score: initiative.as_ref().map(|initiative| initiative.score),
        initiative: initiative
            .clone()
            .filter(|_| open)
            .map(|initiative| Initiative {
                // The rank contains roll-offs, also against hidden combatants.
                rank: if all { initiative.rank } else { Vec::new() },
                ..initiative
            }),
        track: health_known.then_some(*track),
        penalties: when_known(health_known, || box_penalties(encounter, combatant)),
        health: if health_known {
            health
        } else {
            mask_health(health, combatant)
        },
        note: note.as_ref().map(ToString::to_string),
        sheet: open.then(|| sheet.clone()),
        pools: when_known(open, || combatant.remaining_pools(rules)),
        plan: now.plan.clone().filter(|_| all || !sealed),
        sealed: sealed && now.plan.is_some(),
        timing: now.timing.clone(),
        tally: when_known(open, || now.tally.clone()),
        conditions: when_known(health_known, || conditions.clone().into_owned()),
        gear: when_known(open, || gear.clone()),
        shown: when_known(open, || derived_values(encounter, combatant, &conditions)),
        due: when_known(open, || due.clone()),
        mismatch: open && initiative.as_ref().is_some_and(differs),
        group: encounter.group_representative(combatant, viewer),
        portrait: *portrait,
        sight: sight.filter(|_| all),
        lurks: all && *lurks,
    }
}

/// Reduces health to what viewers see who must not know it exactly, which is whether the combatant
/// is out of the fight, and roughly how much is gone if that is shown.
fn mask_health(mut health: Health, combatant: &Combatant) -> Health {
    health.penalty = 0;
    health.states.retain(|state| state.out);
    if combatant.sight == Some(HealthSight::Banded) && health.states.is_empty() {
        let band = health_band(&combatant.track);
        health.states.push(HealthState::new(band, "", false));
    }
    health
}

/// Returns in words whether nothing, less than half, or half or more of a health track is gone.
fn health_band(track: &Track) -> Text {
    let (gone, all) = match track {
        Track::Points(points) => {
            let most = i64::from(points.maximum());
            (most - i64::from(points.left()), most)
        }
        track => track.boxes().map_or((0, 0), |boxes| {
            (i64::from(boxes.filled_count()), i64::from(boxes.size()))
        }),
    };
    match gone {
        ..=0 => msg::UNHURT,
        gone if gone * 2 < all => msg::HURT,
        _ => msg::BADLY_HURT,
    }
}

/// Returns a value if the viewer may know it, or the default.
fn when_known<T: Default>(known: bool, what: impl FnOnce() -> T) -> T {
    if known { what() } else { T::default() }
}

/// Returns the wound penalty of each box once it is filled, without leading zeros.
fn box_penalties(encounter: &Encounter, combatant: &Combatant) -> Vec<i32> {
    let rules = encounter.rules();
    let all = rules.box_penalties(&combatant.sheet, &combatant.track, &encounter.house);
    all.into_iter()
        .skip_while(|penalty| *penalty == 0)
        .collect()
}

/// Returns the derived values that the rules of an exchange would use.
fn derived_values(
    encounter: &Encounter,
    combatant: &Combatant,
    conditions: &Conditions,
) -> Vec<DerivedValue> {
    let pools = combatant.remaining_pools(encounter.rules());
    let who = combatant.fighter(&pools, conditions, &encounter.house);
    let values = encounter.system.combat().derived_values(&who).into_iter();
    values
        .map(|(title, terms)| DerivedValue {
            title: title.into(),
            terms,
        })
        .collect()
}
