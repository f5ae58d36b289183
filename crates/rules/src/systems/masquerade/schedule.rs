//! Main pass, closing pass, and defences on demand (MSQ-TURN-05, MSQ-TURN-06).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Settings;
use super::order::{self, Combatant};
use crate::dice::Dice;
use crate::systems::d10::input::{self, Nonsense};
use crate::systems::d10::timeline::{Act, Slot};

/// Somebody and what they declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Actor {
    /// Who, and their initiative.
    #[serde(flatten)]
    pub combatant: Combatant,
    /// Declared actions, Celerity not counted.
    #[serde(default = "one")]
    pub declared: i32,
    /// Actions of Celerity (MSQ-MULT-02).
    #[serde(default)]
    pub celerity: i32,
    /// Numbers of the declared actions that are defences, from 1.
    #[serde(default)]
    pub defensive: BTreeSet<i32>,
}

const fn one() -> i32 {
    1
}

/// A turn's slots in acting order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Everybody's first action that is not a defence, at their own place.
    pub main: Vec<Slot>,
    /// The closing pass: all that is left, Celerity last.
    pub end: Vec<Slot>,
    /// Defences, used when an attack calls for them, even before one's own place.
    pub on_demand: Vec<Slot>,
}

/// Lays out a turn. A delay moves the main action; the closing pass stays where it is
/// (MSQ-TURN-03).
///
/// # Errors
/// [`Nonsense`] for names that come twice, too many actions, or a defence whose number is none
/// of the declared actions; then no die was thrown.
pub fn schedule(
    actors: &[Actor],
    by: &Settings,
    dice: &mut dyn Dice,
) -> Result<Schedule, Nonsense> {
    for actor in actors {
        let declared = input::count("actions", actor.declared)?;
        input::count("actions", actor.celerity)?;
        let odd = actor
            .defensive
            .iter()
            .find(|number| !(1..=declared).contains(*number));
        if let Some(number) = odd {
            return Err(Nonsense::Action {
                who: actor.combatant.id.clone(),
                number: *number,
            });
        }
    }
    let combatants: Vec<Combatant> = actors.iter().map(|actor| actor.combatant.clone()).collect();
    let ranked = order::ranking(&combatants, by, dice)?;
    let mut schedule = Schedule::default();
    for actor in ranked.iter().filter_map(|index| actors.get(*index)) {
        let slot = |act| Slot::new(&actor.combatant.id, act);
        let declared = 1..=actor.declared;
        let mut open = declared.filter(|number| !actor.defensive.contains(number));
        schedule
            .main
            .extend(open.next().map(Act::Ordinary).map(slot));
        schedule.end.extend(open.map(Act::Ordinary).map(slot));
        schedule
            .end
            .extend((1..=actor.celerity).map(Act::Celerity).map(slot));
        let defences = actor.defensive.iter().copied();
        schedule
            .on_demand
            .extend(defences.map(Act::Ordinary).map(slot));
    }
    Ok(schedule)
}
