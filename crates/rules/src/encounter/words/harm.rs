//! Damage, conditions, pools, and what has come due.

use super::seen;
use crate::condition::{Condition, Until};
use crate::encounter::combatant::{Combatant, Side};
use crate::encounter::event::Event;
use crate::encounter::log::What;
use crate::encounter::log_line::LogLine;
use crate::encounter::state::State;
use crate::id::CombatantId;
use crate::system::HealthState;
use crate::track::{Track, TrackChange};

impl State {
    pub(super) fn harm_wording(&self, event: &Event) -> Option<LogLine> {
        match event {
            Event::Harmed {
                id,
                packet,
                excess,
                states,
                ..
            } => {
                let combatant = self.combatant(*id)?;
                let what = What::Harmed {
                    name: combatant.full_name(),
                    packet: *packet,
                    excess: *excess,
                    states: states.clone(),
                };
                Some(LogLine::new(self.health_is_public(combatant), what))
            }
            Event::Marked {
                id,
                before,
                after,
                states,
            } => {
                let combatant = self.combatant(*id)?;
                let what = marked(combatant, before, after, states);
                Some(LogLine::new(self.health_is_public(combatant), what))
            }
            Event::Conditioned { before, after, .. } if heals_on(*before, *after) => None,
            Event::Conditioned { id, key, after, .. } => {
                let combatant = self.combatant(*id)?;
                let what = What::Conditioned {
                    name: combatant.full_name(),
                    key: key.clone(),
                    condition: *after,
                };
                Some(LogLine::new(self.health_is_public(combatant), what))
            }
            Event::Spent {
                id,
                pool,
                before,
                after,
                left,
            } => {
                let combatant = self.combatant(*id)?;
                let of_sheet = || combatant.pools(self.rules()).get(pool).copied();
                let what = What::Spent {
                    name: combatant.full_name(),
                    pool: pool.clone(),
                    by: before.saturating_sub(*after),
                    left: left.or_else(of_sheet)?,
                };
                // What a foe has left is the storyteller's to know.
                let open = seen(combatant) && combatant.side == Side::Character;
                Some(LogLine::new(open, what))
            }
            Event::DueChanged {
                id,
                waived,
                done,
                before,
                ..
            } => {
                let combatant = self.combatant(*id)?;
                let name = combatant.full_name();
                let done = before.iter().find(|due| Some(&due.key) == done.as_ref());
                let what = match done {
                    Some(due) => What::CameDue {
                        name,
                        words: due.words.clone(),
                        rule: due.rule.clone(),
                    },
                    None => What::Waived {
                        name,
                        words: waived.clone()?,
                    },
                };
                // What is due to a foe tells how it is.
                let open = seen(combatant) && combatant.side == Side::Character;
                Some(LogLine::new(open, what))
            }
            _ => None,
        }
    }

    /// What has changed on a track since the first box of a gesture, and what is wrong with
    /// its owner that was not then.
    pub(in crate::encounter) fn marked_since(
        &self,
        id: CombatantId,
        before: &Track,
    ) -> Option<(TrackChange, Vec<HealthState>)> {
        let combatant = self.combatants.get(&id)?;
        let rules = self.rules();
        let then = rules.health(&combatant.sheet, before, &combatant.conditions, &self.house);
        let then = then.states;
        let mut states = combatant.health(rules, &self.house).states;
        states.retain(|state| !then.contains(state));
        Some((combatant.track.change_since(before), states))
    }
}

fn marked(combatant: &Combatant, before: &Track, after: &Track, states: &[HealthState]) -> What {
    let change = after.change_since(before);
    What::Marked {
        name: combatant.full_name(),
        change: change.marks,
        points: change.points,
        states: states.to_vec(),
    }
}

/// Tells in the same entry what a gesture has come to by now.
pub(in crate::encounter) fn retell(what: &mut What, change: TrackChange, states: Vec<HealthState>) {
    if let What::Marked {
        change: marks,
        points,
        states: told,
        ..
    } = what
    {
        (*marks, *points, *told) = (change.marks, change.points, states);
    }
}

/// Whether a condition only comes nearer to its end, as the damage that brought it heals.
fn heals_on(before: Option<Condition>, after: Option<Condition>) -> bool {
    before.zip(after).is_some_and(|(before, after)| {
        let of_damage = |it: Condition| matches!(it.until, Until::Healed { .. });
        before.amount == after.amount && of_damage(before) && of_damage(after)
    })
}
