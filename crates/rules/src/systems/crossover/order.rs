//! Who declares and acts when, delays included (XOV-DECL-01, XOV-TURN-01 to 03).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::systems::d10::input::{self, Nonsense};
use crate::systems::d10::timeline;

/// Somebody with an initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combatant {
    /// Who.
    pub id: String,
    /// This turn's total.
    #[serde(default)]
    pub total: i32,
    /// Dexterity + Wits.
    #[serde(default)]
    pub rating: i32,
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delay {
    /// Who waits.
    pub id: String,
    /// After whom they act.
    pub after: String,
}

/// Groups of those who declare or act together, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Lowest initiative first; a delay changes nothing here.
    pub declare: Vec<Vec<String>>,
    /// Highest initiative first, those who wait behind those they wait for.
    pub act: Vec<Vec<String>>,
}

/// Works out a turn's order. Higher totals act first, then higher ratings; whoever is equal in
/// both acts at the same moment. Whoever waits acts right behind the group of the one they
/// wait for; several behind the same group by rating alone (XOV-TURN-03). What is still
/// waiting when the turn ends is lost (XOV-TURN-02).
///
/// # Errors
/// [`Nonsense`] for names that come twice or are unknown, and for somebody who waits for a
/// moment that has passed or never comes.
pub fn order(combatants: &[Combatant], delays: &[Delay]) -> Result<Order, Nonsense> {
    input::list("combatants", combatants.len())?;
    input::distinct(combatants.iter().map(|one| one.id.as_str()))?;
    input::distinct(delays.iter().map(|delay| delay.id.as_str()))?;
    let known: BTreeMap<&str, &Combatant> = combatants
        .iter()
        .map(|one| (one.id.as_str(), one))
        .collect();
    let waits: BTreeMap<&str, &str> = delays
        .iter()
        .map(|delay| (delay.id.as_str(), delay.after.as_str()))
        .collect();
    for delay in delays {
        check(delay, &known, &waits)?;
    }
    let slots = timeline::groups(combatants, |one| &one.id, |one| (one.total, one.rating));
    let turn = Turn { known, waits };
    let mut act = Vec::new();
    for slot in &slots {
        let here: Vec<&Combatant> = slot
            .iter()
            .copied()
            .filter(|one| !turn.waits.contains_key(one.id.as_str()))
            .collect();
        turn.place(&here, &mut act);
    }
    let declare = slots.iter().rev().map(|slot| names(slot)).collect();
    Ok(Order { declare, act })
}

struct Turn<'a> {
    known: BTreeMap<&'a str, &'a Combatant>,
    waits: BTreeMap<&'a str, &'a str>,
}

impl Turn<'_> {
    /// Puts a group down, then those who wait for one of it, then those who wait for them.
    fn place(&self, group: &[&Combatant], act: &mut Vec<Vec<String>>) {
        if group.is_empty() {
            return;
        }
        act.push(names(group));
        let behind = self
            .waits
            .iter()
            .filter(|(_, after)| group.iter().any(|one| one.id == **after))
            .filter_map(|(id, _)| self.known.get(id).copied());
        for part in timeline::groups(behind, |one| &one.id, |one| one.rating) {
            self.place(&part, act);
        }
    }
}

/// Whether somebody waits for a moment that is still to come: following who waits for whom
/// must end at somebody who does not wait and whose slot is not before the waiter's own.
fn check(
    delay: &Delay,
    known: &BTreeMap<&str, &Combatant>,
    waits: &BTreeMap<&str, &str>,
) -> Result<(), Nonsense> {
    let find = |id: &str| {
        known
            .get(id)
            .copied()
            .ok_or_else(|| Nonsense::Stranger(id.to_owned()))
    };
    let own = find(&delay.id)?;
    let mut after = find(&delay.after)?;
    for _ in 0..=waits.len() {
        match waits.get(after.id.as_str()) {
            Some(next) => after = find(next)?,
            None if after.id == delay.id => break,
            None if (after.total, after.rating) > (own.total, own.rating) => break,
            None => return Ok(()),
        }
    }
    Err(Nonsense::Delay(delay.id.clone()))
}

fn names(group: &[&Combatant]) -> Vec<String> {
    group.iter().map(|one| one.id.clone()).collect()
}
