//! A combatant whom a system is asked about.

use rules::base::sorted_map::Map;

use rules::character::condition::Conditions;
use rules::character::gear::{Gear, ItemId};
use rules::character::initiative::Initiative;
use rules::character::plan::Plan;
use rules::character::sheet::Sheet;
use rules::character::track::Track;
use rules::ruleset::combatant_info::CombatantInfo;
use rules::ruleset::house_rules::HouseRules;
use rules::ruleset::{RuleSystem, SystemId};

/// The three systems.
pub(crate) const FAMILY: [SystemId; 3] = [
    SystemId::Crossover,
    SystemId::Masquerade,
    SystemId::Ascension,
];

/// Everything that a [`Fighter`] borrows.
#[derive(Clone, Debug)]
pub(crate) struct OwnedFighter {
    pub(crate) system: SystemId,
    pub(crate) sheet: Sheet,
    pub(crate) track: Track,
    pub(crate) initiative: Option<Initiative>,
    pub(crate) plan: Option<Plan>,
    pub(crate) tally: Map<String, u16>,
    pub(crate) pools: Map<String, i32>,
    pub(crate) house: HouseRules,
    pub(crate) conditions: Conditions,
    pub(crate) gear: Gear,
}

impl OwnedFighter {
    /// A combatant of this kind with these traits; no kind is the first.
    pub(crate) fn of(system: SystemId, kind: &str, traits: &[(&str, i32)]) -> Self {
        let traits = traits.iter().map(|(key, dots)| ((*key).to_owned(), *dots));
        let sheet = Sheet {
            kind: (!kind.is_empty()).then(|| kind.to_owned()),
            traits: traits.collect(),
            ..Sheet::default()
        };
        let rules = system.rules();
        let pools = rules.pool_specs(&sheet).into_iter();
        Self {
            system,
            track: rules.unmarked_track(&sheet).expect("a track"),
            pools: pools.map(|pool| (pool.key.to_owned(), pool.most)).collect(),
            sheet,
            initiative: None,
            plan: None,
            tally: Map::new(),
            house: HouseRules::default(),
            conditions: Conditions::new(),
            gear: Gear::new(),
        }
    }

    pub(crate) fn rules(&self) -> &'static dyn RuleSystem {
        self.system.rules()
    }

    pub(crate) fn fighter(&self) -> CombatantInfo<'_> {
        CombatantInfo {
            unscored: false,
            moved: 0,
            conditions: &self.conditions,
            gear: &self.gear,
            sheet: &self.sheet,
            track: &self.track,
            initiative: self.initiative.as_ref(),
            plan: self.plan.as_ref(),
            tally: &self.tally,
            pools: &self.pools,
            house: &self.house,
        }
    }

    /// After this die for initiative.
    pub(crate) fn rolled(mut self, die: u16) -> Self {
        self.initiative = Some(self.rules().initiative_for_die(&self.fighter(), die));
        self
    }

    /// After declaring so many actions, these of them defenses, and so many extra ones.
    pub(crate) fn plans(mut self, actions: u8, defenses: &[u8], extra: u8) -> Self {
        self.plan = Some(Plan {
            actions,
            defenses: defenses.iter().copied().collect(),
            extra,
            ..Plan::default()
        });
        self
    }

    /// After taking a stance.
    pub(crate) fn takes(mut self, stance: &str) -> Self {
        let mut plan = self.plan.take().unwrap_or_default();
        plan.stance = Some(stance.to_owned());
        self.plan = Some(plan);
        self
    }

    /// With a thing from the chart, ready to be used; its id is its place among them, from 0.
    #[track_caller]
    pub(crate) fn carries(mut self, row: &str) -> Self {
        let chart = self.system.combat().item_chart();
        let row = chart.into_iter().find(|known| known.key == row);
        let id = ItemId::try_from(self.gear.len()).expect("few things");
        self.gear.insert(id, row.expect("a row of the chart").item);
        self
    }

    /// In a condition.
    pub(crate) fn is(mut self, condition: &str, amount: i32) -> Self {
        let how = rules::character::condition::Condition {
            amount,
            ..Default::default()
        };
        self.conditions.insert(condition.to_owned(), how);
        self
    }

    /// After so many of what is counted.
    pub(crate) fn did(mut self, what: &str, times: u16) -> Self {
        self.tally.insert(what.to_owned(), times);
        self
    }

    /// With a house rule turned on.
    pub(crate) fn under(mut self, switch: &str) -> Self {
        self.house.set_unchecked(switch, true);
        self
    }

    /// After damage.
    #[track_caller]
    pub(crate) fn hurt(mut self, packet: rules::character::track::DamagePacket) -> Self {
        let harmed = self.rules().apply_damage(&self.fighter(), packet);
        self.track = harmed.expect("damage it knows").after;
        self
    }

    /// The boxes and what has become of their owner, and the penalty: `X//.... hurt −1`.
    pub(crate) fn state(&self) -> String {
        let health =
            self.rules()
                .health_state(&self.sheet, &self.track, &self.conditions, &self.house);
        let boxes = self
            .track
            .boxes()
            .map(rules::character::track::Boxes::picture);
        let boxes = boxes.unwrap_or_else(|| {
            let points = self.track.points().expect("points");
            format!("{}/{}", points.left(), points.maximum())
        });
        let states = health.states.iter();
        let states: Vec<String> = states
            .map(|state| match state.out {
                true => format!("{}!", state.word),
                false => state.word.to_string(),
            })
            .collect();
        format!("{boxes} {} {}", states.join(", "), health.penalty)
    }
}
