//! Nobody is held by nobody: what a combatant suffers of a hold is there as long as the hold, and
//! its holder is in the fight.

use std::collections::BTreeSet;

use rules::base::id::CombatantId;
use rules::exchange::HoldSide;

use super::seen::Picture;

/// Whether a hold only remembers something of the round.
fn is_mark(now: &Picture, key: &str) -> bool {
    let combat = now.all.system.combat();
    combat.mark_kinds().contains(&key) || combat.threat_marks().iter().any(|(mark, _)| *mark == key)
}

/// All that holds bring, to whom, as their system says of each of the two.
fn brought(now: &Picture) -> BTreeSet<(CombatantId, String)> {
    let combat = now.all.system.combat();
    let mut all = BTreeSet::new();
    for hold in &now.all.holds {
        for (own, other, holds) in [(hold.by, hold.on, true), (hold.on, hold.by, false)] {
            let (Some(one), Some(two)) = (now.who(own), now.who(other)) else {
                panic!("a hold without its two: {hold:?}");
            };
            if now.is_out(other) {
                continue;
            }
            let grip = HoldSide {
                key: &hold.key,
                amount: hold.amount,
                holds,
                own: &one.sheet,
                other: &two.sheet,
            };
            let keys = combat.hold_conditions(&grip).into_iter();
            all.extend(keys.map(|(key, _)| (own, key.to_owned())));
        }
    }
    all
}

/// Whether a hold of some kind brings a condition.
pub(super) fn is_of_holds(now: &Picture, condition: &str) -> bool {
    let combat = now.all.system.combat();
    let sheet = now.all.rows.values().find_map(|row| row.sheet.as_ref());
    let Some(sheet) = sheet else { return false };
    let brings = |key: &str, holds: bool| {
        let grip = HoldSide {
            key,
            amount: 9,
            holds,
            own: sheet,
            other: sheet,
        };
        let all = combat.hold_conditions(&grip).into_iter();
        all.map(|(key, _)| key).any(|key| key == condition)
    };
    let mut specs = combat.hold_kinds().iter();
    specs.any(|spec| brings(spec.key, true) || brings(spec.key, false))
}

/// Every condition is kept or brought by a hold, none that only holds bring is kept, every hold
/// brings its conditions, and no holder is out of the fight.
pub(super) fn nobody_is_held_by_nobody(was: &Picture, now: &Picture, what: &str) {
    let brought = brought(now);
    for (id, row) in &now.all.rows {
        let kept = &now.who(*id).expect("there").conditions;
        for key in row.conditions.keys() {
            let held = brought.contains(&(*id, key.clone()));
            // Ties outlast the hold that applied them.
            let tied = key == "immobilised" && kept.get(key).is_some_and(|it| it.amount > 0);
            assert!(
                !kept.contains_key(key) || !is_of_holds(now, key) || tied,
                "{key} of {} is kept without a hold after {what}",
                row.full_name()
            );
            assert!(
                held || kept.contains_key(key),
                "{key} of {} without a hold after {what}",
                row.full_name()
            );
        }
    }
    for (id, key) in &brought {
        let there = now.all.rows[id].conditions.contains_key(key);
        assert!(there, "{key} of {id:?} is missing after {what}");
    }
    for hold in &now.all.holds {
        // Who was out before took it by the storyteller's leave.
        let fell = now.is_out(hold.by) && !was.is_out(hold.by);
        let stands = is_mark(now, &hold.key) || !fell;
        assert!(stands, "who is out holds on: {hold:?} after {what}");
    }
}

/// How many are held by more than one at once.
pub(super) fn held_by_several(now: &Picture) -> usize {
    let holds = || {
        let mut holds = now.all.holds.iter();
        std::iter::from_fn(move || holds.next()).filter(|hold| !is_mark(now, &hold.key))
    };
    let several = |on: &CombatantId| {
        let by: BTreeSet<_> = holds()
            .filter(|hold| hold.on == *on)
            .map(|it| it.by)
            .collect();
        by.len() > 1
    };
    now.all.rows.keys().filter(|id| several(id)).count()
}
