//! How far a combatant gets in a turn, as the scene asks (CHR-MOVE-01, CHR-MOVE-02).

use super::budget;
use super::character::Character;
use super::keys::YARDS;
use super::stage::table_settings;
use crate::messages::chronicle as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::space::Pace;
use crate::systems::chronicle::conditions::known_conditions::AIMING;
use crate::systems::chronicle::round::turn::Step;

/// Returns the paces of a combatant, which are ways to move in a turn: a walk as far as the turn
/// has room for it, and a run where nothing else was done.
pub(crate) fn of(who: &CombatantInfo<'_>) -> Vec<Pace> {
    let who = Character::new(who, &table_settings(who.house));
    let moved = i32::try_from(who.who.moved).unwrap_or(i32::MAX);
    let reach = |yards: i32| u32::try_from(yards.max(0)).unwrap_or(0);
    let (left, runs) = (budget::walk_left(&who), budget::may_run(&who));
    let rule = match left {
        0 => budget::bar(&who, &Step::Move(1)).map(|(_, rule)| rule),
        _ => None,
    };
    let walk = Pace {
        title: msg::A_WALK,
        reach: reach(moved.saturating_add(left)),
        rule: rule.unwrap_or("CHR-MOVE-01"),
        // Whoever aims and moves loses the aim (CHR-AIM-02).
        maneuver: who.is(AIMING).then_some(("walk", None)),
    };
    let run = Pace {
        title: msg::A_RUN,
        reach: reach(who.speed().saturating_mul(2)),
        rule: "CHR-MOVE-02",
        maneuver: Some(("run", Some(YARDS))),
    };
    match (budget::has_run(&who), runs) {
        (true, _) => vec![run],
        (false, true) => vec![walk, run],
        (false, false) => vec![walk],
    }
}
