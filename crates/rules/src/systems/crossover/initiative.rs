//! Initiative: Dexterity + Wits + d10, anew every turn (XOV-INIT-01 to 07).

use serde::{Deserialize, Serialize};

use super::{Denied, Refusal, Settings};
use crate::dice::Dice;
use crate::initiative::Initiative;
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::levels::Level;
use crate::term::{self, Term};

/// Whose initiative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ask {
    /// Dexterity.
    pub dexterity: i32,
    /// Wits.
    pub wits: i32,
    /// How hurt they are.
    pub wound_level: Level,
    /// What a person confirmed beside the row (XOV-INIT-06).
    pub adjust: i32,
}

/// Dexterity + Wits, wounded or not: what breaks ties (XOV-TURN-03).
#[must_use]
pub const fn rating(dexterity: i32, wits: i32) -> i32 {
    dexterity.saturating_add(wits)
}

/// Rolls this turn's initiative (XOV-INIT-01, XOV-INIT-02, XOV-INIT-05). `rank` is the total
/// and the rating; equal in both is simultaneous.
///
/// # Errors
/// [`Refusal::Incapacitated`]; then no die was thrown.
pub fn roll(ask: &Ask, dice: &mut dyn Dice) -> Result<Initiative, Denied> {
    let wounds = ask.wound_level.penalty();
    let wounds = wounds.ok_or(Denied::refused(Refusal::Incapacitated))?;
    let die = dice.die(SIDES);
    let mut terms = vec![
        Term::of_rule("Dexterity", ask.dexterity, "XOV-INIT-01"),
        Term::of_rule("Wits", ask.wits, "XOV-INIT-01"),
    ];
    if wounds != 0 {
        terms.push(Term::of_rule("Wounds", wounds, "XOV-INIT-05"));
    }
    if ask.adjust != 0 {
        terms.push(Term::typed("Adjustment", ask.adjust));
    }
    let score = term::sum(&terms).saturating_add(i32::from(die));
    Ok(Initiative {
        die,
        terms,
        score,
        rank: vec![score, rating(ask.dexterity, ask.wits)],
    })
}

/// What the program proposes for the adjustment beside a row (XOV-INIT-06): the wounds, and
/// the loss from having got up at once the turn before (XOV-CMP-09). A person confirms it.
#[must_use]
pub fn suggested(level: Level, rose_at_once: bool) -> Vec<Term> {
    let wounds = level.penalty().unwrap_or(0);
    let rising = if rose_at_once { -2 } else { 0 };
    [
        Term::of_rule("Wounds", wounds, "XOV-INIT-05"),
        Term::of_rule("Got up at once", rising, "XOV-CMP-09"),
    ]
    .into_iter()
    .filter(|term| term.value != 0)
    .collect()
}

/// Whether a roll counts: the first of the turn does, a later one only if the storyteller
/// accepts it (XOV-INIT-07).
#[must_use]
pub const fn counts(already_rolled: bool, accepted: bool, by: &Settings) -> bool {
    !already_rolled || accepted || by.later_roll_replaces
}
