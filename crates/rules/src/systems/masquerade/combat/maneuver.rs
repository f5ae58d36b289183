//! Maneuvers of Masquerade and what bars them (MSQ-ATK-01 to 04, MSQ-DECL-02, MSQ-DMG-06).

use std::sync::LazyLock;

use super::super::soak::DamageSource;
use super::super::track::CreatureKind;
use super::super::{Refusal, Settings, sheet};
use super::attack_exchange::AttackExchange;
use super::attacks::{ATTACKS, BITE, attack_line};
use super::turn;
use crate::base::term::{BarReason, RuleId};
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Maneuver, Scene, Targets};
use crate::messages::masquerade as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::chart::MAX_RATING;
use crate::systems::d10::shared_rules::health;
use crate::systems::masquerade::refusal::D10;

/// Maneuver key of getting up.
pub(super) const RISE: &str = "rise";
/// Maneuver key of exposure to fire or sunlight.
pub(super) const EXPOSURE: &str = "exposure";
/// Parameter key of an exposure's damage dice.
pub(super) const DICE: &str = "dice";
/// Parameter key of an exposure's [`DamageSource`].
pub(super) const SOURCE: &str = "source";

/// Condition key of a combatant who has to get up.
pub(in super::super) const KNOCKED_DOWN: &str = "knocked_down";

/// All maneuvers of Masquerade.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let attacks = ATTACKS.iter().map(|(key, title, rule, items, _)| Maneuver {
        key,
        title: *title,
        rule: RuleId::new(rule),
        targets: Targets::One,
        items,
    });
    attacks
        .chain([rise_maneuver(), exposure_maneuver()])
        .collect()
});

/// Returns the reason for which Masquerade bars the intent of the scene, if any.
pub(super) fn find_bar(scene: &Scene<'_>) -> Option<BarReason> {
    let refusal = match (scene.intent.maneuver.as_ref(), scene.actor) {
        (EXPOSURE, actor) => actor.map(|_| Refusal::NobodyActs),
        (_, None) => Some(Refusal::Nobody),
        (_, Some(actor)) if !health::can_act(actor.track) => Some(Refusal::Incapacitated),
        (RISE, Some(actor)) if !actor.conditions.contains_key(KNOCKED_DOWN) => {
            Some(Refusal::Stands)
        }
        (RISE, Some(actor)) => turn::next_action(actor).err(),
        (_, Some(actor)) => find_refusal(scene, actor),
    };
    refusal.map(Into::into)
}

/// Returns the refusal by Masquerade of an attack by this actor, if any.
fn find_refusal(scene: &Scene<'_>, actor: &CombatantInfo<'_>) -> Option<Refusal> {
    if scene.intent.maneuver == BITE && sheet::creature_kind(actor.sheet) != CreatureKind::Vampire {
        return Some(Refusal::NoFangs);
    }
    if let Err(refusal) = turn::next_action(actor) {
        return Some(refusal);
    }
    let at_hand = scene
        .item()
        .is_none_or(crate::character::gear::Item::is_ready);
    let Some(line) = attack_line(scene).filter(|_| at_hand) else {
        return Some(Refusal::NotAtHand);
    };
    let blow = AttackExchange {
        scene,
        actor,
        line,
        thrown_item: None,
        settings: Settings::of(scene.house),
    };
    D10.check_dice(&blow.attack_terms()).err()
}

/// Describes the maneuver of getting up.
const fn rise_maneuver() -> Maneuver {
    Maneuver {
        key: RISE,
        title: msg::GET_UP,
        rule: RuleId::new("MSQ-DECL-02"),
        targets: Targets::None,
        items: &[],
    }
}

/// Describes the maneuver of exposure to fire or sunlight.
const fn exposure_maneuver() -> Maneuver {
    Maneuver {
        key: EXPOSURE,
        title: msg::FIRE_OR_SUNLIGHT,
        rule: RuleId::new("MSQ-DMG-06"),
        targets: Targets::UpTo(12),
        items: &[],
    }
}

/// Lists the parameters that a maneuver of Masquerade takes.
pub(super) fn parameter_specs(maneuver: &str) -> Vec<ParameterSpec> {
    if maneuver != EXPOSURE {
        return Vec::new();
    }
    let options = [(0, msg::FIRE), (1, msg::SUNLIGHT)];
    vec![
        ParameterSpec::number(DICE, msg::DICE_OF_DAMAGE, (1, MAX_RATING), 1),
        ParameterSpec::choice(SOURCE, msg::WHAT_BURNS, &options),
    ]
}

/// Returns the source of damage in an exposure.
pub(super) fn exposure_source(scene: &Scene<'_>) -> DamageSource {
    match scene.parameter_or(SOURCE, 0) {
        1 => DamageSource::Sunlight,
        _ => DamageSource::Fire,
    }
}
