//! Harm without a roll to hit: a fall, a fire, a hand that runs into a blade (XOV-DEF-05,
//! XOV-SOAK-07).

use super::auto_hit::AutoHit;
use super::soak::Wound;
use super::{defense, items, read};
use crate::base::term::Term;
use crate::character::parameters::ParameterSpec;
use crate::exchange::{Play, Scene, Stop};
use crate::messages::Text;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::Settings;
use crate::systems::crossover::chart::Medium;
use crate::systems::d10::damage::DamageType;
use crate::systems::d10::resolve;
use crate::systems::d10::shared_rules::sheet as numbers;

const DICE: &str = "dice";
const TYPE: &str = "type";
const MEDIUM: &str = "medium";

const MEDIA: [(i32, Text, Medium); 6] = [
    (0, msg::BLOWS, Medium::Kinetic),
    (1, msg::FIRE, Medium::Fire),
    (2, msg::ELECTRICITY, Medium::Electricity),
    (3, msg::COLD, Medium::Cold),
    (4, msg::ACID_OR_POISON, Medium::Chemical),
    (5, msg::AGAINST_THE_MIND, Medium::Mental),
];

/// Returns the parameters (dials) of harm that no attacker causes, such as a fall.
pub(super) fn dials(_: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    let types = [(0, msg::BASHING), (1, msg::LETHAL), (2, msg::AGGRAVATED)];
    let media = MEDIA.map(|(n, title, _)| (n, title));
    vec![
        ParameterSpec::number(DICE, msg::DAMAGE_DICE, (1, 60), 1),
        ParameterSpec::choice(TYPE, msg::TYPE, &types),
        ParameterSpec::choice(MEDIUM, msg::BY, &media),
    ]
}

/// Returns the parameters (dials) of a cut by a parrying blade.
pub(super) fn cut_dials(_: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    vec![ParameterSpec::number(
        defense::MORE,
        msg::SUCCESSES_MORE,
        (1, 60),
        1,
    )]
}

/// Plays harm that no attacker causes, of which the storyteller says how much.
pub(super) fn hazard(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    if scene.actor.is_some() {
        let words = msg::THAT_IS_WHAT_NOBODY_DOES;
        return Err(Stop::of_rule("nobodys_deed", words, "XOV-SOAK-01"));
    }
    read::target(scene)?;
    let kind = usize::try_from(scene.parameter_or(TYPE, 0)).ok();
    let kind = kind.and_then(|kind| DamageType::ALL.get(kind)).copied();
    let medium = scene.parameter_or(MEDIUM, 0);
    let medium = MEDIA.iter().find(|(n, ..)| *n == medium);
    let sure = AutoHit {
        scene,
        by,
        why: msg::IT_HAPPENS,
        rule: "XOV-DMG-01",
        successes: 1,
        damage: vec![Term::from_typed(
            msg::DAMAGE_DICE_2,
            scene.parameter_or(DICE, 1),
        )],
        wound: Wound {
            medium: medium.map_or(Medium::Kinetic, |(.., medium)| *medium),
            ..Wound::of(kind.unwrap_or_default())
        },
    };
    resolve::resolve_attack(&sure, play)
}

/// Plays the cut of a hand that the parrying blade wounds (XOV-DEF-05).
pub(super) fn cut(scene: &Scene<'_>, by: &Settings, play: &mut Play<'_>) -> Result<(), Stop> {
    let who = read::actor(scene)?;
    read::target(scene)?;
    let Some((_, item)) = read::in_hand(scene) else {
        return Err(Stop::of_rule(
            "no_weapon",
            msg::THERE_IS_NO_BLADE_TO,
            "XOV-DEF-05",
        ));
    };
    let sure = AutoHit {
        scene,
        by,
        why: msg::RAN_INTO_THE_BLADE,
        rule: "XOV-DEF-05",
        successes: scene.parameter_or(defense::MORE, 1).saturating_add(1),
        damage: vec![
            Term::from_rule(
                msg::STRENGTH,
                who.sheet.get(&numbers::STRENGTH),
                "XOV-DMG-03",
            ),
            Term::from_rule(
                msg::WEAPON,
                item.number_or_zero(items::DAMAGE),
                "XOV-DMG-03",
            ),
        ],
        wound: Wound {
            silver: item.has_tag("silver"),
            medium: items::medium(Some(item)),
            ..Wound::of(items::damage_type(item).unwrap_or_default())
        },
    };
    resolve::resolve_attack(&sure, play)
}
