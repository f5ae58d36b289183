//! One token as a viewer sees it.

use crate::messages::Text;
use crate::messages::encounter as msg;
use serde::{Deserialize, Serialize};

use crate::condition::Conditions;
use crate::due::Due;
use crate::encounter::combatant::{Combatant, HealthSight, Side, Timing};
use crate::encounter::encounter::Encounter;
use crate::encounter::viewer::Viewer;
use crate::fighter::Fighter;
use crate::gear::Gear;
use crate::house::House;
use crate::id::{CombatantId, PortraitId, SeatId};
use crate::initiative::Initiative;
use crate::plan::Plan;
use crate::sheet::Sheet;
use crate::sorted::Map;
use crate::system::{Health, HealthState};
use crate::term::Term;
use crate::track::Track;

/// One token as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Row {
    /// The id.
    pub id: CombatantId,
    /// The name without its label.
    pub name: String,
    /// The label: "A", "ii".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The side.
    pub side: Side,
    /// Who plays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<SeatId>,
    /// Whether players do not see it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// The initiative score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Where the score comes from, for those who may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Initiative>,
    /// The health track, for those who may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub track: Option<Track>,
    /// What filling each box brings, first box first; zeros at the front are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub penalties: Vec<i32>,
    /// How it is.
    #[serde(default)]
    pub health: Health,
    /// A few words of condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The numbers, for those who may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<Sheet>,
    /// What is left of its pools, for those who may know, by key.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub pools: Map<String, i32>,
    /// What it declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// Whether it declared something that is not to be read yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// When it acts.
    #[serde(default, skip_serializing_if = "Timing::is_in_place")]
    pub timing: Timing,
    /// What was counted this round, for those who may know.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub tally: Map<String, u16>,
    /// The conditions it is in.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub conditions: Conditions,
    /// What it carries, for those who may know.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub gear: Gear,
    /// Values that follow from all that, for those who may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<Shown>,
    /// What has come due, for those who may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub due: Vec<Due>,
    /// Whether its initiative was typed and says something else than the sheet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mismatch: bool,
    /// Whom it acts as one with: the first, by id, of those of its group whom the reader sees. None
    /// where they see no other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<CombatantId>,
    /// What it looks like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub portrait: Option<PortraitId>,
    /// What players see of its health, for those who run the table; `None` is as the table has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sight: Option<HealthSight>,
    /// Whether it shows itself with its first action, for those who run the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurks: bool,
}

impl Row {
    /// The name with its label.
    #[must_use]
    pub fn full_name(&self) -> String {
        match &self.label {
            None => self.name.clone(),
            Some(label) => format!("{} {label}", self.name),
        }
    }

    /// The combatant of this row as the rules see it, with or without a place in the `order` of a fight
    /// under way; `None` where the reader may not know enough.
    #[must_use]
    pub fn fighter<'a>(&'a self, house: &'a House, order: bool) -> Option<Fighter<'a>> {
        Some(Fighter {
            sheet: self.sheet.as_ref()?,
            track: self.track.as_ref()?,
            initiative: self.initiative.as_ref(),
            unscored: order && self.initiative.is_none(),
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            conditions: &self.conditions,
            gear: &self.gear,
            house,
        })
    }

    /// Whether it cannot act.
    #[must_use]
    pub fn is_out(&self) -> bool {
        self.health.states.iter().any(|state| state.out)
    }
}

/// A value that follows from a combatant's numbers, gear and conditions: Defense, soak.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Shown {
    /// What it is called.
    pub title: String,
    /// What adds up to it.
    pub terms: Vec<Term>,
}

impl Shown {
    /// The value.
    #[must_use]
    pub fn value(&self) -> i32 {
        crate::term::sum(&self.terms)
    }
}

