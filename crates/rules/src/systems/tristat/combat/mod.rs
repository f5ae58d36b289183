//! Exchanges of Tri-Stat, each written once from top to bottom.
//!
//! [`maneuvers`] has a row for each maneuver; the file of its function has its rules.

mod attack;
mod bout;
mod checks;
mod damage;
mod defense;
mod dials;
mod disarm;
mod escape;
mod flank;
mod gear;
mod grapple;
mod maneuvers;
mod odds;
mod rolls;
mod scene;
mod shown;
mod throw;

use super::Tristat;
use super::roll_request::GRAPPLED;
use crate::base::term::{BarReason, RuleId, Term};
use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::exchange::{
    CombatRules, HoldSide, Intent, Maneuver, OrderRules, Outcomes, Play, Scene, Stop, UnseenAttack,
};
use crate::messages::tristat as msg;
use crate::messages::{Text, Wording};
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::space::{Pace, PairInSpace, SceneReading};
use bout::Bout;
use maneuvers::Row;

impl CombatRules for Tristat {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Tristat
    }

    fn situation_parameters(&self) -> Vec<ParameterSpec> {
        dials::situation()
    }

    fn read_scene(&self, pair: &PairInSpace<'_>, _: &HouseRules) -> Vec<SceneReading> {
        scene::read_pair(pair)
    }

    fn is_reading_used(&self, intent: &Intent, key: &str) -> bool {
        maneuvers::find(&intent.maneuver).is_some_and(|row| row.uses_reading(key))
    }

    fn scene_parameters(&self) -> &'static [&'static str] {
        &scene::PARAMETERS
    }

    fn usual_distance(&self) -> u32 {
        scene::USUAL_DISTANCE
    }

    fn contact_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::contact_rule(scene, maneuvers::find(&scene.intent.maneuver)?.way(scene)?)
    }

    fn line_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::line_rule(scene, maneuvers::find(&scene.intent.maneuver)?.way(scene)?)
    }

    fn paces(&self, who: &CombatantInfo<'_>) -> Vec<Pace> {
        scene::paces(who)
    }

    fn direction_parameters(&self) -> &'static [&'static str] {
        &[dials::EAST, dials::SOUTH]
    }

    fn ally_parameter(&self) -> Option<&'static str> {
        Some(dials::ALLY)
    }

    /// Who flanks a target together with the one who attacks (TRI-FLANK-01).
    fn drawn_in_bystanders(&self, scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        let row = maneuvers::find(&scene.intent.maneuver);
        match row.is_some_and(Row::takes_attack) {
            true => flank::flankers(scene),
            false => Vec::new(),
        }
    }

    fn item_kinds(&self) -> &'static [ItemSpec] {
        &gear::ITEMS
    }

    fn item_chart(&self) -> Vec<ChartRow> {
        gear::chart()
    }

    fn hold_conditions(&self, grip: &HoldSide<'_>) -> Vec<(&'static str, i32)> {
        grapple::conditions_of(grip)
    }

    /// The amount of being grappled is 1 where the grip is outmatched (TRI-GRAP-05).
    fn heavier_amount(&self, condition: &str, one: i32, other: i32) -> i32 {
        match condition == GRAPPLED {
            true => one.min(other),
            false => one.max(other),
        }
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &maneuvers::OFFERED
    }

    fn maneuver_parameters(&self, maneuver: &str, _: &Scene<'_>) -> Vec<ParameterSpec> {
        maneuvers::find(maneuver).map_or_else(Vec::new, Row::dials)
    }

    fn find_bar(&self, scene: &Scene<'_>) -> Option<BarReason> {
        let bar = maneuvers::find(&scene.intent.maneuver)?.barred_now(scene)?;
        Some((bar.why, RuleId::new(bar.rule)))
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        maneuvers::find(&scene.intent.maneuver).is_some_and(Row::takes_attack)
    }

    /// Initiative is rolled each round (TRI-TURN-01), and attacks are made in one's own turn
    /// (TRI-ATK-03).
    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "TRI-TURN-01",
            ..OrderRules::single("TRI-ATK-03")
        }
    }

    fn unseen_attack(&self) -> UnseenAttack {
        UnseenAttack {
            question: "defend",
            rule: "TRI-DEF-01",
            options: &[("defend", msg::DEFEND), ("none", msg::LET_IT_COME)],
            nothing: "none",
            own: &["defense"],
            tallies: &[],
            consequences: &[],
        }
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let key = scene.intent.maneuver.as_ref();
        let Some(row) = maneuvers::find(key) else {
            let words = Wording::verbatim(msg::there_is_no_maneuver(&key));
            return Err(Stop::refused("no_such_maneuver", words));
        };
        match row.barred(scene) {
            Some(bar) => Err(bar.error().into()),
            None => row.play(&mut Bout::new(scene, play)),
        }
    }

    fn distribution(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes {
        odds::distribution(sum, reading, house)
    }

    fn derived_values(&self, who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
        shown::shown(who)
    }
}
