//! Exchanges of Ascension: attacks in three phases of attack, defense and damage (ASC-TURN-02).

mod attack_exchange;
mod combatant_stats;
mod defense_methods;
mod forms;
mod gear;
mod maneuver;
mod rebound;
mod rolls;
mod scene;
pub(super) mod turn;

use super::defense::COUNTERMAGICK;
use super::{Ascension, Settings};
use crate::base::term::{BarReason, Term};
use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::Phase;
use crate::character::track::Severity;
use crate::exchange::{
    CombatRules, Intent, Maneuver, OrderRules, Outcomes, Play, Scene, Stop, UnseenAttack,
};
use crate::messages::Text;
use crate::messages::ascension as msg;
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::space::{PairInSpace, SceneReading};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::family::D10System as _;
use crate::systems::d10::resolve::{BLOCK, DODGE, NO_DEFENSE, PARRY, resolve_attack};
use crate::systems::d10::shared_rules::roll_parameters;
pub(super) use combatant_stats::{LIFE_HARDENED, WARD};
use rebound::{REBOUND, Rebound};

impl CombatRules for Ascension {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Ascension
    }

    /// Range of a gun, room to dodge, and whether an attack is seen in time (ASC-DODGE-02,
    /// ASC-DODGE-04, ASC-DODGE-06).
    fn situation_parameters(&self) -> Vec<ParameterSpec> {
        let ranges = [
            (0, msg::SOME_WAY_OFF),
            (1, msg::CLOSE),
            (2, msg::POINT_BLANK_TWO_YARDS_OR),
        ];
        let rooms = [
            (0, msg::OPEN),
            (1, msg::TIGHT_LIKE_A_DOORWAY),
            (2, msg::NONE),
        ];
        vec![
            ParameterSpec::choice(combatant_stats::RANGE, msg::RANGE, &ranges),
            ParameterSpec::choice(combatant_stats::ROOM, msg::ROOM_TO_DODGE, &rooms),
            ParameterSpec::flag(combatant_stats::UNSEEN, msg::NOT_SEEN_COMING),
        ]
    }

    fn mutual_parameters(&self) -> &'static [&'static str] {
        &[combatant_stats::RANGE]
    }

    fn read_scene(&self, pair: &PairInSpace<'_>, _: &HouseRules) -> Vec<SceneReading> {
        scene::read_pair(pair)
    }

    fn is_reading_used(&self, intent: &Intent, key: &str) -> bool {
        scene::is_reading_used(intent, key)
    }

    fn scene_parameters(&self) -> &'static [&'static str] {
        &scene::PARAMETERS
    }

    fn usual_distance(&self) -> u32 {
        scene::USUAL_DISTANCE
    }

    fn contact_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::contact_rule(scene)
    }

    fn line_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::line_rule(scene)
    }

    fn item_kinds(&self) -> &'static [ItemSpec] {
        &gear::ITEMS
    }

    fn item_chart(&self) -> Vec<ChartRow> {
        gear::chart_rows()
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &maneuver::ALL
    }

    fn maneuver_parameters(&self, maneuver: &str, _: &Scene<'_>) -> Vec<ParameterSpec> {
        maneuver::parameter_specs(maneuver)
    }

    fn find_bar(&self, scene: &Scene<'_>) -> Option<BarReason> {
        maneuver::find_bar(scene)
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        scene.intent.maneuver != REBOUND
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "ASC-INIT-02",
            declared: "ASC-DECL-01",
            acted: "ASC-INIT-03",
        }
    }

    /// Bars granted actions until all combatants have taken their first one (ASC-TURN-01).
    fn phase_bar(&self, scene: &Scene<'_>, phase: Phase) -> Option<(Text, &'static str)> {
        let granted = turn::is_granted_next(scene.actor?);
        (phase == Phase::Act && granted).then_some((msg::WHAT_IS_GRANTED_COMES_WHEN, "ASC-TURN-01"))
    }

    fn unseen_attack(&self) -> UnseenAttack {
        UnseenAttack {
            question: "defense",
            rule: "ASC-DEF-01",
            options: &[
                (NO_DEFENSE, msg::NO_DEFENSE),
                (DODGE, msg::DODGE),
                (BLOCK, msg::BLOCK),
                (PARRY, msg::PARRY),
                (COUNTERMAGICK, msg::COUNTERMAGICK),
                ("desperate", msg::DESPERATE_DEFENSE),
            ],
            nothing: NO_DEFENSE,
            own: &["abort", "defend", "share", "soak", "willpower"],
            tallies: &[],
            consequences: &[],
        }
    }

    fn threatened_severity(&self, scene: &Scene<'_>) -> Option<Severity> {
        let actor = scene.actor?;
        let blow = attack_exchange::build_attack(scene, actor, &scene.intent.maneuver);
        blow.map(|blow| blow.line.kind.into())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let unknown = || {
            let words = msg::THERE_IS_NO_SUCH_MANEUVER;
            Stop::refused("no_such_maneuver", words)
        };
        let actor = scene.actor.ok_or_else(unknown)?;
        if scene.intent.maneuver == REBOUND {
            let rebound = Rebound::from_scene(scene, actor, Settings::of(scene.house));
            return resolve_attack(&rebound.ok_or_else(unknown)?, play);
        }
        let blow = maneuver::begin_attack(scene, actor, play)?;
        resolve_attack(&blow.ok_or_else(unknown)?, play)
    }

    fn distribution(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes {
        roll_parameters::distribution(sum, reading, Self::dice_conventions(house))
    }

    /// Returns a combatant's soak pool in Ascension against each type of damage.
    fn derived_values(&self, who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
        let by = Settings::of(who.house);
        let titles = [msg::SOAK_BASHING, msg::SOAK_LETHAL, msg::SOAK_AGGRAVATED];
        let rows = titles.into_iter().zip(DamageType::ALL);
        rows.map(|(title, kind)| (title, combatant_stats::soak_pool(who, kind, &by).terms))
            .collect()
    }
}
