//! A combatant's turn so far, as the table counts it (CHR-TURN-02, CHR-TURN-03).

use super::character::Character;
use super::keys::{BREAK_FREE, DEFENSE, LOST_ACTION, RUN};
use crate::messages::Wording;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::chronicle::conditions::known_conditions::{MOVED, MOVED_ON};
use crate::systems::chronicle::round::turn::{Act, Budget, NoStep, Step};

/// Returns the key of the tally under which an act is counted.
pub(crate) const fn key(act: Act) -> &'static str {
    match act {
        Act::Attack => "attack",
        Act::AllOut => "all_out",
        Act::Charge => "charge",
        Act::Dodge => "dodge",
        Act::Aim => "aim",
        Act::Draw => "draw",
        Act::DrawHidden => "draw_hidden",
        Act::ReloadClip => "reload_clip",
        Act::ReloadSingle => "reload_single",
        Act::ClearJam => "clear_jam",
        Act::Rise => "rise",
        Act::JoinGrapple => "join_grapple",
        Act::Grapple => "grapple",
    }
}

/// Returns the act that took this turn's instant action; `None` while the action is unused, or when
/// a grapple gave it back (CHR-GRAP-06).
fn spent_act(who: &CombatantInfo<'_>) -> Option<Act> {
    let back = who.tally_count(BREAK_FREE) > 0;
    let mut acts = Act::ALL.into_iter();
    acts.find(|act| {
        let counted = who.tally_count(key(*act));
        match act {
            Act::Grapple if back => counted > 1,
            _ => counted > 0,
        }
    })
}

/// Whether the combatant has acted in this turn.
pub(crate) fn has_acted(who: &CombatantInfo<'_>) -> bool {
    spent_act(who).is_some()
}

/// Whether this turn's action was taken from the combatant (CHR-COND-04).
pub(crate) fn lost_action(who: &CombatantInfo<'_>) -> bool {
    who.tally_count(LOST_ACTION) > 0
}

/// Number of yards that the combatant has moved in the scene this turn.
fn yards_moved(who: &Character<'_>) -> i32 {
    i32::try_from(who.who.moved).unwrap_or(i32::MAX)
}

/// Returns the yards walked before the action that is taken now; `None` if nothing was walked in the scene, or if an
/// action was taken before.
pub(crate) fn walked_before_acting(who: &Character<'_>) -> Option<i32> {
    let walked = who.amount(MOVED).saturating_add(yards_moved(who));
    (yards_moved(who) > 0 && !has_acted(who.who)).then_some(walked)
}

/// Number of yards that the combatant can still walk this turn.
pub(crate) fn walk_left(who: &Character<'_>) -> i32 {
    budget_of(who).walk_left()
}

/// Whether the combatant may run this turn, or run on.
pub(crate) fn may_run(who: &Character<'_>) -> bool {
    budget_of(who).fits(&Step::Run(0)).is_ok()
}

/// Whether the combatant runs this turn.
pub(crate) fn has_run(who: &Character<'_>) -> bool {
    who.who.tally_count(RUN) > 0
}

/// Returns the rest of a combatant's turn, as a budget of action and movement.
fn budget_of(who: &Character<'_>) -> Budget {
    Budget {
        speed: who.speed(),
        prone: who.is_prone(),
        act: spent_act(who.who),
        walked_before: who.amount(MOVED),
        walked_after: who.amount(MOVED_ON),
        moved: yards_moved(who),
        ran: has_run(who),
        defense_applied: i32::from(who.who.tally_count(DEFENSE)),
    }
}

/// Returns why a step does not fit into the rest of a combatant's turn, and the rule.
pub(crate) fn bar(who: &Character<'_>, step: &Step) -> Option<(Wording, &'static str)> {
    let why = budget_of(who).fits(step).err()?;
    let declared = match step {
        Step::Act(declared) => Some(declared.act),
        Step::Move(_) | Step::Run(_) => None,
    };
    let spent = spent_act(who.who);
    let rule = match why {
        NoStep::ActionSpent => match spent {
            Some(Act::Dodge) => "CHR-DODGE-01",
            Some(Act::Grapple) => "CHR-GRAP-15",
            _ => "CHR-TURN-02",
        },
        NoStep::TooFar { .. } => match (step, declared) {
            (_, Some(Act::Charge)) => "CHR-CHG-01",
            (Step::Run(_), _) => "CHR-MOVE-02",
            _ => "CHR-MOVE-01",
        },
        NoStep::SplitMove | NoStep::Nonsense(_) => "CHR-MOVE-01",
        NoStep::NoMoving => match spent.or(declared) {
            Some(Act::Charge) => "CHR-CHG-01",
            Some(Act::Grapple) => "CHR-GRAP-15",
            Some(_) => "CHR-AIM-02",
            None => "CHR-MOVE-02",
        },
        NoStep::Running => "CHR-MOVE-02",
        NoStep::Prone | NoStep::NotProne => "CHR-PRONE-05",
        NoStep::NotClose | NoStep::DefenseApplied => match declared {
            Some(Act::Charge) if why == NoStep::DefenseApplied => "CHR-CHG-04",
            _ => "CHR-CMP-04",
        },
    };
    Some((why.reason(), rule))
}
