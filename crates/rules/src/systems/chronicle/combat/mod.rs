//! The exchanges of Chronicle, each written once from top to bottom.

pub(crate) mod acts;
pub(crate) mod aftermath;
pub(crate) mod bars;
pub(crate) mod budget;
pub(crate) mod character;
pub(crate) mod costs;
pub(crate) mod covering;
pub(crate) mod dials;
pub(crate) mod drawn;
pub(crate) mod effects;
pub(crate) mod gear;
pub(crate) mod hazard;
pub(crate) mod item_specs;
pub(crate) mod keys;
pub(crate) mod maneuver;
pub(crate) mod maneuvers;
pub(crate) mod paces;
pub(crate) mod rolls;
pub(crate) mod scene;
pub(crate) mod shown;
pub(crate) mod stage;
pub(crate) mod strike;
pub(crate) mod struck;
pub(crate) mod suffer;
pub(crate) mod ways;

use crate::messages::Text;
use crate::messages::chronicle as msg;
pub(crate) use character::Character;
pub(crate) use keys::UNMET;
pub(crate) use stage::table_settings;

use super::Chronicle;
use super::conditions::known_conditions::{EXPOSED, MOVED, UNDER_FIRE};
use super::dice::reading::ask;
use super::grapple::turn;
use super::round::turn::{Act, Step};
use crate::base::term::{BarReason, Term};
use crate::character::condition::Until;
use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::track::Severity;
use crate::exchange::{
    CombatRules, CoverSpec, HoldSide, HoldSpec, Maneuver, OrderRules, Outcomes, Party, Play, Scene,
    Stop, UnseenAttack,
};
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::space::{Pace, PairInSpace, SceneReading};
use maneuver::Script;
use stage::Stage;

