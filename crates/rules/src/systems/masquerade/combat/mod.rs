//! Exchanges of Masquerade: attacks, exposure and getting up.

mod attack_exchange;
mod attacks;
mod combatant_stats;
mod exposure;
mod gear;
mod maneuver;
pub(super) mod turn;

use super::{Masquerade, Settings};
use crate::base::term::{BarReason, Term};
use crate::character::gear::{ChartRow, ItemSpec};
use crate::character::parameters::{ParameterSpec, Parameters};
use crate::character::phase::Phase;
use crate::character::track::Severity;
use crate::exchange::{
    CombatRules, Effect, Maneuver, OrderRules, Outcomes, Party, Play, Scene, Stop, UnseenAttack,
};
use crate::messages::Text;
use crate::messages::masquerade as msg;
use crate::ruleset::RuleSystem;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::ruleset::house_rules::HouseRules;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::family::D10System as _;
use crate::systems::d10::resolve::{DEFENSE_CHOICES, NO_DEFENSE, resolve_attack};
use crate::systems::d10::shared_rules::remaining_turn::RemainingTurn;
use crate::systems::d10::shared_rules::roll_parameters;
use attack_exchange::AttackExchange;
use exposure::Exposure;
pub(super) use maneuver::KNOCKED_DOWN;

impl CombatRules for Masquerade {
    fn rules(&self) -> &'static dyn RuleSystem {
        &Masquerade
    }

    /// Returns no parameters: the rules know neither distance nor cover, so that the scene says only who is in reach.
    fn situation_parameters(&self) -> Vec<ParameterSpec> {
        Vec::new()
    }

    fn contact_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        attacks::contact_rule(scene)
    }

    fn line_rule(&self, scene: &Scene<'_>) -> Option<&'static str> {
        attacks::line_rule(scene)
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
        scene.intent.maneuver != maneuver::EXPOSURE
    }

    fn order_rules(&self) -> OrderRules {
        OrderRules {
            rolled: "MSQ-INIT-02",
            declared: "MSQ-DECL-01",
            acted: "MSQ-TURN-01",
        }
    }

    /// Bars all actions but the first, and those of Celerity, until the end of the turn
    /// (MSQ-TURN-05).
    fn phase_bar(&self, scene: &Scene<'_>, phase: Phase) -> Option<(Text, &'static str)> {
        let who = scene.actor?;
        let left = RemainingTurn::of(who);
        let later = left.has_acted(who) || left.open.is_empty();
        (phase == Phase::Act && later).then_some((msg::ALL_FURTHER_ACTIONS_COME_AT, "MSQ-TURN-05"))
    }

    fn unseen_attack(&self) -> UnseenAttack {
        UnseenAttack {
            question: "defense",
            rule: "MSQ-DEF-04",
            options: DEFENSE_CHOICES,
            nothing: NO_DEFENSE,
            own: &["abort", "defend", "soak", "willpower"],
            tallies: &[],
            consequences: &[],
        }
    }

    fn threatened_severity(&self, scene: &Scene<'_>) -> Option<Severity> {
        attacks::attack_line(scene).map(|line| line.kind.into())
    }

    fn resolve(&self, scene: &Scene<'_>, play: &mut Play<'_>) -> Result<(), Stop> {
        let by = Settings::of(scene.house);
        match (scene.intent.maneuver.as_ref(), scene.actor) {
            (maneuver::RISE, Some(actor)) => {
                resolve_rise(actor, play);
                Ok(())
            }
            (maneuver::EXPOSURE, _) => {
                let exposure = Exposure {
                    scene,
                    dice: scene.parameter_or(maneuver::DICE, 1),
                    source: maneuver::exposure_source(scene),
                    settings: by,
                };
                resolve_attack(&exposure, play)
            }
            (key, Some(actor)) => {
                let line = attacks::attack_line(scene);
                let line =
                    line.ok_or_else(|| Stop::refused("no_such_maneuver", UNKNOWN_MANEUVER))?;
                let flies = scene.intent.item.filter(|_| key == attacks::THROW);
                let blow = AttackExchange {
                    scene,
                    actor,
                    line,
                    thrown_item: flies,
                    settings: by,
                };
                resolve_attack(&blow, play)
            }
            (_, None) => Err(Stop::refused("no_such_maneuver", UNKNOWN_MANEUVER)),
        }
    }

    fn distribution(&self, sum: i32, reading: &Parameters, house: &HouseRules) -> Outcomes {
        roll_parameters::distribution(sum, reading, Self::dice_conventions(house))
    }

    /// Returns a combatant's soak pool in Masquerade against each type of damage.
    fn derived_values(&self, who: &CombatantInfo<'_>) -> Vec<(Text, Vec<Term>)> {
        let by = Settings::of(who.house);
        let titles = [msg::SOAK_BASHING, msg::SOAK_LETHAL, msg::SOAK_AGGRAVATED];
        let rows = titles.into_iter().zip(DamageType::ALL);
        rows.map(|(title, kind)| {
            (
                title,
                combatant_stats::soak_terms(who, kind, Default::default(), &by),
            )
        })
        .collect()
    }
}

/// Text for an unknown maneuver.
const UNKNOWN_MANEUVER: Text = msg::THERE_IS_NO_SUCH_MANEUVER;

/// Plays getting up, which takes an action (MSQ-DECL-02).
fn resolve_rise(actor: &CombatantInfo<'_>, play: &mut Play<'_>) {
    let act = turn::TurnState::of(actor).next_action();
    let effects = act.map_or_else(Vec::new, |act| act.action_effects(Party::Actor));
    effects
        .into_iter()
        .for_each(|effect| play.add_effect(effect));
    play.add_effect(Effect::Lose {
        who: Party::Actor,
        key: KNOCKED_DOWN.into(),
    });
}