/// What a class of viewers sees of a combatant. A field of a combatant that is not named here does
/// not compile.
pub(super) fn row(encounter: &Encounter, combatant: &Combatant, viewer: Viewer) -> Row {
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
        // What is left of the pools follows from it.
        spent: _,
        conditions: _,
        gear,
        // Only ids are made from it.
        items: _,
        due,
        group: _,
        portrait,
        sight,
        lurks,
    } = combatant;
    let rules = encounter.rules();
    let all = viewer.sees_hidden();
    let open = all || *side == Side::Character;
    let sealed = encounter.is_sealed(combatant);
    let health_known = all || encounter.health_is_public(combatant);
    let mut health = combatant.health(rules, &encounter.house);
    if !health_known {
        health.penalty = 0;
        health.states.retain(|state| state.out);
        if *sight == Some(HealthSight::Banded) && health.states.is_empty() {
            health.states.push(HealthState::new(band(track), "", false));
        }
    }
    let conditions = encounter.conditions_of(combatant, !all);
    let differs = |initiative: &Initiative| rules.mismatch(sheet, initiative);
    Row {
        id: *id,
        name: name.to_string(),
        label: label.print(),
        side: *side,
        owner: *owner,
        hidden: *hidden,
        score: initiative.as_ref().map(|initiative| initiative.score),
        initiative: initiative
            .clone()
            .filter(|_| open)
            .map(|initiative| Initiative {
                // The rank holds roll-offs, also those against hidden combatants.
                rank: if all { initiative.rank } else { Vec::new() },
                ..initiative
            }),
        track: health_known.then_some(*track),
        penalties: if_so(health_known, || penalties(encounter, combatant)),
        health,
        note: note.as_ref().map(ToString::to_string),
        sheet: open.then(|| sheet.clone()),
        pools: if_so(open, || combatant.pools(rules)),
        plan: now.plan.clone().filter(|_| all || !sealed),
        sealed: sealed && now.plan.is_some(),
        timing: now.timing.clone(),
        tally: if_so(open, || now.tally.clone()),
        conditions: if_so(health_known, || conditions.clone().into_owned()),
        gear: if_so(open, || gear.clone()),
        shown: if_so(open, || shown(encounter, combatant, &conditions)),
        due: if_so(open, || due.clone()),
        mismatch: open && initiative.as_ref().is_some_and(differs),
        group: encounter.acts_with(combatant, viewer),
        portrait: *portrait,
        sight: sight.filter(|_| all),
        lurks: all && *lurks,
    }
}

/// How much of a track is gone, in a word: nothing, less than half, half or more.
fn band(track: &Track) -> Text {
    let (gone, all) = match track {
        Track::Points(points) => {
            let most = i64::from(points.most());
            (most - i64::from(points.now()), most)
        }
        track => track.boxes().map_or((0, 0), |boxes| {
            (i64::from(boxes.filled()), i64::from(boxes.size()))
        }),
    };
    match gone {
        ..=0 => msg::UNHURT,
        gone if gone * 2 < all => msg::HURT,
        _ => msg::BADLY_HURT,
    }
}

/// What may be known, or nothing.
fn if_so<T: Default>(known: bool, what: impl FnOnce() -> T) -> T {
    if known { what() } else { T::default() }
}

/// What filling each box brings, without the zeros at the front.
fn penalties(encounter: &Encounter, combatant: &Combatant) -> Vec<i32> {
    let rules = encounter.rules();
    let all = rules.box_penalties(&combatant.sheet, &combatant.track, &encounter.house);
    all.into_iter()
        .skip_while(|penalty| *penalty == 0)
        .collect()
}

/// What the rules of an exchange would reckon with, shown beforehand.
fn shown(encounter: &Encounter, combatant: &Combatant, conditions: &Conditions) -> Vec<Shown> {
    let pools = combatant.pools(encounter.rules());
    let who = combatant.fighter(&pools, conditions, &encounter.house);
    let values = encounter.system.combat().shown(&who).into_iter();
    values
        .map(|(title, terms)| Shown {
            title: title.into(),
            terms,
        })
        .collect()
}
