//! Initiative and order (ASC-INIT-01, ASC-INIT-02, ASC-INIT-03, ASC-INIT-04, ASC-DECL-01).

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::dice::Dice;
use crate::initiative::Initiative;
use crate::sheet::Sheet;
use crate::systems::d10::dice::SIDES;
use crate::systems::d10::input::{self, Nonsense};
use crate::systems::d10::table::initiative as table;
use crate::systems::d10::timeline;
use crate::term::Term;

/// Dexterity + Wits.
#[must_use]
pub const fn rating(dexterity: i32, wits: i32) -> i32 {
    dexterity.saturating_add(wits)
}

/// Rolls initiative. `rank` is the total and the rating; equal in both is simultaneous.
pub fn roll(dexterity: i32, wits: i32, dice: &mut dyn Dice) -> Initiative {
    let terms = vec![
        Term::of_rule("Dexterity", dexterity, "ASC-INIT-01"),
        Term::of_rule("Wits", wits, "ASC-INIT-01"),
    ];
    table::rated(dice.die(SIDES), terms)
}

/// The initiative of a sheet whose die shows `die` (ASC-INIT-04).
#[must_use]
pub fn of_sheet(sheet: &Sheet, die: u16) -> Initiative {
    table::rated(die, table::terms(sheet, "ASC-INIT-01"))
}

/// Whether initiative is rolled at the beginning of this turn, counted from 1: once, when
/// hostilities begin, unless a house rule says each turn.
#[must_use]
pub const fn is_rolled(turn: u32, by: &Settings) -> bool {
    turn <= 1 || by.reroll_each_turn
}

/// Somebody with an initiative.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Combatant {
    /// Who.
    pub id: String,
    /// The total.
    pub total: i32,
    /// Dexterity + Wits.
    pub rating: i32,
}

/// Groups of those who act together, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Highest total first, then highest rating.
    pub act: Vec<Vec<String>>,
    /// Lowest first, where a house rule has everybody declare; otherwise empty.
    pub declare: Vec<Vec<String>>,
}

/// Works out the order.
///
/// # Errors
/// [`Nonsense`] for too many, or names that come twice.
pub fn order(combatants: &[Combatant], by: &Settings) -> Result<Order, Nonsense> {
    input::list("combatants", combatants.len())?;
    input::distinct(combatants.iter().map(|one| one.id.as_str()))?;
    let groups = timeline::groups(combatants, |one| &one.id, |one| (one.total, one.rating));
    let names = |group: &Vec<&Combatant>| group.iter().map(|one| one.id.clone()).collect();
    let act: Vec<Vec<String>> = groups.iter().map(names).collect();
    let declare = if by.declare_low_to_high {
        act.iter().rev().cloned().collect()
    } else {
        Vec::new()
    };
    Ok(Order { act, declare })
}
