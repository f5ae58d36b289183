//! Dice pools of attacks (MSQ-ATK-01, MSQ-ATK-02, MSQ-ATK-03, MSQ-ATK-04, MSQ-ATK-06).

use crate::messages::Text;
use crate::messages::masquerade as msg;
use serde::{Deserialize, Serialize};

use crate::base::term::Term;
use crate::systems::d10::levels::Wounds;

/// Mode of attack, which decides the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMode {
    /// Unarmed attack: Dexterity + Brawl.
    Unarmed,
    /// Attack with a weapon in hand: Dexterity + Melee.
    Armed,
    /// Attack with a gun: Dexterity + Firearms.
    Gun,
    /// Attack with a thrown weapon: Dexterity + Athletics.
    Thrown,
}

impl AttackMode {
    /// Whether the attack is made from a distance.
    #[must_use]
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Gun | Self::Thrown)
    }
}

/// Attacker's numbers for one attack; without the ability Dexterity is rolled alone (MSQ-ATK-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackStats {
    /// Mode of the attack.
    pub mode: AttackMode,
    /// Rating of the Dexterity trait.
    pub dexterity: i32,
    /// Rating of the Brawl trait.
    pub brawl: i32,
    /// Rating of the Melee trait.
    pub melee: i32,
    /// Rating of the Firearms trait.
    pub firearms: i32,
    /// Rating of the Athletics trait.
    pub athletics: i32,
    /// Wound state of the attacker.
    pub wounds: Wounds,
}

/// Returns the terms of an attack pool in Masquerade, wounds included, even for an attacker who cannot act.
#[must_use]
pub fn attack_terms(attack: &AttackStats) -> Vec<Term> {
    let (label, dots, rule) = match attack.mode {
        AttackMode::Unarmed => (msg::BRAWL, attack.brawl, "MSQ-ATK-01"),
        AttackMode::Armed => (msg::MELEE, attack.melee, "MSQ-ATK-02"),
        AttackMode::Gun => (msg::FIREARMS, attack.firearms, "MSQ-ATK-03"),
        AttackMode::Thrown => (msg::ATHLETICS, attack.athletics, "MSQ-ATK-04"),
    };
    pool_terms(attack.dexterity, (label, dots), rule, attack.wounds)
}

/// Returns the terms of a pool of Dexterity and an ability, less the wound penalty (MSQ-HLTH-03).
pub(super) fn pool_terms(
    dexterity: i32,
    (label, dots): (Text, i32),
    rule: &'static str,
    wounds: Wounds,
) -> Vec<Term> {
    let mut terms = vec![Term::from_rule(msg::DEXTERITY, dexterity, rule)];
    if dots > 0 {
        terms.push(Term::from_rule(label, dots, rule));
    } else {
        terms.push(Term::from_rule(msg::WITHOUT_THE_ABILITY, 0, "MSQ-ATK-06"));
    }
    let wounds = wounds.penalty.unwrap_or(0);
    if wounds != 0 {
        terms.push(Term::from_rule(msg::WOUNDS, wounds, "MSQ-HLTH-03"));
    }
    terms
}
