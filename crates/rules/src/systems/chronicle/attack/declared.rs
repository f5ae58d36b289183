//! An attack as it is declared, before it is made on anybody (CHR-PULL-01).

use super::burst::Burst;
use super::{Attack, AttackKind};
use crate::exchange::Stop;
use crate::messages::{Wording, chronicle as msg};
use crate::systems::chronicle::combat::stage::Stage;
use crate::systems::chronicle::traits::{BRAWL, STRENGTH};

/// Attack of Chronicle as it is declared, before a target is chosen for it.
#[derive(Clone, Copy)]
pub(crate) struct Declared {
    pub(crate) kind: AttackKind,
    /// The burst, and how many it rolls against.
    pub(crate) burst: Option<(Burst, i32)>,
}

impl Declared {
    /// Returns the declared attack on target number `n`, as the table is now.
    pub(crate) fn on<'s>(self, stage: &'s Stage<'_>, n: u8) -> Result<Attack<'s>, Stop> {
        let mut attack = stage.attack(n, self.kind)?;
        if let Some((burst, persons)) = self.burst {
            attack.options.burst = Some(burst);
            attack.options.persons = persons;
        }
        check_pulled(&attack)?;
        Ok(attack)
    }
}

/// Refuses a pulled blow whose limit is not from 1 to the higher of Strength and Brawl (CHR-PULL-01).
fn check_pulled(attack: &Attack<'_>) -> Result<(), Stop> {
    let (cap, by) = (attack.options.pulled, attack.by);
    let highest = by.get(&STRENGTH).max(by.get(&BRAWL));
    if cap == 0 || (1..=highest).contains(&cap) {
        return Ok(());
    }
    let why = msg::a_pulled_blow_is_limited(&highest);
    Err(Stop::refused(
        "barred",
        Wording::verbatim(format!("{why}.")),
    ))
}
