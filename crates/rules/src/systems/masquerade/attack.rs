//! Attack pools (MSQ-ATK-01, MSQ-ATK-02, MSQ-ATK-03, MSQ-ATK-04, MSQ-ATK-06).

use crate::messages::Text;
use crate::messages::masquerade as msg;
use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::systems::d10::levels::Wounds;
use crate::term::{self, Term};

/// How a combatant attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Dexterity + Brawl.
    Unarmed,
    /// Dexterity + Melee.
    Armed,
    /// Dexterity + Firearms.
    Gun,
    /// Dexterity + Athletics.
    Thrown,
}

impl Mode {
    /// Whether it is made from afar.
    #[must_use]
    pub const fn is_ranged(self) -> bool {
        matches!(self, Self::Gun | Self::Thrown)
    }
}

/// An attack before the dice. An ability that is absent leaves Dexterity alone (MSQ-ATK-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// How.
    pub mode: Mode,
    /// Dexterity.
    pub dexterity: i32,
    /// Brawl.
    pub brawl: i32,
    /// Melee.
    pub melee: i32,
    /// Firearms.
    pub firearms: i32,
    /// Athletics.
    pub athletics: i32,
    /// How hurt the attacker is.
    pub wounds: Wounds,
}

/// What an attack is made of, wounds included; also of an attacker who cannot act any more.
#[must_use]
pub fn terms(attack: &Attack) -> Vec<Term> {
    let (label, dots, rule) = match attack.mode {
        Mode::Unarmed => (msg::BRAWL, attack.brawl, "MSQ-ATK-01"),
        Mode::Armed => (msg::MELEE, attack.melee, "MSQ-ATK-02"),
        Mode::Gun => (msg::FIREARMS, attack.firearms, "MSQ-ATK-03"),
        Mode::Thrown => (msg::ATHLETICS, attack.athletics, "MSQ-ATK-04"),
    };
    sum(attack.dexterity, (label, dots), rule, attack.wounds)
}

/// Dexterity, an ability and wounds (MSQ-HLTH-03).
pub(super) fn sum(
    dexterity: i32,
    (label, dots): (Text, i32),
    rule: &'static str,
    wounds: Wounds,
) -> Vec<Term> {
    let mut terms = vec![Term::of_rule(msg::DEXTERITY, dexterity, rule)];
    if dots > 0 {
        terms.push(Term::of_rule(label, dots, rule));
    } else {
        terms.push(Term::of_rule(msg::WITHOUT_THE_ABILITY, 0, "MSQ-ATK-06"));
    }
    let wounds = wounds.penalty.unwrap_or(0);
    if wounds != 0 {
        terms.push(Term::of_rule(msg::WOUNDS, wounds, "MSQ-HLTH-03"));
    }
    terms
}

/// Whether something can be rolled with a sum.
///
/// # Errors
/// [`Refusal::NoDice`].
pub fn check(terms: &[Term]) -> Result<(), Refusal> {
    match term::sum(terms) < 1 {
        true => Err(Refusal::NoDice),
        false => Ok(()),
    }
}
