//! Turns: who can act, what can be planned and spent, and what is left for the extra phase.

use super::creature::Kind;
use super::refusal::D10;
use super::{Refusal, Settings, sheet, state};
use crate::character::plan::Plan;
use crate::character::track::Track;
use crate::chat_command::ChatError;
use crate::messages::crossover as msg;
use crate::ruleset::combatant_info::CombatantInfo;
use crate::systems::d10::shared_rules::steps::RemainingActions;
use crate::systems::d10::shared_rules::tally::DESPERATE;
use crate::systems::d10::shared_rules::{health, steps};

pub(super) use super::actions::over_limit;

/// The tally of points of Rage that went into actions in a turn (XOV-POW-02).
pub(super) const RAGED: &str = "raged";

/// Returns why a plan cannot be declared, `None` if it can: a dazed combatant loses the turn
/// (XOV-CMP-06), and extra actions need a power that gives them or can be used for them this turn
/// (XOV-MULT-03).
pub(super) fn bars_plan(who: &CombatantInfo<'_>, plan: &Plan) -> Option<ChatError> {
    if state::in_force(who, state::DAZED) {
        let words = msg::NOBODY_ACTS_WHILE_DAZED_XOV;
        return Some(ChatError::new("numb", words));
    }
    let most = state::granted_actions(who).saturating_add(extra_in_reach(who));
    let beyond = i32::from(plan.extra) > most;
    let words = msg::NO_POWER_GIVES_SO_MANY;
    beyond.then(|| ChatError::new("no_power", words))
}

/// Returns the number of extra actions that Rage and Faith can still give this turn (XOV-POW-02,
/// XOV-POW-05).
fn extra_in_reach(who: &CombatantInfo<'_>) -> i32 {
    let left = |pool: &str| who.pools.get(pool).copied().unwrap_or(0);
    let by = Settings::of(who.house);
    let rage = |spent: &i32| check_rage(who, *spent, &by).is_ok();
    let rage = (1..=left("rage")).rev().find(rage).unwrap_or(0);
    rage.saturating_add(left("faith").max(0))
}

/// Checks that a werewolf may spend so many points of Rage on actions: at most half of the permanent
/// Rage in a turn (XOV-POW-02).
///
/// # Errors
/// [`Refusal::GarouOnly`] or [`Refusal::ExceedsHalfRage`].
pub(super) fn check_rage(
    who: &CombatantInfo<'_>,
    spent: i32,
    by: &Settings,
) -> Result<(), Refusal> {
    if sheet::kind(who.sheet) != Kind::Werewolf {
        return Err(Refusal::GarouOnly);
    }
    let rage = who.sheet.get(&sheet::RAGE).max(0);
    let half = rage / 2 + if by.rage_rounds_up { rage % 2 } else { 0 };
    let before = i32::from(who.tally_count(RAGED));
    match spent.saturating_add(before) > half {
        true => Err(Refusal::ExceedsHalfRage),
        false => Ok(()),
    }
}

/// Returns why nothing can be spent of a pool, `None` if it can: a vampire with a stake in the
/// heart spends no blood (XOV-TGT-05).
pub(super) fn bars_spending(who: &CombatantInfo<'_>, pool: &str) -> Option<ChatError> {
    let words = msg::NOBODY_SPENDS_BLOOD_WITH_A;
    let staked = pool == "blood" && state::has(who, state::STAKED);
    staked.then(|| ChatError::new("staked", words))
}

/// Returns the actions that are left to a combatant for the extra phase: ordinary actions after the
/// first, then those of powers (XOV-TURN-05, XOV-MULT-04), and last those bought with Faith, each
/// in a later place (XOV-POW-05). A desperate defense is used when attacks come.
pub(super) fn left(who: &CombatantInfo<'_>) -> RemainingActions {
    let plan = steps::effective_plan(who);
    if plan.has_stance(DESPERATE) || is_lost(who) {
        return RemainingActions::default();
    }
    let faith = state::amount_in_force(who, state::FAITHFUL);
    let later = u8::try_from(faith).unwrap_or(0).min(plan.extra);
    let actions = plan.actions.saturating_sub(1);
    RemainingActions {
        actions: actions.saturating_add(plan.extra - later),
        later,
    }
}

/// Whether the turn is lost to a combatant who is dazed (XOV-TURN-04, XOV-CMP-06).
pub(super) fn is_lost(who: &CombatantInfo<'_>) -> bool {
    state::in_force(who, state::DAZED)
}

/// Whether a combatant can act at all.
pub(super) fn can_act(who: &CombatantInfo<'_>) -> bool {
    match who.track {
        Track::Points(corpus) => corpus.left() > 0,
        track => health::can_act(track),
    }
}

/// Returns the error for an action by a combatant who cannot act.
pub(super) fn incapacitated(who: &CombatantInfo<'_>) -> ChatError {
    match who.track {
        Track::Points(_) => ChatError::new("incapacitated", msg::NOTHING_IS_LEFT_OF_THEM),
        _ => D10.incapacitated_error(),
    }
}
