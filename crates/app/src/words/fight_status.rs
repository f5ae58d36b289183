//! Status of the fight in words, and the label of the button for the next step.

use rules::base::id::{CombatantId, SeatId};
use rules::character::phase::Phase;
use rules::character::vocabulary::join_list;
use rules::encounter::{Side, Turn, View};
use rules::messages::words as msg;

use super::{phase_title, round_title};

/// Returns the status of the fight in words, such as `turn 3 · Weston acts, Ghoul A is next`. With
/// the seat `you`, its combatants are called "you". Where a round has more than one phase, it
/// contains the name of the phase.
#[must_use]
pub fn fight_status(view: &View, you: Option<SeatId>) -> String {
    let rules = view.system.client_rules();
    let Turn {
        round: number,
        phase: now,
        ..
    } = view.turn;
    if number == 0 {
        return msg::THE_FIGHT_HAS_NOT_BEGUN.get().to_owned();
    }
    let several = rules.round_phases(&view.house).len() > 1;
    let mut parts = vec![round_title(rules, number)];
    if several {
        parts.push(phase_title(rules, now).to_owned());
    }
    let steps = [acting_words(view), next_words(view, several, you)];
    let steps: Vec<String> = steps.into_iter().flatten().collect();
    if !steps.is_empty() {
        parts.push(steps.join(", "));
    }
    parts.join(" · ")
}

/// Returns the names of the acting combatant and of those who act at the same moment; `None` if
/// nobody acts.
fn acting_words(view: &View) -> Option<String> {
    let Turn { phase, acting, .. } = view.turn;
    if phase == Phase::Initiative {
        return Some(msg::EVERYBODY_ROLLS.get().to_owned());
    }
    let acting = acting?;
    let first = full_name(view, acting)?;
    if phase != Phase::Act {
        return Some(match phase {
            Phase::Declare => msg::declares(&first),
            _ => msg::takes_the_rest_2(&first),
        });
    }
    let group = view.together.iter().find(|group| group.contains(&acting));
    let others = group.into_iter().flatten().filter(|id| **id != acting);
    let up = others.filter(|id| view.rows.get(id).is_some_and(|row| !row.is_out()));
    let with: Vec<String> = up.filter_map(|id| full_name(view, *id)).collect();
    Some(match with.as_slice() {
        [] => msg::acts(&first),
        with => msg::acts_together_with(&first, &join_list(with)),
    })
}

/// Returns the words for who or what comes next in the fight; `several` says that a round has more
/// than one phase.
fn next_words(view: &View, several: bool, you: Option<SeatId>) -> Option<String> {
    let now = view.turn;
    let next = view.next?;
    let same_phase = !several || (next.phase == now.phase && next.round == now.round);
    if !same_phase {
        if next.phase == Phase::Initiative {
            let round = view.system.client_rules().facts().vocabulary.round;
            return Some(msg::then_the_next(&round));
        }
        let first = full_name(view, next.acting?)?;
        return Some(match next.phase {
            Phase::Declare => msg::then_declares(&first),
            Phase::Extra => msg::then_takes_the_rest(&first),
            Phase::Act | Phase::Initiative => msg::then_acts(&first),
        });
    }
    let next = next.acting.filter(|next| Some(*next) != now.acting)?;
    // A combatant that acts at the same moment has been named already.
    let group = view.together.iter().find(|group| group.contains(&next));
    if now.phase == Phase::Act
        && let Some(acting) = now.acting
        && group.is_some_and(|group| group.contains(&acting))
    {
        return None;
    }
    let row = view.rows.get(&next)?;
    let name = row.full_name();
    if you.is_none() || row.owner != you {
        return Some(msg::is_next(&name));
    }
    let theirs = view.rows.values().filter(|row| row.owner == you);
    Some(match theirs.count() {
        1 => msg::YOU_ARE_NEXT.get().to_owned(),
        _ => msg::you_are_next_with(&name),
    })
}

/// Returns the full name of a combatant.
fn full_name(view: &View, id: CombatantId) -> Option<String> {
    view.rows.get(&id).map(|row| row.full_name())
}

/// Whether everybody of one side is out of the fight, while a combatant of the other is not.
pub fn is_decided(view: &View) -> bool {
    let up = |side: Side| {
        let mut rows = view.order.iter().filter_map(|id| view.rows.get(id));
        rows.any(|row| row.side == side && !row.is_out())
    };
    let there = |side: Side| {
        let mut rows = view.order.iter().filter_map(|id| view.rows.get(id));
        rows.any(|row| row.side == side)
    };
    let (ours, theirs) = (Side::Character, Side::Foe);
    there(ours) && there(theirs) && up(ours) != up(theirs)
}

/// Returns the label of the button for the next step. For those who run the table (`runs`) it says
/// what the step brings, for a player what they end.
#[must_use]
pub fn next_step_label(round: &str, now: Turn, next: Option<Turn>, runs: bool) -> String {
    if now.round == 0 {
        return msg::BEGIN.get().to_owned();
    }
    if !runs {
        return match now.phase {
            Phase::Declare => msg::DONE_DECLARING.get().to_owned(),
            _ => msg::END_MY_TURN.get().to_owned(),
        };
    }
    let Some(next) = next.filter(|next| next.phase != now.phase) else {
        return msg::NEXT.get().to_owned();
    };
    match next.phase {
        Phase::Initiative => msg::next_2(&round),
        Phase::Declare => msg::BEGIN_DECLARING.get().to_owned(),
        Phase::Act if now.phase == Phase::Initiative => msg::BEGIN.get().to_owned(),
        Phase::Act => msg::BEGIN_ACTING.get().to_owned(),
        Phase::Extra => msg::ON_TO_THE_REST.get().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_says_what_comes_next() {
        let step = |round, phase| Turn {
            round,
            phase,
            acting: None,
            pass: 0,
        };
        let words = |now, next, runs| next_step_label("turn", now, Some(next), runs);
        let act = step(1, Phase::Act);
        assert_eq!(words(Turn::default(), act, true), "Begin");
        assert_eq!(words(act, step(2, Phase::Act), true), "Next");
        assert_eq!(words(act, step(1, Phase::Extra), true), "Remaining actions");
        let roll = step(2, Phase::Initiative);
        assert_eq!(words(act, roll, true), "Next turn");
        assert_eq!(words(roll, step(2, Phase::Act), true), "Begin");
        let declare = step(2, Phase::Declare);
        assert_eq!(words(roll, declare, true), "Begin declaring");
        assert_eq!(words(declare, declare, false), "Done declaring");
        assert_eq!(words(act, roll, false), "End my turn");
    }
}
