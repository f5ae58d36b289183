//! How far a combatant gets in a turn, as the scene asks (XOV-MAN-06, XOV-MAN-08, XOV-HLTH-01).

use super::dials;
use crate::character::parameters::Parameters;
use crate::messages::{Text, crossover as msg};
use crate::ruleset::combatant_info::CombatantInfo;
use crate::space::Pace;
use crate::systems::crossover::{movement, state};
use crate::systems::d10::shared_rules::roll_parameters::ACTION;
use crate::systems::d10::shared_rules::{rolls, sheet as numbers};

/// Returns the paces of a combatant, the slowest first: up to half the running distance beside an action, which loses a
/// die for each yard, and up to all of it as an action of its own. In a grip nobody moves.
pub(super) fn of(who: &CombatantInfo<'_>) -> Vec<Pace> {
    let running = movement::running_yards(who);
    let jog = movement::jog(who.sheet.get(&numbers::DEXTERITY)).min(running);
    let half = movement::beside_an_action(running);
    let moved = i32::try_from(who.moved).unwrap_or(i32::MAX);
    let stuck = state::grip_bar(who).or_else(|| state::numbness_bar(who));
    if let Some((_, rule)) = stuck {
        return vec![pace(msg::A_WALK, moved, (rule, false))];
    }
    let beside = match has_action_left(who) {
        true => half,
        false => moved,
    };
    let (beside_it, alone) = (("XOV-MAN-06", false), ("XOV-MAN-08", true));
    let all = [
        (
            msg::A_WALK,
            beside.min(movement::WALK.max(moved)),
            beside_it,
        ),
        (msg::A_JOG, beside, beside_it),
        (msg::A_WALK, running.min(movement::WALK), alone),
        (msg::A_JOG, jog, alone),
        (msg::A_RUN, running, alone),
    ];
    let mut paces: Vec<Pace> = Vec::new();
    for (title, reach, how) in all {
        let next = pace(title, reach, how);
        if paces.last().is_none_or(|last| last.reach < next.reach) {
            paces.push(next);
        }
    }
    paces
}

/// Returns a pace by its reach in yards, its rule, and whether it takes an action of its own.
fn pace(title: Text, reach: i32, (rule, takes_action): (&'static str, bool)) -> Pace {
    Pace {
        title,
        reach: u32::try_from(reach).unwrap_or(0),
        rule,
        maneuver: takes_action.then_some(("go", Some(dials::YARDS))),
    }
}

/// Whether the combatant has an action left that a move may go beside.
fn has_action_left(who: &CombatantInfo<'_>) -> bool {
    let next = dials::number(who, &Parameters::default());
    let reading = Parameters::default().with(ACTION, next);
    !rolls::is_undeclared_action(who, &reading)
}
