//! A round and a turn begin for all of them, also when one whom players do not see is the first.

use std::collections::BTreeMap;

use rules::base::id::CombatantId;
use rules::character::due::DueMoment;
use rules::character::phase::{InitiativeCadence, Phase};
use rules::character::plan::PlanDuration;
use rules::encounter::{Command, Event, Timing};

use super::durations::Gone;
use super::seen::Seen;

/// Whoever a round begins for has rolled, waited and planned nothing in it yet; and whatever is due
/// at the beginning of a round or a turn is due to each.
pub(super) fn for_all(seen: &Seen<'_>, gone: &BTreeMap<CombatantId, Gone>) {
    if seen.goes_back() {
        return;
    }
    let (rules, house) = (seen.is.all.system.rules(), &seen.is.all.house);
    let lasts = rules.facts().plan_spec.map(|spec| spec.lasts);
    for (id, gone) in gone {
        let Some(row) = seen.is.all.rows.get(id) else {
            continue;
        };
        // Who leaves the order in their own turn is not there when the next begins.
        if matches!(seen.command, Command::Move { id: left, .. } if left == id) {
            continue;
        }
        let who = seen.is.who(*id).expect("there");
        let said = || format!("{} after {:?}", row.full_name(), seen.record);
        if gone.round {
            assert_eq!(who.now.timing, Timing::InPlace, "{}", said());
            let planned = who.now.plan.is_some() && lasts == Some(PlanDuration::Round);
            assert!(!planned, "a plan of the last round: {}", said());
            let rolled = who.initiative.is_some()
                && rules.initiative_cadence(house) == InitiativeCadence::EveryRound;
            assert!(!rolled, "a roll of the last round: {}", said());
        }
        if gone.begins && lasts == Some(PlanDuration::OwnTurn) {
            assert!(
                who.now.plan.is_none(),
                "a plan of the last turn: {}",
                said()
            );
        }
        let (now, next) = seen.turns(row.hidden);
        let begun = [
            (next.round > now.round && next != now, DueMoment::RoundStart),
            // A turn that was left to wait began before that.
            (
                gone.begins && who.now.timing != Timing::CutIn,
                DueMoment::TurnStart,
            ),
        ];
        let Some(fighter) = seen.is.all.fighter_of(row) else {
            continue;
        };
        for (_, moment) in begun.iter().filter(|(begun, _)| *begun) {
            for due in rules.due_items(&fighter, *moment) {
                let there = row.due.iter().any(|other| other.key == due.key);
                assert!(there, "{} is not due to {}", due.words, said());
            }
        }
    }
    let up = |id: &CombatantId| !seen.is.is_out(*id);
    let follow = seen.is.known.order.iter().any(up) && seen.was.known.order.iter().any(up);
    // When no visible combatant has the turn, the players' turn resumes when one next acts.
    let turn = seen.was.known.turn;
    let follow = follow && (turn.acting.is_some() || turn.phase != Phase::Act);
    let (all, known) = (seen.is.all.turn, seen.is.known.turn);
    let moved = |event: &Event| matches!(event, Event::TurnChanged(_));
    if follow && seen.record.events.iter().any(moved) {
        assert!(
            known.round >= all.round,
            "players are in round {} of {} after {:?}",
            known.round,
            all.round,
            seen.record
        );
    }
}
