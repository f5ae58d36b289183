//! Exchanges of Crossover, each written once from top to bottom.
//!
//! [`maneuvers`] has a row for each attack, [`utility`] one for each other maneuver; the file of a row's
//! function has its rules. An attack is an [`attack::Attack`], which [`play`] plays.

mod acts;
mod after;
mod attack;
mod attack_dials;
mod auto_hit;
mod blind;
mod bows;
mod change;
mod check;
mod contests;
mod damage;
mod defense;
mod dials;
mod disarm;
mod fall;
mod grips;
mod hazard;
mod holds;
mod item_rows;
mod items;
mod jab;
mod maneuvers;
mod offered;
mod paces;
mod pack;
mod play;
mod pool;
mod powers;
mod range;
mod read;
mod reflexes;
mod scene;
mod soak;
mod strafe;
mod tackle;
mod throw;
mod utility;

use super::{Crossover, Settings, movement, state};
use crate::base::term::{BarReason, RuleId, Term};
use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::initiative::Initiative;
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::Phase;
use crate::character::track::Severity;
use crate::exchange::{
    CombatRules, CoverSpec, Effect, HoldSide, HoldSpec, Maneuver, OrderRules, Outcomes, Party,
    Play, Scene, Stop, UnseenAttack,
};
use crate::messages::Text;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::ruleset::{ClientRules as _, RuleSystem};
use crate::space::{Pace, PairInSpace, SceneReading};
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::family::D10System as _;
use crate::systems::d10::resolve::{self, DEFENSE_CHOICES, NO_DEFENSE};
use crate::systems::d10::shared_rules::remaining_turn::RemainingTurn;
use crate::systems::d10::shared_rules::{health, roll_parameters as rolls, sheet as numbers};

