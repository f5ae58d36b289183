//! Main phase and extra phase (XOV-TURN-04 to 07, XOV-MULT-04, XOV-POW-05).

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::settings::{ExtraPhase, Settings};
use crate::systems::d10::input::{self, Nonsense};
use crate::systems::d10::timeline::{Act, Slot};

/// Somebody and what they declared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Actor {
    /// Who.
    pub id: String,
    /// This turn's total.
    pub total: i32,
    /// Dexterity + Wits.
    pub rating: i32,
    /// Ordinary actions.
    pub declared: i32,
    /// Extra actions of powers.
    pub power: i32,
    /// Extra actions bought with Faith.
    pub faith: i32,
    /// Loses the turn.
    pub stunned: bool,
}

impl Default for Actor {
    fn default() -> Self {
        Self {
            id: String::new(),
            total: 0,
            rating: 0,
            declared: 1,
            power: 0,
            faith: 0,
            stunned: false,
        }
    }
}

/// A turn's slots in acting order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// One action of everybody.
    pub main: Vec<Slot>,
    /// What is left.
    pub extra: Vec<Slot>,
}

/// What decides the place of one slot: pass, then total and rating from high to low, then the
/// name; actions of one slot keep their own order.
type Key<'a> = (i32, Reverse<i32>, Reverse<i32>, &'a str, i32);

/// Lays out a turn. A power whose text calls its actions simultaneous changes nothing: its
/// owner orders them, and only the first of all is in the main phase (XOV-TURN-06). Defences
/// are taken out of it when an attack calls for them (XOV-TURN-07).
///
/// # Errors
/// [`Nonsense`] for names that come twice, or more actions than anybody could take.
pub fn schedule(actors: &[Actor], by: &Settings) -> Result<Schedule, Nonsense> {
    input::list("combatants", actors.len())?;
    input::distinct(actors.iter().map(|one| one.id.as_str()))?;
    let mut main: Vec<(Key<'_>, Slot)> = Vec::new();
    let mut extra = Vec::new();
    for one in actors.iter().filter(|one| !one.stunned) {
        let declared = input::count("actions", one.declared)?;
        let power = input::count("actions", one.power)?;
        let faith = input::count("actions", one.faith)?;
        let key = |pass: i32, lower: i32, nth: i32| {
            let total = one.total.saturating_sub(lower);
            (
                pass,
                Reverse(total),
                Reverse(one.rating),
                one.id.as_str(),
                nth,
            )
        };
        let slot = |act| Slot::new(&one.id, act);
        if declared >= 1 {
            main.push((key(0, 0, 0), slot(Act::Ordinary(1))));
        }
        let ordinary = (2..=declared).map(Act::Ordinary);
        let rest = ordinary.chain((1..=power).map(Act::Power));
        let mut left = 0;
        for act in rest {
            let pass = match by.extra_phase {
                ExtraPhase::AllAtOnce => 0,
                ExtraPhase::RoundRobin => left,
            };
            extra.push((key(pass, 0, left), slot(act)));
            left += 1;
        }
        for number in 1..=faith {
            let pass = match by.extra_phase {
                ExtraPhase::AllAtOnce => 0,
                ExtraPhase::RoundRobin => left,
            };
            extra.push((key(pass, number, 0), slot(Act::Faith(number))));
        }
    }
    Ok(Schedule {
        main: in_order(main),
        extra: in_order(extra),
    })
}

fn in_order(mut slots: Vec<(Key<'_>, Slot)>) -> Vec<Slot> {
    slots.sort_by(|a, b| a.0.cmp(&b.0));
    slots.into_iter().map(|(_, slot)| slot).collect()
}

/// Which declared action a defence takes: the next one not used yet, whatever was meant by it
/// (XOV-TURN-07). `None` when none is left.
#[must_use]
pub const fn next_action(declared: i32, used: i32) -> Option<i32> {
    let next = used.saturating_add(1);
    if used >= 0 && next <= declared {
        Some(next)
    } else {
        None
    }
}