impl CombatRules for Chronicle {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Chronicle
    }

    fn situation_parameters(&self) -> Vec<ParameterSpec> {
        dials::situation()
    }

    fn mutual_parameters(&self) -> &'static [&'static str] {
        &[keys::DISTANCE, keys::CLOSE_QUARTERS]
    }

    /// A shooter pays for their own concealment as far as the target sees them
    /// (CHR-CONC-05, CHR-CONC-06).
    fn mirrored_parameters(&self) -> &'static [(&'static str, &'static str)] {
        &[(keys::FIRING_FROM, keys::CONCEALMENT)]
    }

    fn read_scene(&self, pair: &PairInSpace<'_>, house: &HouseRules) -> Vec<SceneReading> {
        scene::read(pair, house)
    }

    fn scene_parameters(&self) -> &'static [&'static str] {
        &scene::READ
    }

    fn contact_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::contact_rule(scene)
    }

    fn line_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::line_rule(scene)
    }

    fn paces(&self, who: &CombatantInfo<'_>) -> Vec<Pace> {
        paces::of(who)
    }

    /// Returns the cover that a door or wall gives, wholly behind which a combatant is completely concealed
    /// (CHR-COV-01, CHR-COV-03).
    fn cover_spec(&self) -> Option<&'static CoverSpec> {
        Some(&dials::THING)
    }

    fn drawn_in_bystanders(&self, scene: &Scene<'_>) -> Vec<(u8, Text, &'static str)> {
        let (Some(maneuver), Ok(stage)) = (maneuvers::declared(scene), Stage::new(scene)) else {
            return Vec::new();
        };
        let drawn = (stage.targets()..stage.persons()).filter_map(|n| {
            let (why, rule) = (maneuver.draws_in)(&stage, n)?;
            Some((n - stage.targets(), why, rule))
        });
        drawn.collect()
    }

    fn item_kinds(&self) -> &'static [ItemSpec] {
        &item_specs::ITEMS
    }

    fn item_chart(&self) -> Vec<ChartRow> {
        gear::ROWS.clone()
    }

    fn hold_kinds(&self) -> &'static [HoldSpec] {
        &keys::HOLDS
    }

    fn hold_conditions(&self, grip: &HoldSide<'_>) -> Vec<(&'static str, i32)> {
        turn::conditions_of(grip)
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        maneuvers::ALL.as_slice()
    }

    fn maneuver_parameters(&self, maneuver: &str, _: &Scene<'_>) -> Vec<ParameterSpec> {
        maneuvers::find(maneuver).map_or_else(Vec::new, |it| (it.dials)())
    }

    fn find_bar(&self, scene: &Scene<'_>) -> Option<BarReason> {
        maneuvers::barred(&Stage::new(scene).ok()?)
    }

    /// The threat of covering fire is over when the one who shot acts again (CHR-CFIRE-07).
    fn threat_marks(&self) -> &'static [(&'static str, &'static str)] {
        &[(keys::COVERS, UNDER_FIRE)]
    }

    fn is_action(&self, counted: &str) -> bool {
        Act::ALL.into_iter().any(|act| budget::key(act) == counted)
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        let step = Stage::new(scene).ok().and_then(|stage| step(&stage));
        matches!(step, Some(Step::Act(_) | Step::Run(_)))
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "CHR-INIT-01",
            ..OrderRules::single("CHR-INIT-02")
        }
    }

    /// A dodge may be declared before one's place, and late (CHR-DODGE-03).
    fn is_allowed_any_time(&self, maneuver: &str) -> bool {
        maneuvers::find(maneuver).is_some_and(|it| it.early.is_some())
    }

    /// A dodge is declared early where the table allows it (CHR-DODGE-03).
    fn own_place_rule(&self, maneuver: &str, house: &HouseRules) -> Option<&'static str> {
        let early = maneuvers::find(maneuver)?.early;
        early.filter(|_| !table_settings(house).early_dodge)
    }

    fn unseen_attack(&self) -> UnseenAttack {
        UnseenAttack {
            question: "defense",
            rule: "CHR-DEF-06",
            options: &[("apply", msg::APPLY_DEFENSE), ("withhold", msg::SAVE_IT)],
            nothing: "withhold",
            own: &["knockout"],
            tallies: &["grapple", "join_grapple"],
            consequences: &[keys::GRABBED, keys::LOST_ACTION],
        }
    }

    fn threatened_severity(&self, scene: &Scene<'_>) -> Option<Severity> {
        let kind = maneuvers::declared(scene)?.attack?;
        let stage = Stage::new(scene).ok()?;
        stage.attack(0, kind).ok().map(|attack| attack.severity())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let script = maneuvers::declared(scene).map(|maneuver| &maneuver.script);
        let play_it = match script {
            Some(Script::Actor(play_it)) => play_it,
            Some(Script::World(play_it)) => return play_it(scene, play),
            None => {
                let why = msg::THERE_IS_NO_SUCH_MANEUVER;
                return Err(Stop::refused("no_such_maneuver", why));
            }
        };
        let mut stage = Stage::new(scene)?;
        if begin(&stage, play) {
            covering::under_fire(&mut stage, play)?;
        }
        play_it(&stage, play)
    }

    fn distribution(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes {
        ways::of(&ask(sum, reading), reading, &table_settings(house))
    }

    fn derived_values(&self, who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
        shown::of(who)
    }
}

/// Returns the step of the turn (action or movement) that the declared maneuver takes; `None` if it
/// takes none.
fn step(stage: &Stage<'_>) -> Option<Step> {
    let maneuver = maneuvers::declared(stage.scene)?;
    (maneuver.step)(stage)
}

/// Counts the act of the declared maneuver, and what was walked in the scene before it
/// (CHR-MOVE-01); some acts take Defense away for the turn (CHR-TURN-03). Returns whether it takes
/// an instant action.
fn begin(stage: &Stage<'_>, play: &mut Play<'_>) -> bool {
    let Some(Step::Act(declared)) = step(stage) else {
        return false;
    };
    if let Some(walked) = budget::walked_before_acting(&stage.actor) {
        effects::gain(play, Party::Actor, MOVED, walked, Until::Rounds(1));
    }
    effects::count(play, Party::Actor, declared.act);
    if declared.act.loses_defense() {
        effects::gain(play, Party::Actor, EXPOSED, 0, Until::Rounds(1));
    }
    true
}