impl CombatRules for Crossover {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Crossover
    }

    fn situation_parameters(&self) -> Vec<ParameterSpec> {
        dials::situation()
    }

    /// Who shoots back from behind cover shoots out of it (XOV-RNG-04).
    fn mirrored_parameters(&self) -> &'static [(&'static str, &'static str)] {
        &[(dials::OWN_COVER, dials::COVER)]
    }

    fn read_scene(&self, pair: &PairInSpace<'_>, _: &HouseRules) -> Vec<SceneReading> {
        scene::read(pair)
    }

    fn scene_parameters(&self) -> &'static [&'static str] {
        &scene::READ
    }

    fn cover_grades(&self) -> &'static [(u8, Text)] {
        &scene::GRADES
    }

    fn contact_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::contact_rule(scene)
    }

    fn line_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        scene::line_rule(scene)
    }

    /// Within a place nobody counts yards, each of which would cost a die (XOV-MAN-06).
    fn counts_closing_in(&self) -> bool {
        false
    }

    fn paces(&self, who: &CombatantInfo<'_>) -> Vec<Pace> {
        paces::of(who)
    }

    /// A wall, a car (XOV-RNG-03).
    fn cover_spec(&self) -> Option<&'static CoverSpec> {
        Some(&dials::THING)
    }

    fn item_kinds(&self) -> &'static [ItemSpec] {
        &items::SPECS
    }

    fn item_chart(&self) -> Vec<ChartRow> {
        item_rows::rows()
    }

    fn hold_kinds(&self) -> &'static [HoldSpec] {
        &holds::SPECS
    }

    fn mark_kinds(&self) -> &'static [&'static str] {
        &[holds::ENGAGES, holds::ANSWERED]
    }

    fn hold_conditions(&self, grip: &HoldSide<'_>) -> Vec<(&'static str, i32)> {
        holds::conditions_of(grip)
    }

    fn maneuvers(&self) -> &'static [Maneuver] {
        &offered::ALL
    }

    fn maneuver_parameters(&self, maneuver: &str, scene: &Scene<'_>) -> Vec<ParameterSpec> {
        offered::dials(maneuver, scene.actor)
    }

    fn find_bar(&self, scene: &Scene<'_>) -> Option<BarReason> {
        offered::barred(scene)
    }

    fn takes_action(&self, scene: &Scene<'_>) -> bool {
        offered::takes_action(&scene.intent.maneuver)
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "XOV-INIT-02",
            declared: "XOV-DECL-01",
            acted: "XOV-TURN-01",
        }
    }

    /// One ordinary action in the main phase (XOV-TURN-04), those of powers last of all
    /// (XOV-MULT-04).
    fn phase_bar(&self, scene: &Scene<'_>, phase: Phase) -> Option<(Text, &'static str)> {
        let who = scene.actor?;
        let left = RemainingTurn::of(who);
        let of_a_power = dials::number(who, &scene.intent.set) == 0;
        let main = phase == Phase::Act;
        if of_a_power && (main || !left.open.is_empty()) {
            return Some((msg::ACTIONS_OF_POWERS_COME_AFTER, "XOV-MULT-04"));
        }
        (main && left.has_acted(who)).then_some((msg::ONLY_THE_FIRST_ACTION_COMES, "XOV-TURN-04"))
    }

    fn unseen_attack(&self) -> UnseenAttack {
        UnseenAttack {
            question: "defense",
            rule: "XOV-DEF-01",
            options: DEFENSE_CHOICES,
            nothing: NO_DEFENSE,
            own: &["change", "change_roll", "defend", "soak"],
            tallies: &[read::ATTACKERS],
            consequences: &[],
        }
    }

    fn threatened_severity(&self, scene: &Scene<'_>) -> Option<Severity> {
        let maneuver = maneuvers::find(scene.intent.maneuver.as_ref())?;
        let by = Settings::of(scene.house);
        let attack = &play::Blow::new(scene, maneuver, &by).ok()?.attack;
        (!damage::is_test(attack)).then(|| damage::wound(attack).kind.into())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let by = Settings::of(scene.house);
        if by.rules_waived {
            play.add_effect(Effect::Tell {
                who: Party::Actor,
                words: msg::EVERYBODY_AGREED_TO_SETTLE_THIS.into(),
                rule: RuleId::new("XOV-POL-01"),
            });
            return Ok(());
        }
        let key = scene.intent.maneuver.as_ref();
        let Some(intent) = change::change_intent(scene, &by, play)? else {
            return Ok(());
        };
        let scene = &Scene {
            intent: &intent,
            ..*scene
        };
        if let Some(maneuver) = maneuvers::find(key) {
            let blow = play::Blow::new(scene, maneuver, &by)?;
            blow.engage(play);
            return resolve::resolve_attack(&blow, play);
        }
        let Some(maneuver) = utility::find(key) else {
            let words = msg::THERE_IS_NO_SUCH_MANEUVER;
            return Err(Stop::refused("no_such_maneuver", words));
        };
        if let Some(who) = scene.actor.filter(|_| maneuver.needs_limbs) {
            read::free_limbs(who)?;
        }
        (maneuver.play)(scene, &by, play)
    }

    fn distribution(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes {
        rolls::distribution(sum, reading, Self::dice_conventions(house))
    }

    /// What a combatant soaks with (XOV-SOAK-02 to 04), how far they jog and run (XOV-MAN-08), the
    /// extra actions that powers give them this turn (XOV-MULT-03), and what a person may add to
    /// the initiative they rolled (XOV-INIT-06).
    fn derived_values(&self, who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
        let kinds = [
            (msg::SOAK_BASHING, DamageType::Bashing),
            (msg::SOAK_LETHAL, DamageType::Lethal),
            (msg::SOAK_AGGRAVATED, DamageType::Aggravated),
        ];
        let by = Settings::of(who.house);
        let soak = |(title, kind)| {
            let wound = soak::Wound::of(kind);
            (title, soak::soak(who, &wound, &by).terms)
        };
        let powers = state::granted_actions(who);
        let extra = (powers > 0).then(|| Term::from_rule(msg::POWERS, powers, "XOV-MULT-03"));
        let yards = |title, yards| {
            let level = health::wound_state(who.track).level;
            let yards = movement::yards_when_hurt(level, yards);
            (
                title,
                vec![Term::from_rule(msg::YARDS, yards, "XOV-MAN-08")],
            )
        };
        let dexterity = who.sheet.get(&numbers::DEXTERITY);
        let soaks = kinds.into_iter().map(soak);
        let rest = [
            yards(msg::JOG, movement::jog(dexterity)),
            yards(msg::RUN, movement::run(dexterity)),
        ];
        let extra = extra.map(|term| (msg::EXTRA_ACTIONS, vec![term]));
        let suggested = self.suggested_initiative_terms(who);
        let open = !suggested.is_empty() && who.initiative.is_some_and(is_as_rolled);
        let suggested = open.then_some((msg::SUGGESTED_FOR_INITIATIVE, suggested));
        let all = soaks.chain(rest).chain(extra).chain(suggested);
        all.collect()
    }
}

/// Whether nothing was added by hand to an initiative yet (XOV-INIT-06).
fn is_as_rolled(rolled: &Initiative) -> bool {
    let of_the_die = rolled.score.saturating_sub(i32::from(rolled.die));
    rolled.rank.get(1) == Some(&of_the_die)
}
