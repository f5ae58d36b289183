//! Everything a combatant can start: attacks, and the maneuvers beside them.

use std::sync::LazyLock;

use super::{attack_dials, items, maneuvers, utility};
use crate::base::sorted_map::Map;
use crate::base::term::{BarReason, RuleId};
use crate::character::parameters::ParameterSpec;
use crate::exchange::{self, Maneuver, Scene, SceneHistory};
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::crossover::Crossover;

/// All maneuvers that can be started.
pub(super) static ALL: LazyLock<Vec<Maneuver>> = LazyLock::new(|| {
    let attacks = maneuvers::MANEUVERS.iter().map(|attack| Maneuver {
        key: attack.key,
        title: attack.title,
        rule: RuleId::new(attack.rule),
        targets: attack.targets,
        items: match attack.weapon {
            Some(_) => &[items::WEAPON],
            None => &[],
        },
    });
    let others = utility::MANEUVERS.iter().map(|other| Maneuver {
        key: other.key,
        title: other.title,
        rule: RuleId::new(other.rule),
        targets: other.targets,
        items: other.items,
    });
    attacks.chain(others).collect()
});

/// Returns the parameters (dials) that a person can set for a maneuver.
pub(super) fn dials(key: &str, who: Option<&CombatantInfo<'_>>) -> Vec<ParameterSpec> {
    match (maneuvers::find(key), utility::find(key)) {
        (Some(attack), _) => attack_dials::dials(attack, who),
        (None, Some(other)) => (other.dials)(who),
        (None, None) => Vec::new(),
    }
}

/// Whether a maneuver takes an action of the turn (XOV-DECL-02).
pub(super) fn takes_action(key: &str) -> bool {
    let other = utility::find(key).is_some_and(|other| other.takes_action);
    other || maneuvers::find(key).is_some()
}

/// Returns why the rules refuse the declared maneuver before anything is asked; `None` if they do
/// not. What only a target can tell is not told without one.
pub(super) fn barred(scene: &Scene<'_>) -> Option<BarReason> {
    let key = scene.intent.maneuver.as_ref();
    let other = utility::find(key);
    let rule = match maneuvers::find(key) {
        Some(attack) => attack.rule,
        None => other?.rule,
    };
    let rule = RuleId::new(rule);
    if other.is_some_and(|other| other.follows) {
        return Some((msg::THAT_FOLLOWS_FROM_A_PARRY.into(), rule));
    }
    let moments = SceneHistory::unchanging(*scene);
    let why = exchange::play_answers(&Crossover, &moments, &Map::new(), &[]).err()?;
    if why.code == "no_target" {
        return None;
    }
    let bar = why.to_bar_reason(&rule);
    // Which forms can do a maneuver its own rule says.
    match why.code == "form_not_allowed" {
        true => Some((bar.0, rule)),
        false => Some(bar),
    }
}
