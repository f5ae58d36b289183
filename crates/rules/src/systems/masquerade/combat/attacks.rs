//! Attacks of Masquerade with their items and chart lines (MSQ-ATK-01 to 04, MSQ-DMG-06).

use super::super::chart::AttackLine;
use super::gear::{self, GUN, NATURAL, THROWN, WEAPON};
use crate::exchange::Scene;
use crate::messages::{Text, masquerade as msg};

/// Maneuver key of a bite.
pub(super) const BITE: &str = "bite";
/// Maneuver key of a throw.
pub(super) const THROW: &str = "throw";

/// Item kinds that an attack can use.
type ItemKinds = &'static [&'static str];

/// Attacks: key, label, rule, item kinds, and the chart line if no item is used.
pub(super) const ATTACKS: [(&str, Text, &str, ItemKinds, &str); 7] = [
    ("strike", msg::STRIKE, "MSQ-ATK-01", &[], "Fist"),
    ("kick", msg::KICK, "MSQ-ATK-01", &[], "Kick"),
    (BITE, msg::BITE, "MSQ-DMG-06", &[], "Fangs"),
    (
        "claw",
        msg::STRIKE_WITH_A_NATURAL_WEAPON,
        "MSQ-ATK-01",
        &[NATURAL],
        "",
    ),
    (
        "weapon",
        msg::ATTACK_WITH_A_WEAPON,
        "MSQ-ATK-02",
        &[WEAPON],
        "",
    ),
    ("shoot", msg::SHOOT, "MSQ-ATK-03", &[GUN], ""),
    (THROW, msg::THROW, "MSQ-ATK-04", &[THROWN], ""),
];

/// Returns the attack that the intent names, with its item if it uses one.
pub(super) fn attack_line(scene: &Scene<'_>) -> Option<AttackLine> {
    let key = scene.intent.maneuver.as_ref();
    let (.., kinds, name) = ATTACKS.iter().find(|(known, ..)| *known == key)?;
    if kinds.is_empty() {
        return gear::attack_line_named(name).cloned();
    }
    let item = scene
        .item()
        .filter(|item| kinds.contains(&item.kind.as_str()));
    item.map(gear::attack_line_from_item)
}

/// Returns the rule by which the attack of a scene needs its target in the same place: blows, weapons in hand and teeth
/// do (MSQ-ATK-01, MSQ-ATK-02).
pub(super) fn contact_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let (.., kinds, _) = ATTACKS
        .iter()
        .find(|(key, ..)| *key == scene.intent.maneuver)?;
    let rule = match kinds.contains(&WEAPON) {
        true => "MSQ-ATK-02",
        false => "MSQ-ATK-01",
    };
    (!is_missile(kinds)).then_some(rule)
}

/// Returns the rule by which the attack of a scene needs a free line to its target: guns and throws do (MSQ-ATK-03,
/// MSQ-ATK-04).
pub(super) fn line_rule(scene: &Scene<'_>) -> Option<&'static str> {
    let (_, _, rule, kinds, _) = ATTACKS
        .iter()
        .find(|(key, ..)| *key == scene.intent.maneuver)?;
    is_missile(kinds).then_some(*rule)
}

/// Whether an attack with items of these kinds flies, unlike a blow.
fn is_missile(kinds: ItemKinds) -> bool {
    kinds.iter().any(|kind| [GUN, THROWN].contains(kind))
}
